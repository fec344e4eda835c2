package dev.harken.listen;

import dev.harken.linux.Errno;

import java.net.SocketException;

/**
 * A listening socket could not be opened as asked for.
 *
 * <p>The message has two lines: the call, the address, the errno and the cause; then the remedy.
 */
public final class ListenException extends SocketException {
    private static final long serialVersionUID = 1L;

    private final int errno;
    private final String remedy;

    ListenException(final String where, final int errno, final Diagnosis diagnosis) {
        super(where + ": " + errnoText(errno) + diagnosis.cause() + "\n" + diagnosis.remedy());
        this.errno = errno;
        this.remedy = diagnosis.remedy();
    }

    /**
     * The errno of the failed call ({@link Errno}), or 0 if every call succeeded but an option did
     * not take effect.
     */
    public int errno() {
        return errno;
    }

    /** The first line of the message: what failed and why. */
    public String problem() {
        final String message = String.valueOf(getMessage());
        return message.substring(0, message.indexOf('\n'));
    }

    /** The second line of the message: what to do. */
    public String remedy() {
        return remedy;
    }

    private static String errnoText(final int errno) {
        return errno == 0 ? "" : Errno.name(errno) + " " + Errno.describe(errno) + "; ";
    }
}
