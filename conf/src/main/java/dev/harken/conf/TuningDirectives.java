package dev.harken.conf;

import static dev.harken.conf.Context.EVENTS;
import static dev.harken.conf.Context.HTTP;
import static dev.harken.conf.Context.HTTP_SERVER;
import static dev.harken.conf.Context.LOCATION;
import static dev.harken.conf.Context.MAIN;
import static dev.harken.conf.Context.STREAM;
import static dev.harken.conf.Context.STREAM_SERVER;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Directives that only tune nginx's insides: checked like any other, listed at the start, and
 * without effect.
 */
final class TuningDirectives {
    private static final Set<Context> ANY_HTTP = EnumSet.of(HTTP, HTTP_SERVER, LOCATION);
    private static final Set<Context> ANY_STREAM = EnumSet.of(STREAM, STREAM_SERVER);

    private static final ValueType<Boolean> ANYTHING = new ValueType<>("...", _ -> true);

    static final List<Directive<?>> ALL =
            List.of(
                    row("timer_resolution", ValueType.MILLIS, MAIN)
                            .says("Timers are exact without it."),
                    row(
                                    "worker_priority",
                                    new ValueType<>("number", TuningDirectives::priority),
                                    MAIN)
                            .says("Use nice(1) or the service manager."),
                    row("worker_rlimit_core", ValueType.OFFSET, MAIN)
                            .says("Use the service manager."),
                    row("working_directory", ValueType.TEXT.called("directory"), MAIN)
                            .says("Matters for core dumps only."),
                    row("lock_file", ValueType.TEXT.called("file"), MAIN)
                            .says("Threads need no lock file."),
                    row("pcre_jit", ValueType.FLAG, MAIN)
                            .says("Expressions are compiled in any case."),
                    row("debug_points", ValueType.choice(Map.of("stop", 1, "abort", 2)), MAIN)
                            .says("For debugging nginx."),
                    row("thread_pool", ANYTHING, MAIN)
                            .atLeast(2)
                            .repeatable()
                            .says("Files are read on the worker, as nginx does by default."),
                    row("env", ValueType.TEXT.called("variable[=value]"), MAIN)
                            .repeatable()
                            .says("The environment is kept as it is."),
                    row("load_module", new ValueType<>("file", TuningDirectives::module), MAIN)
                            .repeatable()
                            .note("Accepted for what is built in: the stream module.")
                            .says("Everything is built in."),
                    row("worker_aio_requests", ValueType.NUMBER, EVENTS)
                            .says("Concerns nginx's use of libaio."),
                    row("epoll_events", ValueType.NUMBER, EVENTS)
                            .says("The size of an array of nginx."),
                    row("debug_connection", ValueType.TEXT.called("address"), EVENTS)
                            .repeatable()
                            .says("For debugging nginx."),
                    row("sendfile", ValueType.FLAG, ANY_HTTP)
                            .says("Files are sent without a copy where that pays."),
                    row("sendfile_max_chunk", ValueType.SIZE, ANY_HTTP)
                            .says(
                                    "Files are sent in pieces of 512 KiB at most, the next when one"
                                            + " has left."),
                    row("tcp_nopush", ValueType.FLAG, ANY_HTTP)
                            .says("Header and body leave together."),
                    row("tcp_nodelay", ValueType.FLAG, ANY_HTTP).says("Always on."),
                    row("tcp_nodelay", ValueType.FLAG, ANY_STREAM).says("Always on."),
                    row("aio", ANYTHING, ANY_HTTP).says("Concerns nginx's way to read files."),
                    row("directio", ValueType.TEXT.called("size | off"), ANY_HTTP)
                            .says("Concerns nginx's way to read files."),
                    row("output_buffers", ANYTHING, ANY_HTTP)
                            .arguments(2, 2)
                            .says("Concerns nginx's way to read files."),
                    row("read_ahead", ValueType.SIZE, ANY_HTTP)
                            .says("Concerns nginx's way to read files."),
                    row("postpone_output", ValueType.SIZE, ANY_HTTP)
                            .says("Output is flushed when it is complete."),
                    row("connection_pool_size", ValueType.SIZE, EnumSet.of(HTTP, HTTP_SERVER))
                            .says("Memory of nginx."),
                    row("request_pool_size", ValueType.SIZE, EnumSet.of(HTTP, HTTP_SERVER))
                            .says("Memory of nginx."),
                    row("types_hash_max_size", ValueType.NUMBER, ANY_HTTP).says("Memory of nginx."),
                    row("types_hash_bucket_size", ValueType.NUMBER, ANY_HTTP)
                            .says("Memory of nginx."),
                    row("server_names_hash_max_size", ValueType.NUMBER, EnumSet.of(HTTP))
                            .says("Memory of nginx."),
                    row("server_names_hash_bucket_size", ValueType.NUMBER, EnumSet.of(HTTP))
                            .says("Memory of nginx."),
                    row("variables_hash_max_size", ValueType.NUMBER, EnumSet.of(HTTP))
                            .says("Memory of nginx."),
                    row("variables_hash_bucket_size", ValueType.NUMBER, EnumSet.of(HTTP))
                            .says("Memory of nginx."),
                    row("variables_hash_max_size", ValueType.NUMBER, EnumSet.of(STREAM))
                            .says("Memory of nginx."),
                    row("variables_hash_bucket_size", ValueType.NUMBER, EnumSet.of(STREAM))
                            .says("Memory of nginx."),
                    row("open_file_cache", ANYTHING, ANY_HTTP)
                            .arguments(1, 2)
                            .says("Files are looked up each time."),
                    row("open_file_cache_valid", ValueType.SECONDS, ANY_HTTP)
                            .says("Files are looked up each time."),
                    row("open_file_cache_min_uses", ValueType.NUMBER, ANY_HTTP)
                            .says("Files are looked up each time."),
                    row("open_file_cache_errors", ValueType.FLAG, ANY_HTTP)
                            .says("Files are looked up each time."),
                    row("open_log_file_cache", ANYTHING, ANY_HTTP)
                            .arguments(1, 4)
                            .says("Logs stay open."),
                    row("ssl_session_cache", ANYTHING, EnumSet.of(HTTP, HTTP_SERVER))
                            .arguments(1, 2)
                            .says("Sessions are cached by the TLS library's own measure."),
                    row("ssl_session_timeout", ValueType.SECONDS, EnumSet.of(HTTP, HTTP_SERVER))
                            .says("Sessions are cached by the TLS library's own measure."),
                    row("ssl_session_cache", ANYTHING, ANY_STREAM)
                            .arguments(1, 2)
                            .says("Sessions are cached by the TLS library's own measure."),
                    row("ssl_session_timeout", ValueType.SECONDS, ANY_STREAM)
                            .says("Sessions are cached by the TLS library's own measure."),
                    row("ssl_buffer_size", ValueType.SIZE, EnumSet.of(HTTP, HTTP_SERVER))
                            .says("Records are sized by the TLS library."));

    private TuningDirectives() {}

    private static <T> Directive.Builder<T> row(
            final String name, final ValueType<T> type, final Context context) {
        return row(name, type, EnumSet.of(context));
    }

    private static <T> Directive.Builder<T> row(
            final String name, final ValueType<T> type, final Set<Context> contexts) {
        return Directive.of(name, type).in(contexts).withoutEffect();
    }

    private static Long priority(final Arguments arguments) throws Fault {
        final String text = arguments.text(1);
        final boolean signed = text.startsWith("-") || text.startsWith("+");
        return Numbers.decimal(signed ? text.substring(1) : text)
                .map(value -> text.startsWith("-") ? -value : value)
                .orElseThrow(() -> arguments.fault("invalid number", arguments.word(1)));
    }

    private static String module(final Arguments arguments) throws Fault {
        final String file = arguments.text(1);
        if (!file.endsWith("ngx_stream_module.so")) {
            throw Fault.of("module \"" + file + "\" is not supported", arguments.word(1))
                    .hint("what is built in needs no load_module, and there are no other modules");
        }
        return file;
    }
}
