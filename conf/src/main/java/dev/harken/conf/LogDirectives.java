package dev.harken.conf;

import static dev.harken.conf.Context.HTTP;
import static dev.harken.conf.Context.HTTP_SERVER;
import static dev.harken.conf.Context.LOCATION;
import static dev.harken.conf.Context.MAIN;
import static dev.harken.conf.Context.STREAM;
import static dev.harken.conf.Context.STREAM_SERVER;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Logs, of HTTP and of streams. */
final class LogDirectives {
    private static final String COMBINED =
            "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent"
                    + " \"$http_referer\" \"$http_user_agent\"";

    static final Directive<ErrorLog> ERROR_LOG =
            Directive.of(
                            "error_log",
                            new ValueType<>("file | stderr [level]", LogDirectives::errorLog))
                    .in(MAIN, HTTP, HTTP_SERVER, LOCATION, STREAM, STREAM_SERVER)
                    .atLeast(1)
                    .repeatable()
                    .byDefault("the log of -e, level error")
                    .note("`syslog:` and `memory:` are refused.")
                    .says("Where messages of at least a level go.");

    static final Directive<LogFormat> HTTP_LOG_FORMAT =
            format(Variables.Family.HTTP)
                    .in(HTTP)
                    .byDefault("combined")
                    .says("A format for `access_log`.");

    static final Directive<Optional<AccessLog>> HTTP_ACCESS_LOG =
            accessLog(Variables.Family.HTTP)
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .byDefault("off")
                    .note(
                            "Without the directive nothing is logged, where nginx logs to a file"
                                + " that was chosen when it was built. `syslog:`, variables in the"
                                + " path, `gzip` and `if=` are refused; `buffer=` and `flush=` have"
                                + " no effect.")
                    .says("Where a line per request goes.");

    static final Directive<LogFormat> STREAM_LOG_FORMAT =
            format(Variables.Family.STREAM).in(STREAM).says("A format for `access_log`.");

    static final Directive<Optional<AccessLog>> STREAM_ACCESS_LOG =
            accessLog(Variables.Family.STREAM)
                    .in(STREAM, STREAM_SERVER)
                    .byDefault("off")
                    .note("As in `http`, and there is no predefined format.")
                    .says("Where a line per session goes.");

    private LogDirectives() {}

    private static Directive.Builder<LogFormat> format(final Variables.Family family) {
        return Directive.of(
                        "log_format",
                        new ValueType<>(
                                "name [escape=default|json|none] string ...",
                                arguments -> logFormat(arguments, family)))
                .atLeast(2)
                .repeatable();
    }

    private static Directive.Builder<Optional<AccessLog>> accessLog(final Variables.Family family) {
        return Directive.of(
                        "access_log",
                        new ValueType<>(
                                "off | file [format]", arguments -> accessLog(arguments, family)))
                .atLeast(1)
                .repeatable();
    }

    /** Returns the error logs that apply in a block, at least one. */
    static List<ErrorLog> errorLogs(final Scope scope, final Environment environment) {
        final List<ErrorLog> logs = scope.inheritedValues(ERROR_LOG);
        return logs.isEmpty()
                ? List.of(new ErrorLog(environment.errorLog(), LogLevel.ERROR))
                : logs;
    }

    /** Returns the access logs that apply in a block; none if one of its lines says off. */
    static List<AccessLog> accessLogs(
            final Scope scope, final Directive<Optional<AccessLog>> directive) {
        final List<Optional<AccessLog>> logs = scope.inheritedValues(directive);
        return logs.stream().anyMatch(Optional::isEmpty)
                ? List.of()
                : logs.stream().map(Optional::orElseThrow).toList();
    }

    private static ErrorLog errorLog(final Arguments arguments) throws Fault {
        return new ErrorLog(target(arguments), level(arguments));
    }

    private static LogTarget target(final Arguments arguments) throws Fault {
        final String text = arguments.text(1);
        if (text.startsWith("syslog:") || text.startsWith("memory:")) {
            throw Fault.of(
                            "\""
                                    + text.substring(0, text.indexOf(':'))
                                    + "\" in \""
                                    + arguments.statement().name()
                                    + "\" directive is not supported",
                            arguments.word(1))
                    .hint("name a file");
        }
        return text.equals("stderr") && arguments.statement().name().equals(ERROR_LOG.name())
                ? new LogTarget.Stderr()
                : new LogTarget.File(arguments.environment().path(text));
    }

    private static LogLevel level(final Arguments arguments) throws Fault {
        Optional<LogLevel> level = Optional.empty();
        for (final Word word : arguments.from(2)) {
            final boolean debugPart = word.text().startsWith("debug_");
            final LogLevel read =
                    LogLevel.of(debugPart ? "debug" : word.text())
                            .orElseThrow(
                                    () ->
                                            Fault.of(
                                                            "invalid log level \""
                                                                    + word.text()
                                                                    + "\"",
                                                            word)
                                                    .hint(
                                                            "expected debug, info, notice, warn,"
                                                                + " error, crit, alert or emerg"));
            if (level.isPresent() && !debugPart) {
                throw Fault.of("duplicate log level \"" + word.text() + "\"", word);
            }
            level = Optional.of(read);
        }
        return level.orElse(LogLevel.ERROR);
    }

