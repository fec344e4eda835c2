package dev.harken.server.http;

import org.jspecify.annotations.Nullable;

/**
 * What is spoken on one address, and by which servers.
 *
 * @param hosts its servers by name
 * @param http2 whether HTTP/2 is offered
 * @param tls how handshakes are answered; null for plain connections
 */
record AddressService(
        VirtualHosts<VirtualServer> hosts, boolean http2, @Nullable TlsSelection tls) {}
