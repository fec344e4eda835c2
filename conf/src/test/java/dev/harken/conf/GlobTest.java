package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class GlobTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "*.conf, a.conf, true",
        "*.conf, .conf, false",
        "*.conf, a.conf.bak, false",
        "*, .hidden, false",
        ".*, .hidden, true",
        "a?c, abc, true",
        "a?c, ac, false",
        "[a-c]x, bx, true",
        "[!a-c]x, bx, false",
        "[^a-c]x, dx, true",
        "[]]x, ]x, true",
        "[x, [x, true",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXbYbZ, false",
        "**, anything, true",
    })
    void fitsAsTheShellWould(final String pattern, final String name, final boolean fits) {
        assertThat(Glob.matches(pattern, name)).isEqualTo(fits);
    }

    @Test
    void manyStarsTakeNoLongerThanTheyMust() {
        assertThat(Glob.matches("*a".repeat(50) + "b", "a".repeat(2000))).isFalse();
    }

    @Test
    void expandsEverySegmentInOrder() throws IOException {
        for (final String file : new String[] {"b/2.conf", "b/1.conf", "a/3.conf", "a/x.txt"}) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.createFile(folder.resolve(file));
        }
        assertThat(Glob.expand(folder.resolve("?/*.conf")))
                .containsExactly(
                        folder.resolve("a/3.conf"),
                        folder.resolve("b/1.conf"),
                        folder.resolve("b/2.conf"));
    }

    @Test
    void nothingFitsWhereThereIsNoFolder() throws IOException {
        assertThat(Glob.expand(folder.resolve("missing/*.conf"))).isEmpty();
    }
}
