import dev.harken.listen.ListenConfig;
import dev.harken.netty.AcceptStrategy;
import dev.harken.netty.Affinity;
import dev.harken.netty.Workers;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;

/**
 * A sharded server in ten lines: one listening socket and one pinned event loop per worker, all on
 * one port, with a Netty pipeline of your own.
 *
 * <pre>{@code
 * java --enable-native-access=ALL-UNNAMED -cp 'lib/*' examples/embed/ShardedEcho.java 127.0.0.1:7777
 * }</pre>
 */
public final class ShardedEcho {

    private ShardedEcho() {}

    /** Listens on the address of the first argument until the process ends. */
    public static void main(final String[] arguments) throws Exception {
        final int count = Runtime.getRuntime().availableProcessors();
        try (var group = ListenConfig.tcp(arguments[0]).shards(count).build().open();
                var workers = Workers.builder().count(count).affinity(Affinity.auto()).build()) {
            workers.serve(group, AcceptStrategy.reuseport(), new EchoInitializer());
            System.out.println(group + " on " + workers + ": " + workers.transport().reason());
            Thread.currentThread().join();
        }
    }

    private static final class EchoInitializer extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(final Channel channel) {
            channel.pipeline()
                    .addLast(
                            new ChannelInboundHandlerAdapter() {
                                @Override
                                public void channelRead(
                                        final ChannelHandlerContext context, final Object message) {
                                    context.writeAndFlush(message);
                                }
                            });
        }
    }
}
