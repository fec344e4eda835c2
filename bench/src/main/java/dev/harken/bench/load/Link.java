package dev.harken.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * One connection, from connect(2) to close(2), in a {@link Slot} that lives on. Last handler of its
 * channel; loop thread only.
 */
final class Link extends ChannelInboundHandlerAdapter {

    private enum State {
        CONNECTING,
        SECURING,
        /** Connected, but the protocol is not ready to take calls. */
        SETTLING,
        READY,
        /** Takes no more calls, ends with the last of those it has. */
        RETIRING,
        OVER
    }

    private final Slot slot;
    private final Lane lane;

    private State state = State.CONNECTING;
    private boolean everReady;
    private long begunNanos;
    private long connectedNanos;
    private @Nullable Channel channel;
    private @Nullable Wire wire;

    Link(final Slot slot, final Lane lane) {
        this.slot = slot;
        this.lane = lane;
    }

    /** Opens the socket and begins to connect; the outcome may come before this returns. */
    void connect() {
        final Channel opened;
        try {
            opened = lane.dialer().open();
        } catch (final ChannelException noSocket) {
            fail(noSocket);
            return;
        }
        channel = opened;
        wire = lane.wiring().install(opened.pipeline(), this);
        begunNanos = System.nanoTime();
        final var _ = lane.dialer().connect(opened).addListener(this::connected);
    }

    boolean takesCalls() {
        return state == State.READY;
    }

    /** Whether it has ever been able to take a call. */
    boolean wasEverReady() {
        return everReady;
    }

    /** Whether the connection still isn't made although it was begun before a time. */
    boolean isStuck(final long sinceNanos) {
        return !everReady && begunNanos - sinceNanos < 0;
    }

    void send(final Call call) {
        call.sent(System.nanoTime());
        wire().send(call);
    }

    void abandon(final Call call) {
        wire().abandon(call);
    }

    /** Takes no more calls. */
    void retire() {
        if (state == State.READY) {
            state = State.RETIRING;
        }
    }

    /** Closes the connection without a word to the slot. */
    void close() {
        state = State.OVER;
        if (channel != null) {
            final var _ = channel.close();
        }
    }

    /** The connection can't be used any longer. */
    void broke(final ErrorClass error) {
        end(error);
    }

    /** Called by the wire when calls can be sent. */
    void ready() {
        if (state == State.SETTLING) {
            state = State.READY;
            everReady = true;
            slot.ready(this);
        }
    }

    /** Called by the wire: bytes have come. */
    void received(final int count) {
        lane.tally().bytes += count;
    }

    /** Called by the wire: a reply is complete. */
    void replied(final Call call, final int status, final boolean keepsAlive) {
        if (state == State.OVER) {
            return;
        }
        if (!keepsAlive || !lane.keepsAlive()) {
            retire();
        }
        slot.replied(this, call, status);
    }

    /** Called by the wire: one call has failed, the connection lives. */
    void failed(final Call call, final ErrorClass error) {
        if (state != State.OVER) {
            slot.failed(this, call, error);
        }
    }

    /** Called by the slot when no call is left: a retired connection ends. */
    boolean endsWhenIdle() {
        return state == State.RETIRING;
    }

    void write(final ByteBuf bytes) {
        final Channel open = Objects.requireNonNull(channel);
        final var _ = open.writeAndFlush(bytes, open.voidPromise());
    }

    ChannelHandlerContext context(final ChannelHandler handler) {
        return Objects.requireNonNull(channel).pipeline().context(handler);
    }

    private void connected(final Future<?> connecting) {
        if (state != State.CONNECTING) {
            return;
        }
        if (!connecting.isSuccess()) {
            fail(connecting.cause());
            return;
        }
        connectedNanos = System.nanoTime();
        lane.connected(begunNanos, connectedNanos);
        if (lane.wiring().isEncrypted()) {
            state = State.SECURING;
        } else {
            settle();
        }
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext context, final Object event) {
        if (state == State.SECURING && event instanceof final SslHandshakeCompletionEvent done) {
            final String required = lane.wiring().requiredProtocol();
            if (!done.isSuccess()
                    || !(required.isEmpty() || required.equals(chosenProtocol(context)))) {
                lane.explain(ErrorClass.TLS, done.cause());
                end(ErrorClass.TLS);
            } else {
                lane.secured(begunNanos, System.nanoTime() - connectedNanos);
                settle();
            }
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) {
        end(state == State.SECURING ? ErrorClass.TLS : null);
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        if (state != State.CONNECTING) {
            fail(cause);
        }
    }

    private void settle() {
        state = State.SETTLING;
        wire().connected();
    }

    private void fail(final @Nullable Throwable cause) {
        final ErrorClass error = Faults.classify(cause);
        lane.explain(error, cause);
        end(error);
    }

    private void end(final @Nullable ErrorClass error) {
        if (state == State.OVER) {
            return;
        }
        close();
        slot.lost(this, error);
    }

    private Wire wire() {
        return Objects.requireNonNull(wire);
    }

    private static String chosenProtocol(final ChannelHandlerContext context) {
        final SslHandler handler = context.pipeline().get(SslHandler.class);
        final @Nullable String chosen = handler == null ? null : handler.applicationProtocol();
        return chosen == null ? "" : chosen;
    }
}
