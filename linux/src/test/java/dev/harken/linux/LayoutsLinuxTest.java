package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Structures lie in memory as the installed headers say. */
final class LayoutsLinuxTest {

    private static final List<String> LIBC =
            List.of(
                    "stdio.h",
                    "stddef.h",
                    "sys/socket.h",
                    "sys/un.h",
                    "netinet/in.h",
                    "sys/epoll.h",
                    "sys/signalfd.h",
                    "sys/resource.h",
                    "signal.h",
                    "sched.h",
                    "pwd.h",
                    "grp.h",
                    "linux/tcp.h",
                    "linux/capability.h",
                    "linux/netlink.h",
                    "linux/inet_diag.h",
                    "linux/unix_diag.h",
                    "linux/sock_diag.h",
                    "linux/bpf.h");

    private final Map<String, Long> expected = new LinkedHashMap<>();

    @Test
    void ofAddresses() throws Exception {
        size("struct sockaddr_storage", SockAddr.SIZE);
        size("struct sockaddr_in", SockAddr.INET4_BYTES);
        offset("struct sockaddr_in", "sin_port", SockAddr.PORT);
        offset("struct sockaddr_in", "sin_addr", SockAddr.INET4_ADDRESS);
        size("struct sockaddr_in6", SockAddr.INET6_BYTES);
        offset("struct sockaddr_in6", "sin6_port", SockAddr.PORT);
        offset("struct sockaddr_in6", "sin6_flowinfo", SockAddr.INET6_FLOW);
        offset("struct sockaddr_in6", "sin6_addr", SockAddr.INET6_ADDRESS);
        offset("struct sockaddr_in6", "sin6_scope_id", SockAddr.INET6_SCOPE);
        size("struct sockaddr_un", SockAddr.UNIX_BYTES);
        offset("struct sockaddr_un", "sun_path", SockAddr.UNIX_NAME);
        agree("addresses");
    }

    @Test
    void ofMessages() throws Exception {
        size("struct msghdr", MessageHeader.BYTES);
        offset("struct msghdr", "msg_name", MessageHeader.NAME);
        offset("struct msghdr", "msg_namelen", MessageHeader.NAME_LENGTH);
        offset("struct msghdr", "msg_iov", MessageHeader.VECTORS);
        offset("struct msghdr", "msg_iovlen", MessageHeader.VECTOR_COUNT);
        offset("struct msghdr", "msg_control", MessageHeader.CONTROL);
        offset("struct msghdr", "msg_controllen", MessageHeader.CONTROL_LENGTH);
        offset("struct msghdr", "msg_flags", MessageHeader.FLAGS);
        size("struct iovec", MessageHeader.VECTOR_BYTES);
        offset("struct iovec", "iov_len", MessageHeader.VECTOR_LENGTH);
        size("struct cmsghdr", ControlMessages.HEADER_BYTES);
        offset("struct cmsghdr", "cmsg_level", ControlMessages.LEVEL);
        offset("struct cmsghdr", "cmsg_type", ControlMessages.TYPE);
        size("struct in_pktinfo", ControlMessages.PACKET_INFO_BYTES);
        offset("struct in_pktinfo", "ipi_spec_dst", ControlMessages.PACKET_INFO_SOURCE);
        offset("struct in_pktinfo", "ipi_addr", ControlMessages.PACKET_INFO_DESTINATION);
        size("struct in6_pktinfo", ControlMessages.PACKET_INFO6_BYTES);
        offset("struct in6_pktinfo", "ipi6_ifindex", ControlMessages.PACKET_INFO6_INTERFACE);
        for (int bytes = 0; bytes < 20; bytes++) {
            expected.put("CMSG_SPACE(" + bytes + ")", (long) ControlMessages.space(bytes));
        }
        agree("messages");
    }

    @Test
    void ofEventsAndSignals() throws Exception {
        size("struct epoll_event", Epoll.EVENT_BYTES);
        offset("struct epoll_event", "data", Epoll.DATA_OFFSET);
        size("sigset_t", Signals.SET_BYTES);
        size("struct signalfd_siginfo", SignalFd.INFO_BYTES);
        offset("struct signalfd_siginfo", "ssi_signo", SignalFd.SIGNAL);
        offset("struct signalfd_siginfo", "ssi_pid", SignalFd.PID);
        offset("struct signalfd_siginfo", "ssi_uid", SignalFd.UID);
        agree("events");
    }

