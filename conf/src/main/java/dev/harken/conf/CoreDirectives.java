package dev.harken.conf;

import static dev.harken.conf.Context.EVENTS;
import static dev.harken.conf.Context.MAIN;

import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;

/** The directives of the main context and of {@code events}. */
final class CoreDirectives {
    private static final int CPU_LIMIT_COUNT = 1024;
    private static final int DEFAULT_CONNECTION_COUNT = 512;
    private static final Duration DEFAULT_MUTEX_DELAY = Duration.ofMillis(500);

    static final Directive<String> INCLUDE =
            Directive.of("include", ValueType.TEXT.called("file | mask"))
                    .in(EnumSet.allOf(Context.class))
                    .repeatable()
                    .note(
                            "A file that includes itself is an error at once; nginx goes on until"
                                    + " it runs out of file descriptors.")
                    .says("Reads other files in this place.");

    static final Directive<OptionalInt> WORKER_PROCESSES =
            Directive.of(
                            "worker_processes",
                            new ValueType<>("number | auto", CoreDirectives::workerProcesses))
                    .in(MAIN)
                    .byDefault(OptionalInt.of(1), "1")
                    .note(
                            "Workers are threads of one process. nginx accepts 0 and then serves"
                                    + " nobody; here it is an error. `auto` is the number of CPUs"
                                    + " this process may use, cgroup and affinity included.")
                    .says("Number of workers.");

    static final Directive<WorkerAffinity> WORKER_CPU_AFFINITY =
            Directive.of(
                            "worker_cpu_affinity",
                            new ValueType<>("mask ... | auto [mask]", CoreDirectives::affinity))
                    .in(MAIN)
                    .atLeast(1)
                    .byDefault(new WorkerAffinity.None(), "")
                    .says("CPUs of each worker, as bit masks with CPU 0 at the right end.");

    static final Directive<Long> WORKER_RLIMIT_NOFILE =
            Directive.of("worker_rlimit_nofile", ValueType.NUMBER)
                    .in(MAIN)
                    .says("Limit on open files.");

    static final Directive<Duration> WORKER_SHUTDOWN_TIMEOUT =
            Directive.of("worker_shutdown_timeout", ValueType.MILLIS)
                    .in(MAIN)
                    .says("How long draining may take before connections are closed.");

    static final Directive<Path> PID =
            Directive.of(
                            "pid",
                            new ValueType<>(
                                    "file",
                                    arguments -> arguments.environment().path(arguments.text(1))))
                    .in(MAIN)
                    .says("File that holds the process id.");

    static final Directive<MainConfig.UserGroup> USER =
            Directive.of("user", new ValueType<>("user [group]", Accounts::read))
                    .in(MAIN)
                    .arguments(1, 2)
                    .says("Whom to become after the sockets are open.");

    static final Directive<Boolean> DAEMON =
            Directive.of("daemon", ValueType.FLAG)
                    .in(MAIN)
                    .byDefault("on for harkend, off for harken serve")
                    .says("Whether to detach from the terminal.");

    static final Directive<Boolean> MASTER_PROCESS =
            Directive.of("master_process", ValueType.FLAG)
                    .in(MAIN)
                    .byDefault(true, "on")
                    .note("Harken is one process either way.")
                    .says("Accepted for nginx's sake.");

    static final Directive<Boolean> EVENTS_BLOCK =
            Directive.of("events", new ValueType<>("", _ -> true))
                    .in(MAIN)
                    .noArguments()
                    .block(EVENTS)
                    .says("How connections are accepted.");

    static final Directive<EventsConfig.Transport> USE =
            Directive.of(
                            "use",
                            new ValueType<>("io_uring | epoll | nio", CoreDirectives::transport))
                    .in(EVENTS)
                    .byDefault("the best that works here")
                    .note("`io_uring` and `nio` are additions; nginx's other methods are refused.")
                    .says("Transport.");

    static final Directive<Boolean> ACCEPT_MUTEX =
            Directive.of("accept_mutex", ValueType.FLAG)
                    .in(EVENTS)
                    .byDefault(false, "off")
                    .says("Whether workers take turns at shared listening sockets.");

    static final Directive<Duration> ACCEPT_MUTEX_DELAY =
            Directive.of("accept_mutex_delay", ValueType.MILLIS)
                    .in(EVENTS)
                    .byDefault(DEFAULT_MUTEX_DELAY, "500ms")
                    .says("How long a worker waits at most for its next turn.");

    static final Directive<Boolean> MULTI_ACCEPT =
            Directive.of("multi_accept", ValueType.FLAG)
                    .in(EVENTS)
                    .byDefault(false, "off")
                    .says("Whether a worker accepts all waiting connections at once.");

