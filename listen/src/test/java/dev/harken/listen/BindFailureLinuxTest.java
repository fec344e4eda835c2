package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harken.linux.Errno;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every way for a bind to fail, with cause in the first line and remedy in the second. */
@ExtendWith(LeakExtension.class)
class BindFailureLinuxTest {
    @Test
    void aPortOfAnotherProcessNamesItsPidCommandAndUser() {
        try (Holder holder = Holder.start("127.0.0.1", "0")) {
            final ListenException failure = refused(tcp(holder.port()));
            assertThat(failure.errno()).isEqualTo(Errno.EADDRINUSE);
            assertThat(failure.problem())
                    .startsWith(
                            "bind 127.0.0.1:%d: EADDRINUSE address already in use; %s"
                                    .formatted(holder.port(), holder.name()))
                    .endsWith(" of user root holds 127.0.0.1:" + holder.port());
            assertThat(failure.remedy())
                    .isEqualTo("stop it: kill %d, or choose another port".formatted(holder.pid()));
        }
    }

    @Test
    void aPortOfThisProcessNamesTheDescriptor() throws IOException {
        try (ListenerGroup group = tcp(0).build().open()) {
            final int port = port(group);
            final ListenException failure = refused(tcp(port));
            assertThat(failure.problem())
                    .endsWith(
                            "; this process (fd %d) of user %s holds 127.0.0.1:%d"
                                    .formatted(
                                            group.listeners().getFirst().fd(),
                                            System.getProperty("user.name"),
                                            port));
            assertThat(failure.remedy()).isEqualTo("close it, or choose another port");
        }
    }

    @Test
    void aHolderThatSharesIsJoinedByShards() throws IOException {
        try (ListenerGroup group = tcp(0).shards(2).build().open()) {
            assertThat(refused(tcp(port(group))).remedy())
                    .isEqualTo("close it, or choose another port; shards(n) joins its group");
        }
    }

    @Test
    void shardsNeedAHolderWithReusePort() {
        try (Holder holder = Holder.start("127.0.0.1", "0")) {
            final ListenException failure = refused(tcp(holder.port()).shards(2));
            assertThat(failure.problem())
                    .contains("bind 127.0.0.1:%d (shard 0): EADDRINUSE".formatted(holder.port()))
                    .endsWith("holds 127.0.0.1:%d without SO_REUSEPORT".formatted(holder.port()));
            assertThat(failure.remedy())
                    .isEqualTo(
                            "restart the holder with SO_REUSEPORT (nginx: listen … reuseport), or"
                                    + " stop it: kill "
                                    + holder.pid());
        }
    }

    @Test
    void aGroupIsNeverSharedWithAnotherUser() {
        try (Holder holder = Holder.startAsNobody("127.0.0.1", "0", "reuseport")) {
            final ListenException failure = refused(tcp(holder.port()).shards(2));
            assertThat(failure.problem())
                    .contains("of user nobody holds 127.0.0.1:" + holder.port())
                    .endsWith("; sockets of different users (root here) never share a port");
            assertThat(failure.remedy())
                    .isEqualTo("run as nobody, or stop it: kill " + holder.pid());
        }
    }

    @Test
    void joiningAGroupOfAnotherProcessIsReported() throws IOException {
        try (Holder holder = Holder.start("127.0.0.1", "0", "reuseport");
                ListenerGroup group = tcp(holder.port()).shards(2).build().open()) {
            assertThat(group.report().notes())
                    .singleElement()
                    .asString()
                    .startsWith("is shared with " + holder.name())
                    .endsWith(
                            "of user root (sockets: 1): the kernel spreads connections over all of"
                                    + " them");
        }
    }

