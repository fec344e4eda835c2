package dev.harken.server.lifecycle;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.SignalFd;
import dev.harken.linux.Signals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.SocketException;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The thread that receives the process's signals, by signalfd(2).
 *
 * <p>The launcher starts the JVM with these signals blocked, so none is lost or kills the process
 * before this thread runs: they wait in the kernel. The thread is a daemon and ends with the
 * process.
 */
public final class SignalThread {
    private SignalThread() {}

    /**
     * Starts the thread.
     *
     * @param receiver called on the signal thread for every signal received; must not block for
     *     long
     * @throws SocketException when the kernel gives no descriptor
     */
    public static void start(final Consumer<ServerSignal> receiver) throws SocketException {
        final int fd = open();
        if (fd < 0) {
            throw new SocketException("signalfd: " + Errno.name(-fd) + " " + Errno.describe(-fd));
        }
        final Thread thread = new Thread(() -> receive(fd, receiver), "harken-signals");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the names of the signals that have to be blocked, separated by commas. */
    static String names() {
        return Arrays.stream(ServerSignal.values())
                .map(ServerSignal::name)
                .collect(Collectors.joining(","));
    }

    private static int open() {
        final ServerSignal[] signals = ServerSignal.values();
        final int[] numbers = new int[signals.length];
        for (int i = 0; i < signals.length; i++) {
            numbers[i] = signals[i].number();
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(Signals.SET_BYTES, Long.BYTES);
            Signals.putSet(mask, numbers);
            return SignalFd.signalfd(-1, mask, SignalFd.SFD_CLOEXEC);
        }
    }

    private static void receive(final int fd, final Consumer<ServerSignal> receiver) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment info = arena.allocate(SignalFd.INFO_BYTES, Long.BYTES);
            while (Descriptors.read(fd, info, info.byteSize()) == info.byteSize()) {
                ServerSignal.of(SignalFd.signal(info)).ifPresent(receiver);
            }
        }
    }
}
