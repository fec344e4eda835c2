package dev.harken.server.stream;

import dev.harken.server.text.TextBuffer;
import dev.harken.server.text.WorkerClock;

/** What one serving thread keeps for its stream sessions; used by that thread alone. */
final class StreamWorker {
    private final int index;
    private final WorkerClock clock = new WorkerClock();
    private final TextBuffer scratch = new TextBuffer();

    /** Makes the state of the thread whose access log queue has that index. */
    StreamWorker(final int index) {
        this.index = index;
    }

    int index() {
        return index;
    }

    WorkerClock clock() {
        return clock;
    }

    /** Returns what a session is told. */
    byte[] answer(final StreamServer server, final StreamSession session) {
        scratch.clear();
        return server.text().bytes(scratch, session);
    }

    /** Records a finished session. */
    void logAccess(final StreamServer server, final StreamSession session) {
        for (final StreamServer.AccessEntry entry : server.accessLogs()) {
            scratch.clear();
            entry.line().appendTo(scratch, session);
            entry.log().append(index, scratch);
        }
    }
}
