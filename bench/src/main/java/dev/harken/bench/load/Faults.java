package dev.harken.bench.load;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http2.Http2Exception;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.NoRouteToHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import javax.net.ssl.SSLException;

/** To which class of errors an exception of Netty belongs. */
final class Faults {

    /**
     * What strerror(3) says, in lower case. Netty keeps the number of a failed connect(2) to
     * itself, so the words decide.
     */
    private static final Map<String, ErrorClass> WORDS =
            Map.ofEntries(
                    Map.entry("refused", ErrorClass.REFUSED),
                    Map.entry("reset by peer", ErrorClass.RESET),
                    Map.entry("connection reset", ErrorClass.RESET),
                    Map.entry("broken pipe", ErrorClass.RESET),
                    Map.entry("timed out", ErrorClass.TIMEOUT),
                    Map.entry("unreachable", ErrorClass.UNREACHABLE),
                    Map.entry("no route", ErrorClass.UNREACHABLE),
                    Map.entry("permission denied", ErrorClass.UNREACHABLE),
                    Map.entry("cannot assign", ErrorClass.LOCAL),
                    Map.entry("too many open files", ErrorClass.LOCAL),
                    Map.entry("already in use", ErrorClass.LOCAL),
                    Map.entry("no buffer space", ErrorClass.LOCAL));

    private Faults() {}

    static ErrorClass classify(final @Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            final Optional<ErrorClass> found = byType(cause).or(byWords(cause));
            if (found.isPresent()) {
                return found.get();
            }
        }
        return thrown instanceof IOException ? ErrorClass.RESET : ErrorClass.BAD_REPLY;
    }

    /** What the innermost cause says, in one line. */
    static String text(final Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        final String text = cause.getMessage();
        return text == null
                ? cause.getClass().getSimpleName()
                : text.lines().findFirst().orElse("");
    }

    private static Optional<ErrorClass> byType(final Throwable cause) {
        return switch (cause) {
            case ConnectTimeoutException _ -> Optional.of(ErrorClass.TIMEOUT);
            case NoRouteToHostException _ -> Optional.of(ErrorClass.UNREACHABLE);
            case SSLException _ -> Optional.of(ErrorClass.TLS);
            case Http2Exception _ -> Optional.of(ErrorClass.BAD_REPLY);
            default -> Optional.empty();
        };
    }

    private static Supplier<Optional<ErrorClass>> byWords(final Throwable cause) {
        return () -> {
            final String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            return WORDS.entrySet().stream()
                    .filter(entry -> cause instanceof IOException && text.contains(entry.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst();
        };
    }
}
