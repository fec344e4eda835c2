package dev.harken.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of the accepted channels. Immutable; what is not set keeps Netty's default, which is
 * TCP_NODELAY on and reading by itself. Options that the listening socket hands down by the kernel
 * (buffers, keep-alive) are better set there: they cost nothing per connection.
 */
public final class ChildOptions {

    private static final ChildOptions NONE = new ChildOptions(Map.of());

    private final Map<ChannelOption<?>, Object> values;

    private ChildOptions(final Map<ChannelOption<?>, Object> values) {
        this.values = values;
    }

    /** Netty's defaults. */
    public static ChildOptions defaults() {
        return NONE;
    }

    /** Any option of the transport in use; one that it doesn't know fails each connection. */
    public <T> ChildOptions with(final ChannelOption<T> option, final T value) {
        final Map<ChannelOption<?>, Object> copy = new LinkedHashMap<>(values);
        copy.put(option, value);
        return new ChildOptions(copy);
    }

    /** TCP_NODELAY; tcp(7). */
    public ChildOptions tcpNoDelay(final boolean on) {
        return with(ChannelOption.TCP_NODELAY, on);
    }

    /** Where buffers come from. */
    public ChildOptions allocator(final ByteBufAllocator allocator) {
        return with(ChannelOption.ALLOCATOR, allocator);
    }

    /** Whether a channel reads without being told to. */
    public ChildOptions autoRead(final boolean on) {
        return with(ChannelOption.AUTO_READ, on);
    }

    /** Whether a channel stays open for writing when the peer has ended its side. */
    public ChildOptions allowHalfClosure(final boolean on) {
        return with(ChannelOption.ALLOW_HALF_CLOSURE, on);
    }

    /** Bytes waiting to be written at which a channel turns unwritable, and writable again. */
    public ChildOptions writeWaterMarks(final int lowBytes, final int highBytes) {
        return with(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(lowBytes, highBytes));
    }

    /** Sets the options of one channel. */
    void apply(final Channel channel) {
        if (values.isEmpty()) {
            return;
        }
        for (final Map.Entry<ChannelOption<?>, Object> entry : values.entrySet()) {
            @SuppressWarnings("unchecked")
            final ChannelOption<Object> option = (ChannelOption<Object>) entry.getKey();
            if (!channel.config().setOption(option, entry.getValue())) {
                throw new IllegalArgumentException(
                        "channel option: "
                                + option.name()
                                + " (expected: one that "
                                + channel.getClass().getSimpleName()
                                + " knows)");
            }
        }
    }
}
