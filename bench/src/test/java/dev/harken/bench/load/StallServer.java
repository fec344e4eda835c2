package dev.harken.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/**
 * An HTTP server on loopback that answers each request after a time of the test's choosing, one
 * thread per connection, and counts.
 */
final class StallServer implements AutoCloseable {

    private static final byte[] REPLY =
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n".getBytes(StandardCharsets.US_ASCII);
    private static final int END = 0x0d0a0d0a;

    private final ServerSocket listener;
    private final LongUnaryOperator answerAtNanos;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /**
     * A server.
     *
     * @param answerAtNanos at what {@link System#nanoTime} a request that came at one is answered
     */
    StallServer(final LongUnaryOperator answerAtNanos) throws IOException {
        this.answerAtNanos = answerAtNanos;
        this.listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    /** Answers nothing for {@code stall} in the middle of each {@code period}. */
    static StallServer stalling(final Duration stall, final Duration period) throws IOException {
        final AtomicLong first = new AtomicLong(Long.MIN_VALUE);
        final long begins = (period.toNanos() - stall.toNanos()) / 2;
        return new StallServer(
                now -> {
                    first.compareAndSet(Long.MIN_VALUE, now);
                    final long phase = (now - first.get()) % period.toNanos();
                    final boolean stalls = phase >= begins && phase < begins + stall.toNanos();
                    return stalls ? now + begins + stall.toNanos() - phase : now;
                });
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/";
    }

    long answered() {
        return answered.get();
    }

    long accepted() {
        return accepted.get();
    }

    private void accept() {
        try {
            while (true) {
                final Socket socket = listener.accept();
                accepted.incrementAndGet();
                open.add(socket);
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        } catch (final SocketException closed) {
            // The test is over.
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void serve(final Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            final InputStream input = socket.getInputStream();
            final OutputStream output = socket.getOutputStream();
            final byte[] bytes = new byte[8192];
            int last = 0;
            for (int count = input.read(bytes); count > 0; count = input.read(bytes)) {
                for (int index = 0; index < count; index++) {
                    last = last << 8 | bytes[index] & 0xff;
                    if (last == END) {
                        answer(output);
                    }
                }
            }
        } catch (final IOException gone) {
            // The client has what it wanted.
        } finally {
            open.remove(socket);
        }
    }

    private void answer(final OutputStream output) throws IOException {
        final long at = answerAtNanos.applyAsLong(System.nanoTime());
        for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        answered.incrementAndGet();
        output.write(REPLY);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (final Socket socket : open) {
            socket.close();
        }
    }
}