    private static LogFormat logFormat(final Arguments arguments, final Variables.Family family)
            throws Fault {
        final Formats formats = formats(arguments.scope(), family);
        final String name = arguments.text(1);
        if (formats.byName.containsKey(name)) {
            throw Fault.of("duplicate \"log_format\" name \"" + name + "\"", arguments.word(1));
        }
        final boolean escaped = arguments.text(2).startsWith("escape=");
        final LogFormat.Escape escape = escaped ? escape(arguments) : LogFormat.Escape.DEFAULT;
        final StringBuilder line = new StringBuilder();
        arguments.from(escaped ? 3 : 2).forEach(word -> line.append(word.text()));
        final Template template =
                TemplateCompiler.compile(family, arguments.word(2), line.toString());
        final LogFormat format = new LogFormat(name, escape, template);
        formats.byName.put(name, format);
        return format;
    }

    private static LogFormat.Escape escape(final Arguments arguments) throws Fault {
        final String text = arguments.text(2).substring("escape=".length());
        return switch (text) {
            case "default" -> LogFormat.Escape.DEFAULT;
            case "json" -> LogFormat.Escape.JSON;
            case "none" -> LogFormat.Escape.NONE;
            default ->
                    throw Fault.of(
                            "unknown log format escaping \"" + text + "\"", arguments.word(2));
        };
    }

    private static Optional<AccessLog> accessLog(
            final Arguments arguments, final Variables.Family family) throws Fault {
        if (arguments.text(1).equals("off")) {
            if (arguments.count() > 1) {
                throw parameter(arguments.word(2));
            }
            return Optional.empty();
        }
        if (arguments.text(1).contains("$")) {
            throw Fault.of(
                    "variables in the path of \"access_log\" are not supported", arguments.word(1));
        }
        final LogTarget target = target(arguments);
        if (arguments.count() == 1 && family == Variables.Family.STREAM) {
            throw Fault.of("log format is not specified");
        }
        final String name = arguments.count() == 1 ? "combined" : arguments.text(2);
        final LogFormat format =
                formats(arguments.scope(), family)
                        .find(name)
                        .orElseThrow(
                                () ->
                                        Fault.of(
                                                "unknown log format \"" + name + "\"",
                                                arguments.word(Math.min(2, arguments.count()))));
        for (final Word word : arguments.from(Math.min(3, arguments.count() + 1))) {
            accessLogParameter(arguments, word);
        }
        return Optional.of(new AccessLog(target, format));
    }

    private static void accessLogParameter(final Arguments arguments, final Word word)
            throws Fault {
        final String text = word.text();
        final String value = text.substring(text.indexOf('=') + 1);
        if (text.startsWith("buffer=")) {
            if (Numbers.size(value).filter(size -> size > 0).isEmpty()) {
                throw Fault.of("invalid buffer size \"" + value + "\"", word);
            }
            arguments.withoutEffect("buffer=");
        } else if (text.startsWith("flush=")) {
            if (Numbers.millis(value).filter(time -> !time.isZero()).isEmpty()) {
                throw Fault.of("invalid flush time \"" + value + "\"", word);
            }
            arguments.withoutEffect("flush=");
        } else if (text.equals("gzip") || text.startsWith("gzip=") || text.startsWith("if=")) {
            throw Fault.of("parameter \"" + text + "\" of \"access_log\" is not supported", word);
        } else {
            throw parameter(word);
        }
    }

    private static Fault parameter(final Word word) {
        return Fault.of("invalid parameter \"" + word.text() + "\"", word);
    }

    /** Formats are defined in the block itself and used in those inside it. */
    private static Formats formats(final Scope scope, final Variables.Family family) {
        Scope outer = scope;
        while (outer.context() != (family == Variables.Family.HTTP ? HTTP : STREAM)) {
            outer = outer.parent().orElseThrow();
        }
        return outer.state(Formats.class, () -> new Formats(family));
    }

    /** The formats known so far in a block. */
    private static final class Formats {
        private final Map<String, LogFormat> byName = new HashMap<>();

        Formats(final Variables.Family family) {
            if (family == Variables.Family.HTTP) {
                byName.put("combined", combined());
            }
        }

        /** Names are found without regard to case, as in nginx. */
        Optional<LogFormat> find(final String name) {
            return Optional.ofNullable(byName.get(name))
                    .or(
                            () ->
                                    byName.values().stream()
                                            .filter(format -> sameName(format.name(), name))
                                            .findFirst());
        }

        private static boolean sameName(final String a, final String b) {
            return a.toLowerCase(Locale.ROOT).equals(b.toLowerCase(Locale.ROOT));
        }

        private static LogFormat combined() {
            try {
                final Word word = new Word(COMBINED, 1, 1);
                return new LogFormat(
                        "combined",
                        LogFormat.Escape.DEFAULT,
                        TemplateCompiler.compile(Variables.Family.HTTP, word));
            } catch (final Fault e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
