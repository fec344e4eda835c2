package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.server.http.Response.Header;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The built-in error pages: nginx's layout under our name, made once per configuration. */
final class ErrorPages {
    private static final String TYPE = "text/html";
    private static final int FIRST = 300;
    private static final int LIMIT = 600;

    /** By signature, of which there are as many as values of {@code server_tokens}. */
    private static final Map<String, ErrorPages> SHARED = new ConcurrentHashMap<>();

    private final String signature;
    private final Response[] pages = new Response[LIMIT];

    /**
     * Returns the pages, which all servers with the same signature share: they are many.
     *
     * @param signature what stands under the line, such as {@code harken/0.1.0}
     */
    static ErrorPages of(final String signature) {
        return SHARED.computeIfAbsent(signature, ErrorPages::new);
    }

    private ErrorPages(final String signature) {
        this.signature = signature;
        for (int code = FIRST; code < LIMIT; code++) {
            pages[code] =
                    Response.of(Statuses.visible(code), TYPE, List.of(), html(code)).asConstant();
        }
    }

    /** Returns the page for a status from 300 to 599, else an answer without body. */
    Response page(final int code) {
        return code >= FIRST && code < LIMIT
                ? pages[code]
                : Response.of(code, "", List.of(), new byte[0]);
    }

    /** Returns the page for {@code code} with header fields of this one answer. */
    Response page(final int code, final List<Header> headers) {
        final Response page = page(code);
        return new Response(page.status(), TYPE, headers, page.body(), page.length(), false);
    }

    private byte[] html(final int code) {
        final String detail =
                switch (code) {
                    case Statuses.HEADER_TOO_LARGE -> "Request Header Or Cookie Too Large";
                    case Statuses.PLAIN_TO_TLS -> "The plain HTTP request was sent to HTTPS port";
                    default -> "";
                };
        final String heading = Statuses.title(Statuses.visible(code));
        final String title = detail.isEmpty() ? heading : "400 " + detail;
        return ("<html>\r\n<head><title>"
                        + title
                        + "</title></head>\r\n<body>\r\n<center><h1>"
                        + heading
                        + "</h1></center>\r\n"
                        + (detail.isEmpty() ? "" : "<center>" + detail + "</center>\r\n")
                        + "<hr><center>"
                        + signature
                        + "</center>\r\n</body>\r\n</html>\r\n")
                .getBytes(US_ASCII);
    }
}