    @Test
    void ofTcpInfo() throws Exception {
        offset("struct tcp_info", "tcpi_state", TcpInfo.STATE);
        expected.put("offsetof(struct tcp_info, tcpi_total_retrans) + 4", (long) TcpInfo.BYTES);
        expected.put("TCPI_OPT_SYN_DATA", (long) TcpInfo.TCPI_OPT_SYN_DATA);
        offset("struct tcp_info", "tcpi_options", TcpInfo.OPTIONS);
        offset("struct tcp_info", "tcpi_unacked", TcpInfo.UNACKED);
        offset("struct tcp_info", "tcpi_sacked", TcpInfo.SACKED);
        offset("struct tcp_info", "tcpi_rtt", TcpInfo.RTT);
        offset("struct tcp_info", "tcpi_total_retrans", TcpInfo.TOTAL_RETRANS);
        agree("tcp_info");
    }

    @Test
    void ofLimitsAccountsAndCapabilities() throws Exception {
        size("struct rlimit", Limits.BYTES);
        offset("struct rlimit", "rlim_cur", Limits.SOFT);
        offset("struct rlimit", "rlim_max", Limits.HARD);
        expected.put("(long) RLIM_INFINITY", Limits.RLIM_INFINITY);
        size("struct passwd", Accounts.PASSWD_BYTES);
        offset("struct passwd", "pw_uid", Accounts.PW_UID);
        offset("struct passwd", "pw_gid", Accounts.PW_GID);
        size("struct group", Accounts.GROUP_BYTES);
        offset("struct group", "gr_gid", Accounts.GR_GID);
        expected.put("_LINUX_CAPABILITY_VERSION_3", (long) Credentials.CAPABILITY_VERSION_3);
        expected.put("_LINUX_CAPABILITY_U32S_3", 2L);
        size("struct __user_cap_header_struct", Credentials.CAPABILITY_HEADER_BYTES);
        offset("struct __user_cap_header_struct", "pid", Credentials.CAPABILITY_HEADER_PID);
        size("struct __user_cap_data_struct", Credentials.CAPABILITY_DATA_BYTES);
        offset("struct __user_cap_data_struct", "effective", Credentials.CAPABILITY_EFFECTIVE);
        offset("struct __user_cap_data_struct", "permitted", Credentials.CAPABILITY_PERMITTED);
        offset("struct __user_cap_data_struct", "inheritable", Credentials.CAPABILITY_INHERITABLE);
        agree("limits");
    }

    @Test
    void ofNetlink() throws Exception {
        size("struct nlmsghdr", Netlink.HEADER_BYTES);
        offset("struct nlmsghdr", "nlmsg_len", Netlink.LENGTH);
        offset("struct nlmsghdr", "nlmsg_type", Netlink.TYPE);
        offset("struct nlmsghdr", "nlmsg_flags", Netlink.FLAGS);
        size("struct nlattr", Netlink.ATTRIBUTE_HEADER_BYTES);
        offset("struct nlattr", "nla_type", Netlink.ATTRIBUTE_TYPE);
        agree("netlink");
    }

    @Test
    void ofSocketDiagnosis() throws Exception {
        final String request = "struct inet_diag_req_v2";
        size(request, SockDiag.INET_REQUEST_BYTES);
        offset(request, "sdiag_protocol", SockDiag.INET_REQUEST_PROTOCOL);
        offset(request, "idiag_ext", SockDiag.INET_REQUEST_EXTENSIONS);
        offset(request, "idiag_states", SockDiag.INET_REQUEST_STATES);
        offset(request, "id.idiag_sport", SockDiag.INET_REQUEST_SOURCE_PORT);
        final String message = "struct inet_diag_msg";
        size(message, SockDiag.INET_MESSAGE_BYTES);
        offset(message, "idiag_state", SockDiag.INET_STATE);
        offset(message, "id.idiag_sport", SockDiag.INET_SOURCE_PORT);
        offset(message, "id.idiag_dport", SockDiag.INET_DESTINATION_PORT);
        offset(message, "id.idiag_src", SockDiag.INET_SOURCE);
        offset(message, "id.idiag_dst", SockDiag.INET_DESTINATION);
        offset(message, "id.idiag_if", SockDiag.INET_INTERFACE);
        offset(message, "id.idiag_cookie", SockDiag.INET_COOKIE);
        offset(message, "idiag_rqueue", SockDiag.INET_RQUEUE);
        offset(message, "idiag_wqueue", SockDiag.INET_WQUEUE);
        offset(message, "idiag_uid", SockDiag.INET_UID);
        offset(message, "idiag_inode", SockDiag.INET_INODE);
        expected.put("INET_DIAG_SKMEMINFO", (long) SockDiag.INET_DIAG_SKMEMINFO);
        expected.put("INET_DIAG_SKV6ONLY", (long) SockDiag.INET_DIAG_SKV6ONLY);
        expected.put("SK_MEMINFO_DROPS", (long) SockDiag.SK_MEMINFO_DROPS);
        agree("inet_diag");
    }

