package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Golden;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class DirectivesPageTest {
    private static final Path PAGE = Path.of("../docs/directives.md");

    @Test
    void pageAgreesWithTheTables() throws IOException {
        final String markdown = DirectivesPage.markdown();
        if (Boolean.getBoolean(Golden.UPDATE)) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, markdown);
        }
        assertThat(PAGE).as("the page says how to make it anew").hasContent(markdown);
    }

    @Test
    void everyDirectiveSaysWhatItIsFor() {
        assertThat(DirectiveTable.tables().values())
                .flatExtracting(List::copyOf)
                .allMatch(directive -> ((Directive<?>) directive).summary().endsWith("."))
                .allMatch(directive -> !((Directive<?>) directive).contexts().isEmpty());
    }

    @Test
    void everyContextHasAtMostOneDirectiveOfAName() {
        for (final Context context : Context.values()) {
            assertThat(DirectiveTable.namesIn(context)).doesNotHaveDuplicates();
        }
    }

    @Test
    void everyNameOfNginxIsKnownOneWayOrTheOther() {
        assertThat(List.of("proxy_pass", "gzip", "upstream", "geo", "mail", "ssl_preread"))
                .allMatch(name -> NginxNames.moduleOf(name).isPresent());
        assertThat(NginxNames.moduleOf("worker_proceses")).isEmpty();
        assertThat(DirectiveTable.names()).allMatch(name -> NginxNames.moduleOf(name).isPresent());
    }
}
