package dev.harken.listen;

/**
 * The connections that wait to be accepted.
 *
 * @param length connections in the queue now
 * @param limit the limit; the kernel queues one more than this before it drops
 */
public record AcceptQueue(int length, int limit) {
    /** Whether the next connection would be dropped. */
    public boolean full() {
        return length > limit;
    }
}
