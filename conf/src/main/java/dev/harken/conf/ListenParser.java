package dev.harken.conf;

import dev.harken.conf.ListenParameter.Place;

import java.net.Inet6Address;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads one {@code listen} line. */
final class ListenParser {
    private static final int HTTP_PORT = 80;
    private static final int SHARD_LIMIT_COUNT = 1024;

    private final Arguments arguments;
    private final boolean stream;
    private final Map<String, Word> given = new HashMap<>();

    private int backlog = ListenOptions.DEFAULT_BACKLOG;
    private OptionalLong receiveBuffer = OptionalLong.empty();
    private OptionalLong sendBuffer = OptionalLong.empty();
    private OptionalInt fastOpen = OptionalInt.empty();
    private Optional<Duration> deferAccept = Optional.empty();
    private boolean ipv6Only = true;
    private Optional<ListenOptions.KeepAlive> keepAlive = Optional.empty();
    private OptionalInt shards = OptionalInt.empty();
    private Optional<AcceptMode> accept = Optional.empty();
    private OptionalLong mark = OptionalLong.empty();
    private Optional<String> device = Optional.empty();

    private ListenParser(final Arguments arguments, final boolean stream) {
        this.arguments = arguments;
        this.stream = stream;
    }

    static ListenLine http(final Arguments arguments) throws Fault {
        return new ListenParser(arguments, false).parse();
    }

    static ListenLine stream(final Arguments arguments) throws Fault {
        return new ListenParser(arguments, true).parse();
    }

    private ListenLine parse() throws Fault {
        final List<ListenAddress> addresses =
                ListenAddressParser.parse(
                        arguments.word(1),
                        stream ? 0 : HTTP_PORT,
                        arguments.environment().resolver());
        for (final Word word : arguments.from(2)) {
            try {
                parameter(word);
            } catch (final Fault fault) {
                arguments.report(fault);
            }
        }
        checkTogether(addresses);
        final boolean explicit =
                ListenParameter.ALL.stream()
                        .anyMatch(row -> row.option() && given.containsKey(row.name()));
        return new ListenLine(
                addresses,
                options(),
                explicit,
                given.containsKey("default_server"),
                given.containsKey("ssl"),
                given.containsKey("http2"),
                given.containsKey("udp"),
                arguments.statement());
    }

    private ListenOptions options() {
        return new ListenOptions(
                backlog,
                receiveBuffer,
                sendBuffer,
                fastOpen,
                deferAccept,
                ipv6Only,
                keepAlive,
                sharded(),
                shards,
                accept,
                given.containsKey("transparent"),
                given.containsKey("freebind"),
                given.containsKey("incoming_cpu"),
                mark,
                device,
                given.containsKey("multipath"));
    }

    private boolean sharded() {
        return given.containsKey("reuseport")
                || shards.isPresent()
                || accept.equals(Optional.of(AcceptMode.REUSEPORT));
    }

    private void parameter(final Word word) throws Fault {
        final String text = word.text();
        final int equals = text.indexOf('=');
        final String written = equals < 0 ? text : text.substring(0, equals);
        final String name = written.equals("default") ? "default_server" : written;
        refuseForeign(word, name);
        final ListenParameter row =
                ListenParameter.of(name, equals >= 0).orElseThrow(() -> unknown(word));
        if (!row.places().contains(stream ? Place.STREAM : Place.HTTP)) {
            throw invalid(word, "it is for the " + (stream ? "http" : "stream") + " block");
        }
        if (equals >= 0) {
            value(word, name);
        } else if (name.equals("deferred")) {
            deferAccept = Optional.of(Duration.ofSeconds(1));
        }
        given.put(name, word);
    }

    /** Says why what other systems or newer servers have is not to be had here. */
    private void refuseForeign(final Word word, final String name) throws Fault {
        switch (name) {
            case "setfib" -> throw invalid(word, "routing tables per socket exist on FreeBSD only");
            case "accept_filter" ->
                    throw Fault.of(
                                    "accept filters \""
                                            + word.text()
                                            + "\" are not supported on this platform",
                                    word)
                            .hint("they exist on FreeBSD only; here use deferred");
            case "quic" -> throw invalid(word, "HTTP/3 is not supported");
            case "proxy_protocol" ->
                    throw Fault.of(
                                    "parameter \"proxy_protocol\" of \"listen\" is not supported",
                                    word)
                            .hint("nothing here reads PROXY protocol headers yet");
            default -> {}
        }
    }

