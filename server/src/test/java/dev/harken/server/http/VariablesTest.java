package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VariablesTest {

    @Test
    void everyVariableOfTheLanguageHasCode() {
        final var http = dev.harken.conf.Variables.Family.HTTP;
        assertThat(dev.harken.conf.Variables.of(http).keySet())
                .allSatisfy(name -> assertThat(Variables.named(name)).isNotNull());
        assertThat(dev.harken.conf.Variables.prefixesOf(http).keySet())
                .allSatisfy(name -> assertThat(Variables.named(name + "x")).isNotNull());
    }

    @Test
    void anUnknownVariableIsNamed() {
        assertThatThrownBy(() -> Variables.named("nonsense")).hasMessageContaining("$nonsense");
    }
}
