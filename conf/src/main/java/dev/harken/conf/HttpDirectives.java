package dev.harken.conf;

import static dev.harken.conf.Context.HTTP;
import static dev.harken.conf.Context.HTTP_SERVER;
import static dev.harken.conf.Context.LOCATION;
import static dev.harken.conf.Context.MAIN;
import static dev.harken.conf.Context.ROWS;

import dev.harken.conf.HttpSettings.ServerTokens;
import dev.harken.conf.LocationConfig.Match;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The directives of {@code http} and the blocks in it. */
final class HttpDirectives {
    private static final int STATUS_LIMIT = 999;
    private static final int FOUND = 302;

    static final Directive<Boolean> HTTP_BLOCK =
            Directive.of("http", new ValueType<>("", _ -> true))
                    .in(MAIN)
                    .noArguments()
                    .block(HTTP)
                    .atEnd(HttpAssembler::assemble)
                    .says("HTTP servers.");

    static final Directive<Boolean> SERVER =
            Directive.of("server", new ValueType<>("", _ -> true))
                    .in(HTTP)
                    .noArguments()
                    .repeatable()
                    .block(HTTP_SERVER)
                    .atEnd(HttpAssembler::endServer)
                    .says("A virtual server.");

    static final Directive<ListenLine> LISTEN =
            Directive.of(
                            "listen",
                            new ValueType<>(
                                    "address[:port[-port]] | port[-port] | unix:path [parameter"
                                            + " ...]",
                                    HttpDirectives::listen))
                    .in(HTTP_SERVER)
                    .atLeast(1)
                    .repeatable()
                    .byDefault("*:80, for other users than root *:8000")
                    .says("An address to listen on. Its parameters are listed below.");

    static final Directive<List<ServerName>> SERVER_NAME =
            Directive.of("server_name", new ValueType<>("name ...", ServerNames::read))
                    .in(HTTP_SERVER)
                    .atLeast(1)
                    .repeatable()
                    .byDefault(List.of(new ServerName.Exact("")), "\"\"")
                    .note(
                            "Regular expressions are those of the JDK, which lacks a few forms of"
                                + " PCRE. An invalid wildcard is always an error; nginx notices it"
                                + " only where an address has two servers.")
                    .says("Names of a server: exact, *.example.org, www.example.*, ~expression.");

    static final Directive<Match> LOCATION_BLOCK =
            Directive.of("location", new ValueType<>("[= | ^~] path", HttpDirectives::match))
                    .in(HTTP_SERVER)
                    .arguments(1, 2)
                    .repeatable()
                    .block(LOCATION)
                    .missingIn(LOCATION)
                    .note("Regular expressions, named and nested locations are refused.")
                    .says("What holds for some paths.");

    static final Directive<ReturnAction> RETURN =
            Directive.of(
                            "return",
                            new ValueType<>("code [text] | code URL | URL", HttpDirectives::action))
                    .in(HTTP_SERVER, LOCATION)
                    .arguments(1, 2)
                    .repeatable()
                    .says("Answers at once; the first one counts.");

    static final Directive<Template> ROOT =
            Directive.of("root", new ValueType<>("path", HttpDirectives::root))
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .byDefault("html")
                    .says("Directory of the files.");

    static final Directive<List<Template>> INDEX =
            Directive.of("index", new ValueType<>("file ...", HttpDirectives::index))
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .atLeast(1)
                    .repeatable()
                    .byDefault(List.of(Template.literal("index.html")), "index.html")
                    .says("Files tried for a path that ends with a slash.");

    static final Directive<String> DEFAULT_TYPE =
            Directive.of("default_type", ValueType.TEXT.called("mime-type"))
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .byDefault("text/plain", "text/plain")
                    .says("Media type of what `types` does not know.");

    static final Directive<Boolean> TYPES =
            Directive.of("types", new ValueType<>("", _ -> true))
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .noArguments()
                    .repeatable()
                    .block(ROWS)
                    .atEnd(MimeTypeRows::assemble)
                    .byDefault("html, gif and jpg")
                    .says("Rows of a media type and its file name extensions.");

    static final Directive<KeepaliveTimeout> KEEPALIVE_TIMEOUT =
            Directive.of(
                            "keepalive_timeout",
                            new ValueType<>("time [header_time]", HttpDirectives::keepalive))
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .arguments(1, 2)
                    .byDefault(
                            new KeepaliveTimeout(Duration.ofSeconds(75), Optional.empty()), "75s")
                    .says("How long an idle connection is kept; 0 closes after each response.");

    static final Directive<Long> KEEPALIVE_REQUESTS =
            Directive.of("keepalive_requests", ValueType.NUMBER)
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .byDefault(1000L, "1000")
                    .says("Requests per connection.");

    static final Directive<ServerTokens> SERVER_TOKENS =
            Directive.of(
                            "server_tokens",
                            ValueType.choice(
                                            Map.of(
                                                    "on", ServerTokens.ON,
                                                    "off", ServerTokens.OFF,
                                                    "build", ServerTokens.BUILD))
                                    .called("on | off | build"))
                    .in(HTTP, HTTP_SERVER, LOCATION)
                    .byDefault(ServerTokens.ON, "on")
                    .says("Whether the version is told.");