    private void value(final Word word, final String name) throws Fault {
        switch (name) {
            case "backlog" ->
                    backlog = ListenValues.number(word, 1, Integer.MAX_VALUE, "a number from 1");
            case "rcvbuf" -> receiveBuffer = OptionalLong.of(ListenValues.size(word));
            case "sndbuf" -> sendBuffer = OptionalLong.of(ListenValues.size(word));
            case "fastopen" ->
                    fastOpen =
                            OptionalInt.of(
                                    ListenValues.number(
                                            word, 0, Integer.MAX_VALUE, "a queue length"));
            case "ipv6only" -> ipv6Only = ipv6Only(word);
            case "so_keepalive" -> keepAlive = Optional.of(ListenValues.keepAlive(word));
            case "shards" ->
                    shards =
                            OptionalInt.of(
                                    ListenValues.number(
                                            word,
                                            1,
                                            SHARD_LIMIT_COUNT,
                                            "a number from 1 to " + SHARD_LIMIT_COUNT));
            case "accept" -> accept = Optional.of(ListenValues.acceptMode(word));
            case "defer_accept" -> deferAccept = Optional.of(ListenValues.seconds(word));
            case "mark" -> mark = OptionalLong.of(ListenValues.mark(word));
            case "device" -> device = Optional.of(ListenValues.device(word));
            default -> throw new IllegalStateException(name);
        }
    }

    private boolean ipv6Only(final Word word) throws Fault {
        final String value = ListenValues.valueOf(word);
        if (value.equals("on") || value.equals("off")) {
            return value.equals("on");
        }
        if (!value.startsWith("o")) {
            throw invalid(word, "expected ipv6only=on or ipv6only=off");
        }
        throw Fault.of("invalid ipv6only flags \"" + value + "\"", word).hint("expected on or off");
    }

    private void checkTogether(final List<ListenAddress> addresses) {
        if (given.containsKey("udp")) {
            checkPlace(Place.UDP, "\"udp\"");
        }
        if (addresses.getFirst() instanceof ListenAddress.Unix) {
            checkPlace(Place.UNIX, "a unix domain socket");
        }
        warnUnless(addresses.stream().anyMatch(ListenParser::isIpv6), "ipv6only", "IPv6 addresses");
        warnUnless(
                addresses.getFirst() instanceof ListenAddress.Inet,
                "so_keepalive",
                "TCP addresses");
        if (sharded() && accept.isPresent() && accept.get() != AcceptMode.REUSEPORT) {
            incompatible("accept", given.containsKey("reuseport") ? "\"reuseport\"" : "\"shards\"");
        }
        if (given.containsKey("incoming_cpu") && !sharded()) {
            arguments.report(
                    arguments
                            .fault(
                                    "\"incoming_cpu\" parameter needs \"reuseport\"",
                                    given.get("incoming_cpu"))
                            .hint("it chooses between sockets"));
        }
    }

    private static boolean isIpv6(final ListenAddress address) {
        return address instanceof ListenAddress.Inet inet && inet.address() instanceof Inet6Address;
    }

    /** nginx takes these without a word where they do nothing. */
    private void warnUnless(final boolean useful, final String name, final String purpose) {
        final Word word = given.get(name);
        if (word != null && !useful) {
            arguments.warn(
                    word,
                    "\"" + name + "\" parameter has no effect on \"" + arguments.text(1) + "\"",
                    "it is for " + purpose);
        }
    }

    private void checkPlace(final Place place, final String with) {
        for (final ListenParameter row : ListenParameter.ALL) {
            if (!row.places().contains(place)) {
                incompatible(row.name(), with);
            }
        }
    }

    private void incompatible(final String name, final String with) {
        final Word word = given.get(name);
        if (word != null) {
            arguments.report(
                    arguments.fault(
                            "\"" + name + "\" parameter is incompatible with " + with, word));
        }
    }

    private Fault invalid(final Word word, final String hint) {
        return Fault.of(
                        stream
                                ? "the invalid \"" + word.text() + "\" parameter"
                                : "invalid parameter \"" + word.text() + "\"",
                        word)
                .hint(hint);
    }

    private Fault unknown(final Word word) {
        final int equals = word.text().indexOf('=');
        final String name = equals < 0 ? word.text() : word.text().substring(0, equals + 1);
        final List<String> names = ListenParameter.ALL.stream().map(ListenParameter::text).toList();
        return invalid(
                word,
                Suggestions.nearest(name, names)
                        .map(nearest -> "did you mean \"" + nearest + "\"?")
                        .orElse(""));
    }
}