    @Test
    void ofUnixSocketDiagnosis() throws Exception {
        size("struct unix_diag_req", SockDiag.UNIX_REQUEST_BYTES);
        offset("struct unix_diag_req", "udiag_states", SockDiag.UNIX_REQUEST_STATES);
        offset("struct unix_diag_req", "udiag_show", SockDiag.UNIX_REQUEST_SHOW);
        size("struct unix_diag_msg", SockDiag.UNIX_MESSAGE_BYTES);
        offset("struct unix_diag_msg", "udiag_type", SockDiag.UNIX_TYPE);
        offset("struct unix_diag_msg", "udiag_state", SockDiag.UNIX_STATE);
        offset("struct unix_diag_msg", "udiag_ino", SockDiag.UNIX_INODE);
        offset("struct unix_diag_msg", "udiag_cookie", SockDiag.UNIX_COOKIE);
        offset("struct unix_diag_rqlen", "udiag_wqueue", SockDiag.UNIX_WQUEUE);
        expected.put("UNIX_DIAG_NAME", (long) SockDiag.UNIX_DIAG_NAME);
        expected.put("UNIX_DIAG_PEER", (long) SockDiag.UNIX_DIAG_PEER);
        expected.put("UNIX_DIAG_RQLEN", (long) SockDiag.UNIX_DIAG_RQLEN);
        expected.put("UNIX_DIAG_UID", (long) SockDiag.UNIX_DIAG_UID);
        expected.put("UDIAG_SHOW_NAME", (long) SockDiag.UDIAG_SHOW_NAME);
        expected.put("UDIAG_SHOW_PEER", (long) SockDiag.UDIAG_SHOW_PEER);
        expected.put("UDIAG_SHOW_RQLEN", (long) SockDiag.UDIAG_SHOW_RQLEN);
        expected.put("UDIAG_SHOW_UID", (long) SockDiag.UDIAG_SHOW_UID);
        agree("unix_diag");
    }

    @Test
    void ofBpf() throws Exception {
        size("struct bpf_insn", Bpf.INSTRUCTION_BYTES);
        attribute("map_type", Bpf.MAP_TYPE);
        attribute("key_size", Bpf.KEY_SIZE);
        attribute("value_size", Bpf.VALUE_SIZE);
        attribute("max_entries", Bpf.MAX_ENTRIES);
        attribute("map_flags", Bpf.MAP_FLAGS);
        attribute("map_fd", Bpf.MAP_FD);
        attribute("key", Bpf.KEY);
        attribute("value", Bpf.VALUE);
        attribute("flags", Bpf.FLAGS);
        attribute("prog_type", Bpf.PROG_TYPE);
        attribute("insn_cnt", Bpf.INSN_CNT);
        attribute("insns", Bpf.INSNS);
        attribute("license", Bpf.LICENSE);
        attribute("log_level", Bpf.LOG_LEVEL);
        attribute("log_size", Bpf.LOG_SIZE);
        attribute("log_buf", Bpf.LOG_BUF);
        attribute("expected_attach_type", Bpf.EXPECTED_ATTACH_TYPE);
        attribute("pathname", Bpf.PATHNAME);
        attribute("bpf_fd", Bpf.BPF_FD);
        attribute("link_create.prog_fd", Bpf.LINK_PROG_FD);
        attribute("link_create.target_fd", Bpf.LINK_TARGET_FD);
        attribute("link_create.attach_type", Bpf.LINK_ATTACH_TYPE);
        agree("bpf");
    }

    private void size(final String type, final long bytes) {
        expected.put("sizeof(" + type + ")", bytes);
    }

    private void offset(final String type, final String field, final long offset) {
        expected.put("offsetof(" + type + ", " + field + ")", offset);
    }

    private void attribute(final String field, final long offset) {
        offset("union bpf_attr", field, offset);
    }

    private void agree(final String program) throws Exception {
        assertThat(CHeaders.evaluate("layout-" + program, LIBC, expected.keySet()))
                .isEqualTo(expected);
    }
}
