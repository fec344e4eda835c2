package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every public constant with a C name has the value that the installed headers give it. */
final class ConstantsLinuxTest {

    private static final List<String> LIBC =
            List.of(
                    "stdio.h",
                    "errno.h",
                    "signal.h",
                    "unistd.h",
                    "fcntl.h",
                    "sched.h",
                    "sys/socket.h",
                    "sys/un.h",
                    "sys/epoll.h",
                    "sys/eventfd.h",
                    "sys/signalfd.h",
                    "sys/mman.h",
                    "sys/prctl.h",
                    "sys/resource.h",
                    "netinet/in.h",
                    "netinet/tcp.h",
                    "linux/capability.h",
                    "linux/bpf.h",
                    "linux/netfilter_ipv4.h",
                    "linux/netfilter_ipv6/ip6_tables.h");

    private static final List<String> KERNEL =
            List.of("stdio.h", "stddef.h", "linux/in.h", "linux/in6.h", "linux/tcp.h");

    /** Known to the kernel but to no header that programs may include, or to newer ones only. */
    private static final Set<String> NOT_IN_HEADERS =
            Set.of(
                    "ENOTSUPP",
                    "TCP_NEW_SYN_RECV",
                    "SCM_MAX_FD",
                    "IP_LOCAL_PORT_RANGE",
                    "RLIM_INFINITY");

    /** Names of our own, for sizes and sets. */
    private static final String OWN_NAMES = ".*_BYTES|BYTES|SIZE|ALL_STATES|LISTENING|MAX_FD";

    static Stream<Class<?>> classes() {
        return Stream.of(
                Bpf.class,
                ControlMessages.class,
                Credentials.class,
                Descriptors.class,
                Epoll.class,
                Errno.class,
                EventFd.class,
                Limits.class,
                Memory.class,
                Messages.class,
                Namespaces.class,
                SignalFd.class,
                Signals.class,
                Sockets.class);
    }

    @ParameterizedTest
    @MethodSource("classes")
    void agreeWithTheHeadersOfTheCLibrary(final Class<?> type) throws Exception {
        final Map<String, Long> expected = constants(type);

        assertThat(CHeaders.evaluate("constants-" + type.getSimpleName(), LIBC, expected.keySet()))
                .isEqualTo(expected)
                .isNotEmpty();
    }

    @Test
    void ofIpAgreeWithTheHeadersOfTheKernel() throws Exception {
        final Map<String, Long> expected = constants(Ip.class);
        final List<String> headers =
                Stream.concat(
                                KERNEL.stream(),
                                Stream.of(
                                        "linux/netfilter_ipv4.h",
                                        "linux/netfilter_ipv6/ip6_tables.h"))
                        .toList();

        assertThat(CHeaders.evaluate("constants-Ip", headers, expected.keySet()))
                .isEqualTo(expected);
    }

    @Test
    void ofTcpAgreeWithTheHeadersOfTheKernelAndItsStatesWithThoseOfTheCLibrary() throws Exception {
        final Map<String, Long> states = new TreeMap<>(constants(Tcp.class));
        final Map<String, Long> options = new TreeMap<>(states);
        final Map<String, Long> known =
                CHeaders.evaluate(
                        "states",
                        List.of("stdio.h", "netinet/tcp.h"),
                        List.of(
                                "TCP_ESTABLISHED",
                                "TCP_SYN_SENT",
                                "TCP_SYN_RECV",
                                "TCP_FIN_WAIT1",
                                "TCP_FIN_WAIT2",
                                "TCP_TIME_WAIT",
                                "TCP_CLOSE",
                                "TCP_CLOSE_WAIT",
                                "TCP_LAST_ACK",
                                "TCP_LISTEN",
                                "TCP_CLOSING"));
        states.keySet().retainAll(known.keySet());
        options.keySet().removeAll(known.keySet());

        assertThat(states).isEqualTo(known);
        assertThat(CHeaders.evaluate("constants-Tcp", KERNEL, options.keySet())).isEqualTo(options);
    }

    @Test
    void ofSystemCallsAgreeWithTheTablesOfBothArchitectures() throws Exception {
        // The aarch64 table is the generic one, which every host has.
        final Map<String, Long> own = new TreeMap<>();
        final Map<String, Long> aarch64 = new TreeMap<>();
        for (final var call : Syscalls.Call.values()) {
            own.put(
                    "__NR_" + call.name().toLowerCase(Locale.ROOT),
                    (long) call.number(Architecture.CURRENT));
            aarch64.put(
                    "__NR_" + call.name().toLowerCase(Locale.ROOT),
                    (long) call.number(Architecture.AARCH64));
        }

        assertThat(CHeaders.evaluate("calls", List.of("stdio.h", "sys/syscall.h"), own.keySet()))
                .isEqualTo(own);
        assertThat(
                        CHeaders.evaluate(
                                "calls-aarch64",
                                List.of("stdio.h", "asm-generic/unistd.h"),
                                aarch64.keySet()))
                .isEqualTo(aarch64);
    }

    private static Map<String, Long> constants(final Class<?> type) throws Exception {
        final Map<String, Long> constants = new TreeMap<>();
        for (final Field field : type.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())
                    && Modifier.isStatic(field.getModifiers())
                    && field.getType().isPrimitive()
                    && !field.getName().matches(OWN_NAMES)
                    && !NOT_IN_HEADERS.contains(field.getName())) {
                constants.put(field.getName(), ((Number) field.get(null)).longValue());
            }
        }
        // Flags in the highest bit are negative as an int, whatever C makes of them.
        constants.computeIfPresent(
                "EPOLLET", (_, value) -> Integer.toUnsignedLong(value.intValue()));
        return constants;
    }
}
