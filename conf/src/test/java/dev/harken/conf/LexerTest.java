package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class LexerTest {
    private final Diagnostics diagnostics = new Diagnostics();

    @Test
    void splitsWordsAtBlanksAndKeepsTheirPlaces() {
        final Statement statement = lexer("\n  listen\t80\r\n   default_server;").next();
        assertThat(statement.kind()).isEqualTo(Statement.Kind.SIMPLE);
        assertThat(statement.words())
                .containsExactly(
                        new Word("listen", 2, 3),
                        new Word("80", 2, 10),
                        new Word("default_server", 3, 4));
        assertThat(statement.line()).isEqualTo(3);
    }

    @Test
    void quotesKeepBlanksSemicolonsAndBraces() {
        assertThat(words("a \"b ; {c}\" 'd \"e\" #f';"))
                .containsExactly("a", "b ; {c}", "d \"e\" #f");
    }

    @Test
    void backslashEscapesQuotesAndNamesControlCharacters() {
        assertThat(words("a \"\\\"\\'\\\\\\t\\r\\n\";")).containsExactly("a", "\"'\\\t\r\n");
    }

    @Test
    void otherBackslashesStayAsTheyAre() {
        assertThat(words("a \\.php$ \\d\\;x;")).containsExactly("a", "\\.php$", "\\d\\;x");
    }

    @Test
    void braceAfterDollarBelongsToTheWord() {
        assertThat(words("return ${host}x;")).containsExactly("return", "${host}x");
    }

    @Test
    void braceElsewhereOpensABlockEvenWithoutABlank() {
        final Statement statement = lexer("events{}").next();
        assertThat(statement.kind()).isEqualTo(Statement.Kind.OPEN);
        assertThat(statement.name()).isEqualTo("events");
    }

    @Test
    void closingBraceInsideAWordIsPartOfIt() {
        assertThat(words("a b}c;")).containsExactly("a", "b}c");
    }

    @Test
    void commentStartsOnlyWhereAWordCould() {
        assertThat(words("# x;\na b#c # d;\n;")).containsExactly("a", "b#c");
    }

    @Test
    void emptyQuotesAreAWord() {
        assertThat(words("a \"\" '';")).containsExactly("a", "", "");
    }

    @Test
    void bracketMayFollowAQuote() {
        assertThat(words("if (a = \"b\");")).containsExactly("if", "(a", "=", "b", ")");
        assertThat(diagnostics.list()).isEmpty();
    }

    @Test
    void goesOnAfterTextBehindAQuote() {
        final Lexer lexer = lexer("a \"b\"c d; e f;");
        assertThat(lexer.next().broken()).isTrue();
        assertThat(lexer.next().name()).isEqualTo("e");
        assertThat(messages()).containsExactly("unexpected \"c\"");
    }

    @Test
    void closingBraceEndsTheBlockEvenWhenASemicolonIsMissing() {
        final Lexer lexer = lexer("a { b }");
        lexer.next();
        assertThat(lexer.next().kind()).isEqualTo(Statement.Kind.CLOSE);
        assertThat(messages()).containsExactly("unexpected \"}\"");
    }

    @Test
    void endIsReportedOnceAndForEver() {
        final Lexer lexer = lexer("a");
        assertThat(lexer.next().kind()).isEqualTo(Statement.Kind.END);
        assertThat(lexer.next().kind()).isEqualTo(Statement.Kind.END);
        assertThat(messages()).containsExactly("unexpected end of file, expecting \";\" or \"}\"");
    }

    @Test
    void longestWordIsThatOfNginx() {
        assertThat(words("a " + "x".repeat(Lexer.WORD_LIMIT_CHARS - 1) + ";")).hasSize(2);
        assertThat(diagnostics.list()).isEmpty();
        lexer("a " + "x".repeat(Lexer.WORD_LIMIT_CHARS) + ";").next();
        assertThat(messages()).containsExactly("too long parameter \"xxxxxxxxxx...\" started");
    }

    @Test
    void nulByteEndsTheReading() {
        assertThat(lexer("a\0;").next().kind()).isEqualTo(Statement.Kind.END);
        assertThat(messages()).containsExactly("unexpected NUL byte");
    }

    private Lexer lexer(final String text) {
        return new Lexer("test.conf", text, diagnostics);
    }

    private List<String> words(final String text) {
        return lexer(text).next().words().stream().map(Word::text).toList();
    }

    private List<String> messages() {
        return diagnostics.list().stream().map(Diagnostic::message).toList();
    }
}
