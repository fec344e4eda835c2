package dev.harken.netty;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The transport in use and why it is that one: {@code io_uring}, or what stood in its way.
 *
 * @param reason one line for the person who starts the program
 */
public record TransportChoice(Transport transport, String reason) {

    private static final Path IO_URING_DISABLED = Path.of("/proc/sys/kernel/io_uring_disabled");

    /**
     * Tries the transports in order of preference and takes the first that works here. Loads native
     * libraries; any thread.
     *
     * @throws IllegalStateException if one transport was asked for by name and this host refuses it
     */
    public static TransportChoice choose(final TransportPreference preference) {
        return choose(preference, TransportChoice::obstacle);
    }

    static TransportChoice choose(
            final TransportPreference preference,
            final Function<Transport, Optional<String>> obstacles) {
        return switch (preference) {
            case AUTO -> best(obstacles);
            case IO_URING -> demanded(Transport.IO_URING, obstacles);
            case EPOLL -> demanded(Transport.EPOLL, obstacles);
            case NIO -> new TransportChoice(Transport.NIO, "asked for");
        };
    }

    private static TransportChoice best(final Function<Transport, Optional<String>> obstacles) {
        final Optional<String> noUring = obstacles.apply(Transport.IO_URING);
        if (noUring.isEmpty()) {
            return new TransportChoice(Transport.IO_URING, "works on this host");
        }
        final Optional<String> noEpoll = obstacles.apply(Transport.EPOLL);
        if (noEpoll.isEmpty()) {
            return new TransportChoice(Transport.EPOLL, "no io_uring: " + noUring.get());
        }
        return new TransportChoice(
                Transport.NIO, "no io_uring: " + noUring.get() + "; no epoll: " + noEpoll.get());
    }

    private static TransportChoice demanded(
            final Transport transport, final Function<Transport, Optional<String>> obstacles) {
        final Optional<String> obstacle = obstacles.apply(transport);
        if (obstacle.isPresent()) {
            throw new IllegalStateException(
                    "transport " + transport + " does not work on this host: " + obstacle.get());
        }
        return new TransportChoice(transport, "asked for");
    }

    private static Optional<String> obstacle(final Transport transport) {
        return switch (transport) {
            case IO_URING ->
                    IoUring.isAvailable()
                            ? Optional.empty()
                            : Optional.of(describe(IoUring.unavailabilityCause()) + sysctl());
            case EPOLL ->
                    Epoll.isAvailable()
                            ? Optional.empty()
                            : Optional.of(describe(Epoll.unavailabilityCause()));
            case NIO -> Optional.empty();
        };
    }

    private static String sysctl() {
        try {
            final String value = Files.readString(IO_URING_DISABLED).strip();
            return value.equals("0") ? "" : " (sysctl kernel.io_uring_disabled is " + value + ")";
        } catch (final IOException absent) {
            return "";
        }
    }

    private static String describe(final @Nullable Throwable cause) {
        if (cause == null) {
            return "unknown cause";
        }
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        final String message = root.getMessage();
        return message == null ? root.getClass().getSimpleName() : message;
    }
}