    static final Directive<Integer> WORKER_CONNECTIONS =
            Directive.of(
                            "worker_connections",
                            new ValueType<>("number", CoreDirectives::connections))
                    .in(EVENTS)
                    .byDefault(DEFAULT_CONNECTION_COUNT, "512")
                    .says("Connections per worker, listening ones included.");

    static final List<Directive<?>> ALL =
            List.of(
                    INCLUDE,
                    LogDirectives.ERROR_LOG,
                    WORKER_PROCESSES,
                    WORKER_CPU_AFFINITY,
                    WORKER_RLIMIT_NOFILE,
                    WORKER_SHUTDOWN_TIMEOUT,
                    PID,
                    USER,
                    DAEMON,
                    MASTER_PROCESS,
                    EVENTS_BLOCK,
                    USE,
                    ACCEPT_MUTEX,
                    ACCEPT_MUTEX_DELAY,
                    MULTI_ACCEPT,
                    WORKER_CONNECTIONS);

    private CoreDirectives() {}

    private static OptionalInt workerProcesses(final Arguments arguments) throws Fault {
        if (arguments.text(1).equals("auto")) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                Numbers.small(arguments.text(1))
                        .filter(count -> count > 0)
                        .orElseThrow(
                                () ->
                                        arguments
                                                .fault("invalid value", arguments.word(1))
                                                .hint("expected auto, or a number from 1")));
    }

    private static WorkerAffinity affinity(final Arguments arguments) throws Fault {
        final boolean auto = arguments.text(1).equals("auto");
        if (auto && arguments.count() > 2) {
            throw Fault.of("invalid number of arguments in \"worker_cpu_affinity\" directive");
        }
        if (auto) {
            return new WorkerAffinity.Auto(
                    arguments.count() == 1 ? new BitSet() : mask(arguments.word(2)));
        }
        final List<Word> words = arguments.from(1);
        final BitSet[] masks = new BitSet[words.size()];
        for (int i = 0; i < masks.length; i++) {
            masks[i] = mask(words.get(i));
        }
        return new WorkerAffinity.Masks(List.of(masks));
    }

    private static BitSet mask(final Word word) throws Fault {
        final String text = word.text();
        if (text.length() > CPU_LIMIT_COUNT) {
            throw Fault.of(
                    "\"worker_cpu_affinity\" supports up to " + CPU_LIMIT_COUNT + " CPUs only",
                    word);
        }
        final BitSet mask = new BitSet();
        int cpu = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            final char c = text.charAt(i);
            switch (c) {
                case ' ' -> {}
                case '0' -> cpu++;
                case '1' -> mask.set(cpu++);
                default ->
                        throw Fault.of(
                                        "invalid character \""
                                                + c
                                                + "\" in \"worker_cpu_affinity\"",
                                        word)
                                .hint("a mask consists of 0 and 1, CPU 0 at the right end");
            }
        }
        return mask;
    }

    private static EventsConfig.Transport transport(final Arguments arguments) throws Fault {
        return switch (arguments.text(1)) {
            case "io_uring" -> EventsConfig.Transport.IO_URING;
            case "epoll" -> EventsConfig.Transport.EPOLL;
            case "nio" -> EventsConfig.Transport.NIO;
            default ->
                    throw Fault.of(
                                    "invalid event type \"" + arguments.text(1) + "\"",
                                    arguments.word(1))
                            .hint("expected io_uring, epoll or nio");
        };
    }

    private static Integer connections(final Arguments arguments) throws Fault {
        return Numbers.small(arguments.text(1))
                .orElseThrow(
                        () ->
                                Fault.of(
                                        "invalid number \"" + arguments.text(1) + "\"",
                                        arguments.word(1)));
    }

    /** Returns what the main block says. */
    static MainConfig main(final Scope main, final Environment environment) {
        return new MainConfig(
                main.get(WORKER_PROCESSES),
                main.get(WORKER_CPU_AFFINITY),
                main.find(WORKER_RLIMIT_NOFILE).stream().mapToLong(Long::longValue).findFirst(),
                main.find(WORKER_SHUTDOWN_TIMEOUT),
                LogDirectives.errorLogs(main, environment),
                main.find(PID),
                main.find(USER),
                main.find(DAEMON),
                main.get(MASTER_PROCESS));
    }

    /** Returns what a block of events says. */
    static EventsConfig events(final Scope events) {
        return new EventsConfig(
                events.find(USE),
                events.get(ACCEPT_MUTEX),
                events.get(ACCEPT_MUTEX_DELAY),
                events.get(MULTI_ACCEPT),
                events.get(WORKER_CONNECTIONS));
    }
}