    @Test
    void aMoreSpecificAddressOfAnotherProcessIsReported() throws IOException {
        try (Holder holder = Holder.start("127.0.0.1", "0", "reuseport");
                ListenerGroup group =
                        ListenConfig.tcp("0.0.0.0:" + holder.port()).shards(2).build().open()) {
            assertThat(group.report().notes())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "overlaps 127.0.0.1:%d of %s".formatted(holder.port(), holder.name()))
                    .endsWith("the more specific address gets its connections");
        }
    }

    @Test
    void aGroupAloneHasNoNotes() throws IOException {
        final ListenerGroup first = tcp(0).shards(2).build().open();
        final int port = port(first);
        first.close();
        try (ListenerGroup again = tcp(port).shards(2).build().open()) {
            assertThat(again.report().notes()).isEmpty();
        }
    }

    @Test
    void anotherUsersProcessIsNotNamedButItsUserIs() throws Exception {
        try (Holder holder = Holder.start("127.0.0.1", "0")) {
            final String attempt = "tcp=127.0.0.1:" + holder.port();
            final Map<String, String> answers = AttemptProcess.asNobody(attempt);
            assertThat(answers.get(attempt).lines())
                    .containsExactly(
                            "bind 127.0.0.1:%d: EADDRINUSE address already in use; a process of user root that this user may not see holds 127.0.0.1:%d"
                                    .formatted(holder.port(), holder.port()),
                            "stop it, or choose another port");
        }
    }

    @Test
    void onlyTimeWaitRemains() throws Exception {
        PrivateNetwork.run(
                () -> {
                    final int port = leaveTimeWait();
                    final ListenException failure = refused(tcp(port).reuseAddress(false));
                    assertThat(failure.problem())
                            .endsWith(
                                    "nobody listens, only ended connections in TIME_WAIT (1) hold"
                                            + " the port");
                    assertThat(failure.remedy())
                            .isEqualTo("leave reuseAddress on, or wait 60 seconds");
                    tcp(port).build().open().close();
                });
    }

    @Test
    void shardsThatWantThePortWhollyFreeDoNotBindBesideTimeWait() throws Exception {
        PrivateNetwork.run(
                () -> {
                    final int port = leaveTimeWait();
                    assertThat(refused(tcp(port).shards(2).reuseAddress(false)).problem())
                            .contains("(shard 0)")
                            .endsWith("in TIME_WAIT (1) hold the port");
                    tcp(port).shards(2).build().open().close();
                });
    }

    @Test
    void shardsThatWantThePortWhollyFreeJoinNobody() throws IOException {
        try (ListenerGroup group = tcp(0).shards(2).build().open()) {
            final ListenException failure = refused(tcp(port(group)).shards(2).reuseAddress(false));
            assertThat(failure.problem())
                    .endsWith(", and reuseAddress(false) wants the port wholly free");
            assertThat(failure.remedy())
                    .isEqualTo("close it, or leave reuseAddress on to join its group");
        }
    }

    @Test
    void connectionsOutliveTheirListener() {
        try (Holder holder = Holder.start("127.0.0.1", "0", "connect")) {
            final ListenException failure = refused(tcp(holder.port()).reuseAddress(false));
            assertThat(failure.problem())
                    .contains(
                            "nobody listens, but connections of the port are still open (1), one by"
                                    + " "
                                    + holder.name());
            assertThat(failure.remedy())
                    .startsWith("leave reuseAddress on, or wait for them to end");
        }
    }

    @Test
    void aBoundSocketThatDoesNotListenIsFound() {
        try (Holder holder = Holder.start("127.0.0.1", "0", "bound")) {
            final ListenException failure = refused(tcp(holder.port()));
            assertThat(failure.errno()).isEqualTo(Errno.EADDRINUSE);
            assertThat(failure.problem()).contains(holder.name());
            assertThat(failure.remedy()).contains("kill " + holder.pid());
        }
    }

    @Test
    void anIpv6WildcardClashesWithIpv4() {
        try (Holder holder = Holder.start("127.0.0.1", "0")) {
            final int port = holder.port();
            final ListenException failure = refused(ListenConfig.tcp(":" + port));
            assertThat(failure.problem())
                    .contains("bind [::]:%d: EADDRINUSE".formatted(port))
                    .contains(
                            "[::]:%d takes IPv4 connections too, and %s"
                                    .formatted(port, holder.name()))
                    .endsWith("holds 127.0.0.1:" + port);
            assertThat(failure.remedy())
                    .isEqualTo("ipv6Only(true), or stop it: kill " + holder.pid());
        }
    }

    @Test
    void ipv4ClashesWithAnIpv6WildcardUnlessItIsIpv6Only() throws IOException {
        try (Holder holder = Holder.start("::", "0")) {
            final ListenException failure = refused(tcp(holder.port()));
            assertThat(failure.problem())
                    .contains("[::]:%d takes IPv4 connections too".formatted(holder.port()));
            assertThat(failure.remedy())
                    .isEqualTo(
                            "make the holder IPv6-only (nginx: ipv6only=on), or stop it: kill "
                                    + holder.pid());
        }
        try (Holder holder = Holder.start("::", "0", "v6only");
                ListenerGroup group = tcp(holder.port()).build().open()) {
            assertThat(group.isOpen()).isTrue();
        }
    }

    @Test
    void anIpv6OnlySocketDoesNotBlameIpv4() {
        try (Holder ipv4 = Holder.start("127.0.0.1", "0");
                Holder ipv6 = Holder.start("::1", Integer.toString(ipv4.port()), "v6only")) {
            final ListenException failure =
                    refused(ListenConfig.tcp("[::]:" + ipv4.port()).ipv6Only(true));
            assertThat(failure.problem())
                    .contains(ipv6.name())
                    .endsWith("holds [::1]:" + ipv4.port());
            assertThat(failure.remedy()).startsWith("stop it: kill " + ipv6.pid());
        }
    }

    @Test
    void aUdpPortInUseNamesItsHolder() {
        try (Holder holder = Holder.start("127.0.0.1", "0", "udp")) {
            assertThat(refused(ListenConfig.udp("127.0.0.1:" + holder.port())).problem())
                    .contains(holder.name());
        }
    }

    @Test
    void noPortIsFree() throws Exception {
        PrivateNetwork.run(
                () -> {
                    PrivateNetwork.sysctl("net.ipv4.ip_local_port_range", "40000 40001");
                    final List<ListenerGroup> groups = new ArrayList<>();
                    try {
                        groups.add(tcp(0).build().open());
                        groups.add(tcp(0).build().open());
                        final ListenException failure = refused(tcp(0));
                        assertThat(failure.problem())
                                .endsWith("no port is free between 40000 and 40001");
                        assertThat(failure.remedy())
                                .startsWith(
                                        "widen the range: sysctl -w net.ipv4.ip_local_port_range=");
                    } finally {
                        groups.forEach(ListenerGroup::close);
                    }
                });
    }

    @Test
    void aPrivilegedPortNeedsACapabilityOrASysctl() throws Exception {
        final Map<String, String> answers =
                PrivateNetwork.call(() -> AttemptProcess.asNobody("privilegedPort"));
        assertThat(answers.get("privilegedPort").lines())
                .containsExactly(
                        "bind 127.0.0.1:81: EACCES permission denied; ports below 1024 need"
                                + " CAP_NET_BIND_SERVICE",
                        "grant it: AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit, or"
                                + " setpriv --inh-caps +net_bind_service --ambient-caps"
                                + " +net_bind_service COMMAND; or sysctl -w"
                                + " net.ipv4.ip_unprivileged_port_start=81; or listen on 1024 or"
                                + " above");
    }

    @Test
    void theSysctlOfTheRemedyAllowsThePort() throws Exception {
        final Map<String, String> answers =
                PrivateNetwork.call(
                        () -> {
                            PrivateNetwork.sysctl("net.ipv4.ip_unprivileged_port_start", 81);
                            return AttemptProcess.asNobody("privilegedPort");
                        });
        assertThat(answers.get("privilegedPort")).startsWith(Attempts.OPENED);
    }

    @Test
    void theCapabilityOfTheRemedyAllowsThePort() throws Exception {
        final Map<String, String> answers =
                PrivateNetwork.call(
                        () -> AttemptProcess.asNobodyWith("net_bind_service", "privilegedPort"));
        assertThat(answers.get("privilegedPort")).startsWith(Attempts.OPENED);
    }

    @Test
    void anAddressOfAnotherHostIsRefusedWithThoseOfThisHost() throws Exception {
        PrivateNetwork.run(
                () -> {
                    final ListenException failure = refused(ListenConfig.tcp("192.0.2.1:0"));
                    assertThat(failure.problem())
                            .isEqualTo(
                                    "bind 192.0.2.1:0: EADDRNOTAVAIL cannot assign requested"
                                            + " address; this host does not have the address; it"
                                            + " has 127.0.0.1");
                    assertThat(failure.remedy())
                            .isEqualTo(
                                    "listen on one of them, or on 0.0.0.0 for all; freeBind() binds"
                                            + " before the address comes, transparent() to foreign"
                                            + " ones");
                    ListenConfig.tcp("192.0.2.1:0").freeBind().build().open().close();
                    ListenConfig.tcp("192.0.2.1:0").transparent().build().open().close();
                });
    }

    @Test
    void anIpv6AddressOfAnotherHostIsRefusedWithThoseOfThisHost() throws Exception {
        PrivateNetwork.run(
                () -> {
                    final ListenException failure = refused(ListenConfig.tcp("[2001:db8::1]:0"));
                    assertThat(failure.problem())
                            .contains("EADDRNOTAVAIL")
                            .endsWith("this host does not have the address; it has ::1");
                    assertThat(failure.remedy()).contains("or on [::] for all", "freeBind()");
                    ListenConfig.tcp("[2001:db8::1]:0").freeBind().build().open().close();
                });
    }

    @Test
    void ipv6ThatIsSwitchedOffIsSaidToBe() throws Exception {
        PrivateNetwork.run(
                () -> {
                    PrivateNetwork.sysctl("net.ipv6.conf.all.disable_ipv6", 1);
                    final ListenException failure = refused(ListenConfig.tcp("[::1]:0"));
                    assertThat(failure.problem())
                            .endsWith(
                                    "IPv6 is switched off here"
                                            + " (net.ipv6.conf.all.disable_ipv6=1)");
                    assertThat(failure.remedy())
                            .isEqualTo(
                                    "sysctl -w net.ipv6.conf.all.disable_ipv6=0, or listen on an"
                                            + " IPv4 address");
                });
    }

    @Test
    void aLinkLocalAddressNeedsItsInterface() throws Exception {
        PrivateNetwork.run(
                () -> {
                    final ListenException failure = refused(ListenConfig.tcp("[fe80::1]:80"));
                    assertThat(failure.problem())
                            .contains("EINVAL")
                            .endsWith("a link-local address belongs to an interface");
                    assertThat(failure.remedy())
                            .startsWith("name it: [fe80::1%INTERFACE]:80, with one of: ");
                });
    }

    @Test
    void aForbiddenAddressFamilyIsSaidToBe() {
        assertThat(AttemptProcess.forbidden(Errno.EAFNOSUPPORT, "socket", 0, 10, "ipv6"))
                .containsExactly(
                        "socket [::1]:0: EAFNOSUPPORT address family not supported by protocol;"
                                + " IPv6 is not available to this process (ipv6.disable=1 at boot,"
                                + " or RestrictAddressFamilies= of the unit)",
                        "listen on an IPv4 address, 0.0.0.0 say, or allow AF_INET6");
    }

    @Test
    void aPolicyThatForbidsSocketsIsNamedAsSuch() {
        assertThat(AttemptProcess.forbidden(Errno.EPERM, "socket", 0, 2, "plain"))
                .containsExactly(
                        "socket 127.0.0.1:0: EPERM operation not permitted; this process may not"
                                + " create tcp sockets (seccomp or LSM policy)",
                        "loosen the policy of the container or unit");
    }

    @Test
    void anOptionThatTheKernelLacksIsNamed() {
        final int busyPoll = 46;
        assertThat(
                        AttemptProcess.forbidden(
                                Errno.ENOPROTOOPT, "setsockopt", 2, busyPoll, "busyPoll"))
                .containsExactly(
                        "busyPoll (setsockopt SO_BUSY_POLL) 127.0.0.1:0: ENOPROTOOPT protocol not"
                                + " available; the kernel has no such option for this kind of"
                                + " socket",
                        "leave it out, or use a kernel or a protocol that has it; or go on without"
                                + " it: optional(Option.BUSY_POLL)");
        assertThat(
                        AttemptProcess.forbidden(Errno.EPERM, "setsockopt", 2, busyPoll, "busyPoll")
                                .getFirst())
                .endsWith(
                        "EPERM operation not permitted; raising the busy-poll time needs"
                                + " CAP_NET_ADMIN");
    }

    @Test
    void aHolderThatCantBeFoundOutIsSaidToBe() {
        final int netlink = 16;
        try (Holder holder = Holder.start("127.0.0.1", "0")) {
            assertThat(
                            AttemptProcess.forbidden(
                                    Errno.EACCES,
                                    "socket",
                                    0,
                                    netlink,
                                    "tcp=127.0.0.1:" + holder.port()))
                    .containsExactly(
                            "bind 127.0.0.1:%d: EADDRINUSE address already in use; another socket holds it; which one can't be found out (sock_diag: EACCES permission denied)"
                                    .formatted(holder.port()),
                            "find it as root: ss -tulnp | grep :" + holder.port());
        }
    }

    @Test
    void theHostIsOutOfFiles() {
        final List<String> lines = AttemptProcess.forbidden(Errno.ENFILE, "socket", 0, 2, "plain");
        assertThat(lines.getFirst())
                .startsWith("socket 127.0.0.1:0: ENFILE ")
                .contains("this host has used up its open files (fs.file-nr: ");
        assertThat(lines.getLast()).startsWith("raise it: sysctl -w fs.file-max=NUMBER");
    }

    @Test
    void theProcessIsOutOfDescriptorsAndNoShardStaysOpen() {
        final List<String> limited =
                List.of(Require.tool("prlimit").toString(), "--nofile=200:200");
        final Map<String, String> answers = AttemptProcess.attempts(limited, "manyShards", "plain");
        assertThat(answers.get("manyShards").lines().toList())
                .satisfies(
                        lines -> {
                            assertThat(lines.getFirst())
                                    .matches(
                                            "socket 127\\.0\\.0\\.1:\\d+ \\(shard \\d+\\): EMFILE"
                                                    + " .*")
                                    .endsWith(
                                            "this process has used up its file descriptors"
                                                    + " (RLIMIT_NOFILE: 200, hard limit 200)");
                            assertThat(lines.getLast())
                                    .startsWith("raise it: LimitNOFILE= in the systemd unit");
                        });
        assertThat(answers.get("plain")).startsWith(Attempts.OPENED);
    }

    /** Makes a connection to a port, ends it from this side and closes the listener. */
    private static int leaveTimeWait() throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress("127.0.0.1", 0));
            try (Socket client = new Socket("127.0.0.1", server.getLocalPort())) {
                server.accept().close();
                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
            return server.getLocalPort();
        }
    }

    private static ListenException refused(final ListenConfig.Builder builder) {
        final ListenException failure =
                catchThrowableOfType(ListenException.class, () -> builder.build().open().close());
        assertThat(failure).isNotNull();
        assertThat(failure.getMessage()).isEqualTo(failure.problem() + "\n" + failure.remedy());
        return failure;
    }

    private static ListenConfig.Builder tcp(final int port) {
        return ListenConfig.tcp("127.0.0.1:" + port);
    }

    private static int port(final ListenerGroup group) {
        return ((InetSocketAddress) group.localAddress()).getPort();
    }
}
