package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.linux.Probe;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

final class RequireTest {

    private final String before = System.getProperty(Require.REQUIRE_ALL);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(Require.REQUIRE_ALL);
        } else {
            System.setProperty(Require.REQUIRE_ALL, before);
        }
    }

    @Test
    void letsTheTestRunWhereTheHostSuffices() {
        System.setProperty(Require.REQUIRE_ALL, "true");

        Require.that(Probe.supported());
        assertThat(Require.tool("sh")).isExecutable();
    }

    @Test
    void failsInsteadOfSkippingWhenAllIsRequired() {
        System.setProperty(Require.REQUIRE_ALL, "true");

        assertThatThrownBy(() -> Require.that(Probe.unsupported("no BPF here", "load the module")))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("unsupported: no BPF here; load the module");
    }

    @Test
    void namesTheMissingProgram() {
        System.setProperty(Require.REQUIRE_ALL, "true");

        assertThatThrownBy(() -> Require.tool("no-such-program"))
                .hasMessageContaining("needs the program no-such-program");
    }
}
