package dev.harken.netty;

import dev.harken.listen.ListenerGroup;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerAdapter;

/** What to serve, checked. */
record ServeRequest(
        ListenerGroup group,
        AcceptStrategy strategy,
        ChannelHandler handler,
        ChildOptions options) {

    ServeRequest {
        if (!group.config().protocol().acceptsConnections()) {
            throw new IllegalArgumentException(
                    "group: " + group + " (expected: a stream protocol, which has connections)");
        }
        if (!shareable(handler)) {
            throw new IllegalArgumentException(
                    "handler: "
                            + handler.getClass().getName()
                            + " (expected: a ChannelInitializer or a @Sharable handler, since every"
                            + " connection gets it)");
        }
    }

    private static boolean shareable(final ChannelHandler handler) {
        return handler instanceof final ChannelHandlerAdapter adapter
                ? adapter.isSharable()
                : handler.getClass().isAnnotationPresent(ChannelHandler.Sharable.class);
    }
}
