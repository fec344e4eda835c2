package dev.harken.conf;

import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes a configuration as JSON, so that golden files show what was understood. A record that was
 * written before is written as its position; what is empty or false is left out.
 */
final class ModelDump {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();
    private final Map<Object, String> written = new IdentityHashMap<>();

    private ModelDump() {}

    static String json(final Object value) {
        final ModelDump dump = new ModelDump();
        dump.value(value, "\n");
        return dump.text.append('\n').toString();
    }

    private void value(final Object value, final String line) {
        switch (value) {
            case Optional<?> some -> value(some.orElse(null), line);
            case OptionalInt some -> text.append(some.getAsInt());
            case OptionalLong some -> text.append(some.getAsLong());
            case Number number -> text.append(number);
            case Boolean flag -> text.append(flag);
            case Template template -> string(template.toString());
            case Position position -> string(position.line() + ":" + position.column());
            case ListenAddress address -> string(address.text());
            case InetAddress address -> string(address.getHostAddress());
            case Collection<?> items -> items(items, line);
            case Map<?, ?> map -> map(new TreeMap<>(map), line);
            case Record record -> once(record, line);
            default -> string(value.toString());
        }
    }

    private void string(final String value) {
        text.append(Word.quote(value).replace("\n", "\\n").replace("\t", "\\t"));
    }

    private void items(final Collection<?> items, final String line) {
        text.append('[');
        String separator = "";
        for (final Object item : items) {
            text.append(separator).append(line).append(INDENT);
            value(item, line + INDENT);
            separator = ",";
        }
        text.append(line).append(']');
    }

    private void map(final Map<?, ?> map, final String line) {
        text.append('{');
        String separator = "";
        for (final Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator).append(line).append(INDENT);
            string(String.valueOf(entry.getKey()));
            text.append(": ");
            value(entry.getValue(), line + INDENT);
            separator = ",";
        }
        text.append(line).append('}');
    }

    /** Virtual servers stand in the list of servers and in the addresses they serve. */
    private void once(final Record record, final String line) {
        final String place = written.get(record);
        if (place != null) {
            string(place);
            return;
        }
        if (record instanceof HttpServerConfig server) {
            written.put(record, "server at " + server.position().line());
        }
        if (record instanceof StreamServerConfig server) {
            written.put(record, "server at " + server.position().line());
        }
        record(record, line);
    }

    private void record(final Record record, final String line) {
        text.append('{');
        String separator = "";
        if (record.getClass().getInterfaces().length > 0) {
            text.append(line).append(INDENT);
            text.append("\"is\": \"").append(record.getClass().getSimpleName()).append('"');
            separator = ",";
        }
        for (final RecordComponent component : record.getClass().getRecordComponents()) {
            final Object value = component(record, component);
            if (!isEmpty(value)) {
                text.append(separator).append(line).append(INDENT);
                text.append('"').append(component.getName()).append("\": ");
                value(value, line + INDENT);
                separator = ",";
            }
        }
        text.append(line).append('}');
    }

    private static Object component(final Record record, final RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isEmpty(final Object value) {
        return switch (value) {
            case Optional<?> some -> some.isEmpty();
            case OptionalInt some -> some.isEmpty();
            case OptionalLong some -> some.isEmpty();
            case Collection<?> items -> items.isEmpty();
            case BitSet set -> set.isEmpty();
            case Template template -> template.isEmpty();
            case Boolean flag -> !flag;
            case MimeTypes types -> types.equals(MimeTypes.DEFAULT);
            case Pattern _, Path _, Duration _ -> false;
            default -> false;
        };
    }
}
