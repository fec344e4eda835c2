package dev.harken.bench.load;

/** What is timed. All in nanoseconds. */
public enum Measure {
    /** From the time a request was due until its reply is complete. Open loop only. */
    LATENCY("latency", "latency", "from the planned send to the last byte of the reply"),
    /** From the time a request was begun, its connection included where it has one of its own. */
    UNCORRECTED("uncorrected", "uncorrected", "from the actual send to the last byte"),
    /** How late a request was begun. Open loop only. */
    SEND_DELAY("send_delay", "send delay", "from the planned to the actual send"),
    /** From connect(2) until the connection is made. */
    CONNECT("connect", "connect", "the TCP handshake"),
    /** From there until TLS is set up. */
    HANDSHAKE("handshake", "handshake", "the TLS handshake"),
    /** From the write of the request to the first byte of the reply. */
    FIRST_BYTE("first_byte", "first byte", "from the write of the request to the first byte"),
    /** From the write of the request to the last byte of the reply. */
    SERVICE("service", "service", "from the write of the request to the last byte");

    private final String label;
    private final String title;
    private final String meaning;

    Measure(final String label, final String title, final String meaning) {
        this.label = label;
        this.title = title;
        this.meaning = meaning;
    }

    /** The name in JSON and CSV. */
    public String label() {
        return label;
    }

    /** The name for people. */
    public String title() {
        return title;
    }

    /** What it means, in a few words. */
    public String meaning() {
        return meaning;
    }
}
