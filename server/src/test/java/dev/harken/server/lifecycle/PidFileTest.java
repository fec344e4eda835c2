package dev.harken.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

class PidFileTest {
    @TempDir private Path folder;

    @Test
    void holdsThisProcessAndGoesWithIt() throws IOException {
        final Path path = folder.resolve("harken.pid");
        try (PidFile _ = PidFile.write(path)) {
            assertThat(path).hasContent(ProcessHandle.current().pid() + "\n");
            assertThat(PidFile.read(path)).isEqualTo((int) ProcessHandle.current().pid());
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void staysWhenAnotherProcessHasTakenItOver() throws IOException {
        final Path path = folder.resolve("harken.pid");
        final PidFile file = PidFile.write(path);
        Files.writeString(path, "1\n");

        file.close();
        assertThat(path).hasContent("1\n");
    }

    @Test
    void textThatIsNoProcessIsNamed() throws IOException {
        final Path path = Files.writeString(folder.resolve("harken.pid"), "none\n");

        assertThatThrownBy(() -> PidFile.read(path))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("none");
        Files.writeString(path, "");
        assertThatThrownBy(() -> PidFile.read(path))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("");
    }

    @Test
    void aFileThatIsMissingIsNotRead() {
        assertThatThrownBy(() -> PidFile.read(folder.resolve("absent")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
