package dev.harken.conf;

/** Where a directive stands. */
enum Context {
    MAIN("main"),
    EVENTS("events"),
    HTTP("http"),
    HTTP_SERVER("server"),
    LOCATION("location"),
    STREAM("stream"),
    STREAM_SERVER("stream server"),
    /** A block of rows instead of directives. */
    ROWS("rows");

    private final String text;

    Context(final String text) {
        this.text = text;
    }

    /** Returns the name in the documentation. */
    String text() {
        return text;
    }
}
