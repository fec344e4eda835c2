package dev.harken.bench.load;

/** Which HTTP a load speaks. */
public enum HttpVersion {
    /** One request at a time on a connection; RFC 9112. */
    HTTP_1_1("HTTP/1.1"),
    /**
     * Several at a time; RFC 9113. Over TLS by ALPN, and the run fails where the server chooses
     * another; without TLS by prior knowledge.
     */
    HTTP_2("HTTP/2");

    private final String label;

    HttpVersion(final String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
