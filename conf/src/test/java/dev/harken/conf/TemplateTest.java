package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TemplateTest {
    @Test
    void replacesEachVariableByItsValue() throws Fault {
        final Template template = compile("http://$host:${server_port}/$URI?");
        assertThat(template.evaluate(name -> "<" + name + ">"))
                .isEqualTo("http://<host>:<server_port>/<uri>?");
        assertThat(template.isLiteral()).isFalse();
    }

    @Test
    void textWithoutVariablesIsLiteral() throws Fault {
        assertThat(compile("a {b}")).isEqualTo(Template.literal("a {b}"));
        assertThat(compile("a {b}").isLiteral()).isTrue();
        assertThat(compile("")).isEqualTo(Template.EMPTY);
    }

    @Test
    void namesThatEndInANameOfTheRequestAreKnown() throws Fault {
        assertThat(compile("$arg_x$http_x_y$cookie_z").parts()).hasSize(3);
    }

    @Test
    void printsAsItCouldBeWritten() throws Fault {
        final Template template = compile("a$host-b");
        assertThat(compile(template.toString())).isEqualTo(template);
    }

    private static Template compile(final String text) throws Fault {
        return TemplateCompiler.compile(Variables.Family.HTTP, new Word(text, 1, 1));
    }
}
