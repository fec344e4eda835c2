package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.harken.server.http.Response.Header;
import dev.harken.server.text.Text;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Answers with a {@code return} directive. */
final class ReturnContent implements Content {
    private static final int FIRST_ERROR = 400;
    private static final int BELOW_REDIRECTS = 300;

    private final int status;
    private final Text<Exchange> text;
    private final boolean redirect;
    private final String type;

    /** The answer to everything, where it can be known in advance. */
    private final @Nullable Response constant;

    /**
     * Prepares the directive for one location.
     *
     * @param text the body, or the address to redirect to
     * @param redirect whether it is the latter
     */
    ReturnContent(
            final int status,
            final Text<Exchange> text,
            final boolean redirect,
            final Settings settings) {
        this.status = status;
        this.text = text;
        this.redirect = redirect && !text.isEmpty();
        this.type = settings.defaultType();
        this.constant = constant(settings);
    }

    @Override
    public Response answer(final Exchange exchange) {
        if (constant != null) {
            return constant;
        }
        if (!redirect) {
            return Response.of(
                    status, type, text.bytes(exchange.connection.worker.scratch(), exchange));
        }
        final String target =
                Redirects.absolute(
                        exchange, text.latin1(exchange.connection.worker.scratch(), exchange));
        return exchange.settings
                .errorPages()
                .page(status, List.of(new Header(HeaderNames.LOCATION, target)));
    }

    private @Nullable Response constant(final Settings settings) {
        if (!text.isConstant()) {
            return null;
        }
        final byte[] bytes = text.constantBytes();
        if (redirect) {
            final String target = new String(bytes, ISO_8859_1);
            if (target.startsWith("/")) {
                return null;
            }
            final Header location = new Header(HeaderNames.LOCATION, Redirects.printable(target));
            return settings.errorPages().page(status, List.of(location)).asConstant();
        }
        if (bytes.length == 0 && (status >= FIRST_ERROR || status >= BELOW_REDIRECTS)) {
            return settings.errorPages().page(status);
        }
        return Response.of(status, type, bytes).asConstant();
    }
}
