package dev.harken.conf;

import static dev.harken.conf.Context.MAIN;
import static dev.harken.conf.Context.STREAM;
import static dev.harken.conf.Context.STREAM_SERVER;

import java.util.List;

/** The directives of {@code stream} and the blocks in it. */
final class StreamDirectives {
    static final Directive<Boolean> STREAM_BLOCK =
            Directive.of("stream", new ValueType<>("", _ -> true))
                    .in(MAIN)
                    .noArguments()
                    .block(STREAM)
                    .atEnd(StreamAssembler::assemble)
                    .says("TCP and UDP servers.");

    static final Directive<Boolean> SERVER =
            Directive.of("server", new ValueType<>("", _ -> true))
                    .in(STREAM)
                    .noArguments()
                    .repeatable()
                    .block(STREAM_SERVER)
                    .atEnd(StreamAssembler::endServer)
                    .says("A server.");

    static final Directive<ListenLine> LISTEN =
            Directive.of(
                            "listen",
                            new ValueType<>(
                                    "address:port[-port] | port[-port] | unix:path [parameter ...]",
                                    StreamDirectives::listen))
                    .in(STREAM_SERVER)
                    .atLeast(1)
                    .repeatable()
                    .note("An address belongs to one server, as in nginx before 1.25.5.")
                    .says("An address to listen on. Its parameters are listed below.");

    static final Directive<Template> RETURN =
            Directive.of(
                            "return",
                            new ValueType<>(
                                    "text",
                                    arguments ->
                                            TemplateCompiler.compile(
                                                    Variables.Family.STREAM, arguments.word(1))))
                    .in(STREAM_SERVER)
                    .says("Sends a text and closes the connection.");

    static final List<Directive<?>> ALL =
            List.of(
                    STREAM_BLOCK,
                    SERVER,
                    LISTEN,
                    RETURN,
                    LogDirectives.STREAM_LOG_FORMAT,
                    LogDirectives.STREAM_ACCESS_LOG);

    private StreamDirectives() {}

    private static ListenLine listen(final Arguments arguments) throws Fault {
        final ListenLine line = ListenParser.stream(arguments);
        final Scope server = arguments.scope();
        StreamAssembler.listens(server.parent().orElseThrow()).addStream(line, server);
        return line;
    }
}