    static final Directive<Boolean> STUB_STATUS =
            Directive.of("stub_status", new ValueType<>("", _ -> true))
                    .in(HTTP_SERVER, LOCATION)
                    .arguments(0, 1)
                    .says("Answers with the status page.");

    static final Directive<Boolean> HTTP2 =
            Directive.of("http2", ValueType.FLAG)
                    .in(HTTP, HTTP_SERVER)
                    .byDefault("off")
                    .says("Whether HTTP/2 is offered, as by the parameter of `listen`.");

    static final List<Directive<?>> ALL =
            List.of(
                    HTTP_BLOCK,
                    SERVER,
                    LISTEN,
                    SERVER_NAME,
                    LOCATION_BLOCK,
                    RETURN,
                    ROOT,
                    INDEX,
                    DEFAULT_TYPE,
                    TYPES,
                    KEEPALIVE_TIMEOUT,
                    KEEPALIVE_REQUESTS,
                    LogDirectives.HTTP_LOG_FORMAT,
                    LogDirectives.HTTP_ACCESS_LOG,
                    SERVER_TOKENS,
                    STUB_STATUS,
                    HTTP2);

    private HttpDirectives() {}

    private static ListenLine listen(final Arguments arguments) throws Fault {
        final ListenLine line = ListenParser.http(arguments);
        final Scope server = arguments.scope();
        HttpAssembler.listens(server.parent().orElseThrow()).addHttp(line, server);
        return line;
    }

    private static Match match(final Arguments arguments) throws Fault {
        final Word first = arguments.word(1);
        if (arguments.count() == 2) {
            final String path = arguments.text(2);
            return switch (first.text()) {
                case "=" -> new Match.Exact(path);
                case "^~" -> new Match.Prefix(path);
                case "~", "~*" ->
                        throw unsupportedLocation("modifier \"" + first.text() + "\"", first);
                default ->
                        throw Fault.of("invalid location modifier \"" + first.text() + "\"", first);
            };
        }
        final String text = first.text();
        if (text.startsWith("~")) {
            throw unsupportedLocation("modifier \"~\"", first);
        }
        if (text.startsWith("@")) {
            throw unsupportedLocation("name \"" + text + "\"", first);
        }
        if (text.startsWith("=")) {
            return new Match.Exact(text.substring(1));
        }
        return new Match.Prefix(text.startsWith("^~") ? text.substring(2) : text);
    }

    private static Fault unsupportedLocation(final String what, final Word word) {
        return Fault.of("location " + what + " is not supported", word)
                .hint("a location is a prefix, or with \"=\" one path");
    }

    private static ReturnAction action(final Arguments arguments) throws Fault {
        final Word first = arguments.word(1);
        final Optional<Long> status = Numbers.decimal(first.text());
        final boolean url =
                first.text().startsWith("http://")
                        || first.text().startsWith("https://")
                        || first.text().startsWith("$scheme");
        if (status.isEmpty() && url && arguments.count() == 1) {
            return new ReturnAction(FOUND, template(first));
        }
        if (status.isEmpty() || status.get() > STATUS_LIMIT) {
            throw Fault.of("invalid return code \"" + first.text() + "\"", first)
                    .hint(
                            "expected a status, or a URL that starts with http://, https:// or"
                                    + " $scheme");
        }
        return new ReturnAction(
                status.get().intValue(),
                arguments.count() == 2 ? template(arguments.word(2)) : Template.EMPTY);
    }

    private static Template template(final Word word) throws Fault {
        return TemplateCompiler.compile(Variables.Family.HTTP, word);
    }

    private static Template root(final Arguments arguments) throws Fault {
        final Word word = arguments.word(1);
        for (final String name : List.of("document_root", "realpath_root")) {
            if (word.text().contains("$" + name) || word.text().contains("${" + name + "}")) {
                throw Fault.of(
                        "the $" + name + " variable cannot be used in the \"root\" directive",
                        word);
            }
        }
        final String text =
                word.text().length() > 1 && word.text().endsWith("/")
                        ? word.text().substring(0, word.text().length() - 1)
                        : word.text();
        final boolean whole = text.startsWith("$");
        return TemplateCompiler.compile(
                Variables.Family.HTTP,
                word,
                whole ? text : arguments.environment().path(text).toString());
    }

    private static List<Template> index(final Arguments arguments) throws Fault {
        final List<Template> files = new ArrayList<>();
        for (final Word word : arguments.from(1)) {
            if (word.text().isEmpty()) {
                throw Fault.of("index \"\" in \"index\" directive is invalid", word);
            }
            if (word.text().startsWith("/") && files.size() + 1 < arguments.count()) {
                arguments.warn(
                        word, "only the last index in \"index\" directive should be absolute", "");
            }
            files.add(template(word));
        }
        return files;
    }

    private static KeepaliveTimeout keepalive(final Arguments arguments) throws Fault {
        return new KeepaliveTimeout(
                ValueType.millis(arguments, 1),
                arguments.count() == 2
                        ? Optional.of(ValueType.seconds(arguments, 2))
                                .filter(time -> !time.isZero())
                        : Optional.empty());
    }

    /**
     * The value of {@code keepalive_timeout}.
     *
     * @param timeout how long an idle connection is kept
     * @param header what the client is told
     */
    record KeepaliveTimeout(Duration timeout, Optional<Duration> header) {}
}
