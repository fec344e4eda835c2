package dev.harken.conf;

/**
 * An address that a stream server answers on.
 *
 * @param address the address
 * @param ssl whether connections start with a TLS handshake
 * @param server who serves it
 */
public record StreamAddress(ListenAddress address, boolean ssl, StreamServerConfig server) {}
