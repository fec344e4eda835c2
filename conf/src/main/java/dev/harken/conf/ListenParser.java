package dev.harken.conf;

import dev.harken.conf.ListenParameter.Place;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads one {@code listen} line. */
final class ListenParser {
    private static final int HTTP_PORT = 80;
    private static final int SHARD_LIMIT_COUNT = 1024;
    private static final int DEVICE_NAME_LIMIT_BYTES = 15;
    private static final long MARK_LIMIT = 0xffff_ffffL;

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
                given.containsKey("proxy_protocol"),
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
            value(word, name, text.substring(equals + 1));
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
            default -> {}
        }
    }

    private void value(final Word word, final String name, final String value) throws Fault {
        switch (name) {
            case "backlog" ->
                    backlog =
                            Numbers.small(value)
                                    .filter(length -> length > 0)
                                    .orElseThrow(() -> invalid(name, word, "a number from 1"));
            case "rcvbuf" -> receiveBuffer = size(name, word, value);
            case "sndbuf" -> sendBuffer = size(name, word, value);
            case "fastopen" ->
                    fastOpen =
                            OptionalInt.of(
                                    Numbers.small(value)
                                            .orElseThrow(
                                                    () -> invalid(name, word, "a queue length")));
            case "ipv6only" -> ipv6Only = ipv6Only(word, value);
            case "so_keepalive" -> keepAlive = Optional.of(keepAlive(word, value));
            case "shards" ->
                    shards =
                            OptionalInt.of(
                                    Numbers.small(value)
                                            .filter(n -> n > 0 && n <= SHARD_LIMIT_COUNT)
                                            .orElseThrow(
                                                    () ->
                                                            invalid(
                                                                    name,
                                                                    word,
                                                                    "a number from 1 to "
                                                                            + SHARD_LIMIT_COUNT)));
            case "accept" -> accept = Optional.of(acceptMode(word, value));
            case "defer_accept" ->
                    deferAccept =
                            Optional.of(
                                    Numbers.seconds(value)
                                            .filter(time -> !time.isZero())
                                            .orElseThrow(
                                                    () -> invalid(name, word, "a time from 1s")));
            case "mark" -> mark = OptionalLong.of(mark(word, value));
            case "device" -> device = Optional.of(device(word, value));
            default -> {} // bind and its like take no value
        }
    }

    private static OptionalLong size(final String name, final Word word, final String value)
            throws Fault {
        return OptionalLong.of(
                Numbers.size(value).orElseThrow(() -> invalid(name, word, "bytes, or 64k, 1m")));
    }

    private boolean ipv6Only(final Word word, final String value) throws Fault {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> {
                if (!value.startsWith("o")) {
                    throw invalid(word, "expected ipv6only=on or ipv6only=off");
                }
                throw Fault.of("invalid ipv6only flags \"" + value + "\"", word)
                        .hint("expected on or off");
            }
        };
    }

    /** {@code on}, {@code off}, or {@code idle:interval:count}, of which each may be missing. */
    private static ListenOptions.KeepAlive keepAlive(final Word word, final String value)
            throws Fault {
        final Optional<Duration> none = Optional.empty();
        if (value.equals("on") || value.equals("off")) {
            return new ListenOptions.KeepAlive(value.equals("on"), none, none, OptionalInt.empty());
        }
        final String[] parts = value.split(":", 3);
        final Optional<Duration> idle = keepAliveTime(word, value, parts, 0);
        final Optional<Duration> interval = keepAliveTime(word, value, parts, 1);
        OptionalInt count = OptionalInt.empty();
        if (parts.length > 2 && !parts[2].isEmpty()) {
            final int probes = Numbers.small(parts[2]).orElseThrow(() -> badKeepAlive(word, value));
            count = probes == 0 ? count : OptionalInt.of(probes);
        }
        if (idle.isEmpty() && interval.isEmpty() && count.isEmpty()) {
            throw badKeepAlive(word, value);
        }
        return new ListenOptions.KeepAlive(true, idle, interval, count);
    }

    private static Optional<Duration> keepAliveTime(
            final Word word, final String value, final String[] parts, final int index)
            throws Fault {
        if (index >= parts.length || parts[index].isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                        Numbers.seconds(parts[index]).orElseThrow(() -> badKeepAlive(word, value)))
                .filter(time -> !time.isZero());
    }

    private static Fault badKeepAlive(final Word word, final String value) {
        return Fault.of("invalid so_keepalive value: \"" + value + "\"", word)
                .hint("expected on, off or idle:interval:count, such as 30m::10");
    }

    private static AcceptMode acceptMode(final Word word, final String value) throws Fault {
        for (final AcceptMode mode : AcceptMode.values()) {
            if (mode.text().equals(value)) {
                return mode;
            }
        }
        throw invalid("accept", word, "reuseport, exclusive, mutex, herd or dispatch");
    }

    private static long mark(final Word word, final String value) throws Fault {
        try {
            final long mark = Long.decode(value.toLowerCase(Locale.ROOT));
            if (mark >= 0 && mark <= MARK_LIMIT) {
                return mark;
            }
        } catch (final NumberFormatException _) {
            // Falls through to the same answer as a number out of range.
        }
        throw invalid("mark", word, "a number of 32 bits, such as 1 or 0x10");
    }

    private static String device(final Word word, final String value) throws Fault {
        if (value.isEmpty()
                || value.getBytes(StandardCharsets.UTF_8).length > DEVICE_NAME_LIMIT_BYTES) {
            throw invalid("device", word, "the name of a network interface");
        }
        return value;
    }

    private void checkTogether(final List<ListenAddress> addresses) {
        if (given.containsKey("udp")) {
            checkPlace(Place.UDP, "\"udp\"");
        }
        if (addresses.getFirst() instanceof ListenAddress.Unix) {
            checkPlace(Place.UNIX, "a unix domain socket");
        }
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

    private static Fault invalid(final String name, final Word word, final String expected) {
        return Fault.of("invalid " + name + " \"" + word.text() + "\"", word)
                .hint("expected " + expected);
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
