package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.RandomCases;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class LexerPropertyTest {
    private static final String SYNTAX = " \t\r\n;{}#'\"\\$()[]=~*ab0\0é";

    @Test
    void quotedWordsAreReadBackAsTheyWere() {
        RandomCases.check(500, random -> checkReadBack(statements(random)));
    }

    @Test
    void anyTextComesToAnEnd() {
        RandomCases.check(2000, random -> checkEnd(text(random)));
    }

    @Test
    void everyWordStandsWhereItSays() {
        RandomCases.check(500, random -> checkPositions(text(random)));
    }

    private static void checkReadBack(final List<List<String>> wanted) {
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

    private static void checkEnd(final String text) {
        final Diagnostics diagnostics = new Diagnostics();
        final List<Statement> statements = read(text, diagnostics);
        assertThat(statements).hasSizeLessThanOrEqualTo(text.length());
        if (statements.stream().anyMatch(Statement::broken)) {
            assertThat(diagnostics.hasErrors()).isTrue();
        }
    }

    private static void checkPositions(final String text) {
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

    private static List<List<String>> statements(final Random random) {
        final String characters = SYNTAX.replace("\0", "");
        return upToFive(
                random, _ -> upToFive(random, _ -> RandomCases.text(random, characters, 12)));
    }

    private static <T> List<T> upToFive(final Random random, final Function<Random, T> element) {
        return IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(_ -> element.apply(random))
                .toList();
    }

    private static String text(final Random random) {
        return RandomCases.text(random, SYNTAX, 80);
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
