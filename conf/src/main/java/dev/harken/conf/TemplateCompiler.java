package dev.harken.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits a word into text and variables, and refuses variables that don't exist. */
final class TemplateCompiler {
    private final Variables.Family family;
    private final Word word;
    private final String source;
    private final List<Template.Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int offset;

    private TemplateCompiler(final Variables.Family family, final Word word, final String source) {
        this.family = family;
        this.word = word;
        this.source = source;
    }

    /** Compiles a whole word. */
    static Template compile(final Variables.Family family, final Word word) throws Fault {
        return compile(family, word, word.text());
    }

    /** Compiles a text that was taken from a word. */
    static Template compile(final Variables.Family family, final Word word, final String source)
            throws Fault {
        return new TemplateCompiler(family, word, source).compile();
    }

    private Template compile() throws Fault {
        while (offset < source.length()) {
            final char c = source.charAt(offset++);
            if (c == '$') {
                flush();
                parts.add(new Template.Variable(variable()));
            } else {
                literal.append(c);
            }
        }
        flush();
        return new Template(parts);
    }

    private void flush() {
        if (!literal.isEmpty()) {
            parts.add(new Template.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private String variable() throws Fault {
        if (offset < source.length() && "123456789".indexOf(source.charAt(offset)) >= 0) {
            throw Fault.of("the variable \"$" + source.charAt(offset) + "\" is not supported", word)
                    .hint("there is nothing yet that captures parts of a text");
        }
        final boolean bracket = offset < source.length() && source.charAt(offset) == '{';
        if (bracket) {
            offset++;
        }
        final int start = offset;
        while (offset < source.length() && isNamePart(source.charAt(offset))) {
            offset++;
        }
        final String name = source.substring(start, offset);
        if (bracket && offset < source.length() && source.charAt(offset) == '}') {
            offset++;
        } else if (bracket && !(name.isEmpty() && offset == source.length())) {
            throw Fault.of("the closing bracket in \"" + name + "\" variable is missing", word);
        }
        if (name.isEmpty()) {
            throw Fault.of("invalid variable name", word)
                    .hint("a dollar sign starts a variable, and can't be escaped");
        }
        return known(name);
    }

    private static boolean isNamePart(final char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_';
    }

    private String known(final String written) throws Fault {
        final String name = written.toLowerCase(Locale.ROOT);
        if (Variables.isKnown(family, name)) {
            return name;
        }
        if (NginxNames.isVariable(family, name)) {
            throw Fault.of("variable \"" + name + "\" is not supported", word)
                    .hint("nginx has it, and it has no counterpart here");
        }
        final String hint =
                Suggestions.nearest(name, Variables.names(family))
                        .map(nearest -> "did you mean \"$" + nearest + "\"?")
                        .orElse("");
        throw Fault.of("unknown \"" + name + "\" variable", word).hint(hint);
    }
}
