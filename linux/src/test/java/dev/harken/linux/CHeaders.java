package dev.harken.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the C compiler of the host what expressions over the installed headers evaluate to. */
final class CHeaders {

    private static final Path FOLDER = Path.of("target", "headers");

    private CHeaders() {}

    /**
     * Compiles and runs a program that prints the expressions.
     *
     * @param name of the program
     * @param headers to include, in order
     * @param expressions of any integer type
     */
    static Map<String, Long> evaluate(
            final String name, final List<String> headers, final Iterable<String> expressions)
            throws IOException, InterruptedException {
        Needs.tool("cc");
        final StringBuilder source = new StringBuilder("#define _GNU_SOURCE\n");
        headers.forEach(header -> source.append("#include <").append(header).append(">\n"));
        source.append("int main(void) {\n");
        for (final String expression : expressions) {
            source.append("  printf(\"%s\\t%lld\\n\", \"")
                    .append(expression)
                    .append("\", (long long) (")
                    .append(expression)
                    .append("));\n");
        }
        source.append("  return 0;\n}\n");
        Files.createDirectories(FOLDER);
        final Path file = Files.writeString(FOLDER.resolve(name + ".c"), source);
        final Path program = FOLDER.resolve(name);
        Command.output("cc", "-o", program.toString(), file.toString());
        final Map<String, Long> values = new LinkedHashMap<>();
        Command.output(program.toString())
                .lines()
                .map(line -> line.split("\t"))
                .forEach(pair -> values.put(pair[0], Long.valueOf(pair[1])));
        return values;
    }
}
