package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

final class LexerPropertyTest {
    private static final String SYNTAX = " \t\r\n;{}#'\"\\$()[]=~*ab0\0é";

    @Property
    void quotedWordsAreReadBackAsTheyWere(@ForAll("statements") final List<List<String>> wanted) {
        final String text =
                wanted.stream()
                        .map(
                                words ->
                                        words.stream()
                                                .map(Word::quote)
                                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining(";\n", "", ";"));
        final Diagnostics diagnostics = new Diagnostics();
        final List<List<String>> read =
                read(text, diagnostics).stream()
                        .map(statement -> statement.words().stream().map(Word::text).toList())
                        .toList();
        assertThat(read).isEqualTo(wanted);
        assertThat(diagnostics.list()).isEmpty();
    }

    @Property(tries = 2000)
    void anyTextComesToAnEnd(@ForAll("texts") final String text) {
        final Diagnostics diagnostics = new Diagnostics();
        final List<Statement> statements = read(text, diagnostics);
        assertThat(statements).hasSizeLessThanOrEqualTo(text.length());
        if (statements.stream().anyMatch(Statement::broken)) {
            assertThat(diagnostics.hasErrors()).isTrue();
        }
    }

    @Property
    void everyWordStandsWhereItSays(@ForAll("texts") final String text) {
        final String[] lines = text.split("\n", -1);
        for (final Statement statement : read(text, new Diagnostics())) {
            for (final Word word : statement.words()) {
                final String line = lines[word.line() - 1];
                final char first = line.charAt(word.column() - 1);
                assertThat(
                                first == '"'
                                        || first == '\''
                                        || first == '\\'
                                        || word.text().charAt(0) == first)
                        .isTrue();
            }
        }
    }

    @Provide
    Arbitrary<List<List<String>>> statements() {
        final Arbitrary<String> word =
                Arbitraries.strings().withChars(SYNTAX.replace("\0", "")).ofMaxLength(12);
        return word.list().ofMinSize(1).ofMaxSize(5).list().ofMinSize(1).ofMaxSize(5);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars(SYNTAX).ofMaxLength(80);
    }

    private static List<Statement> read(final String text, final Diagnostics diagnostics) {
        final Lexer lexer = new Lexer("test.conf", text, diagnostics);
        final List<Statement> statements = new ArrayList<>();
        Statement statement = lexer.next();
        while (statement.kind() != Statement.Kind.END) {
            statements.add(statement);
            statement = lexer.next();
        }
        return statements;
    }
}
