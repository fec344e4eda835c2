package dev.harken.conf;

/**
 * A {@code return} directive.
 *
 * <p>Without a text, a status of 400 and above answers with the standard page, one below with an
 * empty body. Status 444 closes the connection without an answer.
 *
 * @param status 0..999
 * @param text the body, or for 301, 302, 303, 307 and 308 the location; may be empty
 */
public record ReturnAction(int status, Template text) {
    /** Returns whether the text is a location to redirect to. */
    public boolean isRedirect() {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }
}
