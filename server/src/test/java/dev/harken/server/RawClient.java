package dev.harken.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A client that sends what it is told and reads what comes, byte for byte. */
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** A response taken apart. */
    public record Answer(String status, List<String> headers, byte[] body) {
        public Optional<String> header(final String name) {
            final String start = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()).strip())
                    .findFirst();
        }

        public int code() {
            return Integer.parseInt(status.split(" ")[1]);
        }

        public String text() {
            return new String(body, ISO_8859_1);
        }
    }

    RawClient(final InetSocketAddress address) throws IOException {
        this(new Socket(address.getAddress(), address.getPort()));
    }

    RawClient(final Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    public Socket socket() {
        return socket;
    }

    public RawClient send(final String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return this;
    }

    /** Sends a GET for {@code localhost} that keeps the connection. */
    public RawClient get(final String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** Reads one response whose length the head tells. */
    public Answer answer() throws IOException {
        return answer(false);
    }

    /** Reads one response; one to HEAD has no body. */
    public Answer answer(final boolean toHead) throws IOException {
        final String status = line();
        final List<String> headers = new ArrayList<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            headers.add(header);
        }
        final Answer head = new Answer(status, headers, new byte[0]);
        final int length =
                toHead ? 0 : head.header("content-length").map(Integer::parseInt).orElse(0);
        final byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("body ended after " + body.length + " of " + length);
        }
        return new Answer(status, headers, body);
    }

    /** Reads to the end of the connection. */
    public String rest() throws IOException {
        return new String(in.readAllBytes(), ISO_8859_1);
    }

    /** Returns whether the server has closed, waiting until it says something. */
    public boolean closed() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String line() throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int value = in.read(); value != '\n'; value = in.read()) {
            if (value < 0) {
                throw new EOFException("connection ended after: " + out.toString(ISO_8859_1));
            }
            out.write(value);
        }
        return out.toString(ISO_8859_1).stripTrailing();
    }
}
