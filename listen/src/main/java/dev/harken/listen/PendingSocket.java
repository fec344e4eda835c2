package dev.harken.listen;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.SockAddr;
import dev.harken.linux.Sockets;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** One socket on its way from socket(2) to listen(2). For the thread that opens the group. */
final class PendingSocket {
    private final ListenConfig config;
    private final Map<Option, Diagnosis> refused = new EnumMap<>(Option.class);
    private SocketContext context;
    private Optional<UnixFile> file = Optional.empty();

    private PendingSocket(final ListenConfig config, final SocketContext context) {
        this.config = config;
        this.context = context;
    }

    static PendingSocket create(
            final ListenConfig config, final ListenAddress address, final int shard)
            throws ListenException {
        final SocketContext unopened =
                new SocketContext(-1, config.protocol(), address, shard, config.shards());
        final boolean mptcp = config.on(Option.MPTCP);
        int fd = socket(unopened, mptcp);
        final int errno = -fd;
        if (fd < 0 && mptcp && config.optional().contains(Option.MPTCP)) {
            fd = socket(unopened, false);
        }
        if (fd < 0) {
            throw Failures.call(
                    "socket", unopened, -fd, SocketDiagnosis.explain(unopened, mptcp, -fd));
        }
        final PendingSocket socket =
                new PendingSocket(
                        config,
                        new SocketContext(fd, config.protocol(), address, shard, config.shards()));
        if (mptcp && errno > 0) {
            socket.refuse(Option.MPTCP, errno, SocketDiagnosis.explain(unopened, true, errno));
        }
        return socket;
    }

    SocketContext context() {
        return context;
    }

    Map<Option, Diagnosis> refused() {
        return refused;
    }

    Optional<UnixFile> file() {
        return file;
    }

    /** Writes an option; an optional one that the kernel refuses is remembered for the report. */
    void write(final Option option, final OptionValue value) throws ListenException {
        final OptionSpec<?> spec = OptionTable.spec(option);
        final int result = spec.write(context, value);
        if (result >= 0) {
            return;
        }
        if (!config.optional().contains(option)) {
            throw Failures.option(spec, context, -result);
        }
        refuse(option, -result, Failures.explain(spec, context, -result));
    }

    void callHooks() throws IOException {
        final ControlledSocket controlled = new ControlledSocket(context);
        for (final SocketControl control : config.controls()) {
            control.configure(controlled);
        }
    }

    /** Binds, and learns the port that the kernel chose. */
    void bind() throws ListenException {
        int result = bindOnce();
        if (result == -Errno.EADDRINUSE
                && config.replaceStale()
                && context.address() instanceof ListenAddress.UnixPath path
                && UnixFile.removeStale(path.path())) {
            result = bindOnce();
        }
        if (result < 0) {
            throw Failures.call(
                    "bind", context, -result, BindDiagnosis.explain(config, context, -result));
        }
        switch (context.address()) {
            case ListenAddress.Inet inet when inet.port() == 0 ->
                    context = context.at(inet.withPort(boundPort()));
            case ListenAddress.UnixPath path -> file = UnixFile.of(path.path());
            default -> {}
        }
    }

    /** Starts to queue connections. */
    void listen() throws ListenException {
        final int backlog =
                config.options().get(Option.BACKLOG) instanceof OptionValue.Count count
                        ? (int) count.value()
                        : Integer.MAX_VALUE; // the kernel clips it to what the host allows
        final int result = Sockets.listen(context.fd(), backlog);
        if (result < 0) {
            throw Failures.call(
                    "listen", context, -result, BindDiagnosis.explain(config, context, -result));
        }
    }

    void close() {
        file.ifPresent(UnixFile::unlink);
        Descriptors.close(context.fd());
    }

    private void refuse(final Option option, final int errno, final Diagnosis diagnosis) {
        refused.put(
                option,
                new Diagnosis(Errno.name(errno) + "; " + diagnosis.cause(), diagnosis.remedy()));
    }

    private int bindOnce() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment address = arena.allocate(SockAddr.SIZE, Long.BYTES);
            final int length = encode(address);
            return Sockets.bind(context.fd(), address, length);
        }
    }

    private int encode(final MemorySegment target) {
        return switch (context.address()) {
            case ListenAddress.Inet inet -> SockAddr.put(target, inet.socketAddress());
            case ListenAddress.UnixPath path ->
                    SockAddr.putUnixPath(target, path.path().toString());
            case ListenAddress.UnixAbstract name -> SockAddr.putUnixAbstract(target, name.name());
        };
    }

    private int boundPort() throws ListenException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment address = arena.allocate(SockAddr.SIZE, Long.BYTES);
            final MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, SockAddr.SIZE);
            final int result = Sockets.getsockname(context.fd(), address, length);
            if (result < 0) {
                throw Failures.call(
                        "getsockname",
                        context,
                        -result,
                        new Diagnosis("the kernel does not tell the port", "name a port"));
            }
            return SockAddr.port(address);
        }
    }

    private static int socket(final SocketContext socket, final boolean mptcp) {
        final int domain =
                switch (socket.address()) {
                    case ListenAddress.Inet inet ->
                            inet.ipv6() ? Sockets.AF_INET6 : Sockets.AF_INET;
                    case ListenAddress.UnixPath _, ListenAddress.UnixAbstract _ -> Sockets.AF_UNIX;
                };
        final int type =
                socket.protocol() == Protocol.UDP ? Sockets.SOCK_DGRAM : Sockets.SOCK_STREAM;
        return Sockets.socket(
                domain,
                type | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC,
                mptcp ? Sockets.IPPROTO_MPTCP : 0);
    }
}
