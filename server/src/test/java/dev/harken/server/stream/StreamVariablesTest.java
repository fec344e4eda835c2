package dev.harken.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.conf.Variables;

import org.junit.jupiter.api.Test;

class StreamVariablesTest {

    @Test
    void everyVariableOfTheLanguageHasCode() {
        assertThat(Variables.of(Variables.Family.STREAM).keySet())
                .allSatisfy(name -> assertThat(StreamVariables.named(name)).isNotNull());
    }
}
