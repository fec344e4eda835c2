package dev.harken.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;

/** The rules of ARCHITECTURE.md, checked on the byte code of all modules. */
class ArchitectureTest {
    private static final String LINUX = "dev.harken.linux..";
    private static final String CLI = "dev.harken.cli..";

    private static JavaClasses project;

    @BeforeAll
    static void readAllModules() {
        project =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .withImportOption(location -> !location.contains("testkit"))
                        .importPackages("dev.harken", "io.netty.channel.uring");
    }

    @Test
    void modulesDependOnlyDownward() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("linux")
                .definedBy(LINUX)
                .layer("listen")
                .definedBy("dev.harken.listen..")
                .layer("netty")
                .definedBy("dev.harken.netty..")
                .layer("conf")
                .definedBy("dev.harken.conf..")
                .layer("server")
                .definedBy("dev.harken.server..")
                .layer("bench")
                .definedBy("dev.harken.bench..")
                .layer("cli")
                .definedBy(CLI)
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("bench")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("bench", "cli")
                .whereLayer("conf")
                .mayOnlyBeAccessedByLayers("server", "cli")
                .whereLayer("netty")
                .mayOnlyBeAccessedByLayers("server", "bench", "cli")
                .whereLayer("listen")
                .mayOnlyBeAccessedByLayers("netty", "server", "bench", "cli")
                .check(project);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.harken.(**)").should().beFreeOfCycles().check(project);
    }

    @Test
    void onlyTheLinuxModuleLinksCFunctions() {
        noClasses()
                .that(resideOutsideOfPackage(LINUX))
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Linker.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(SymbolLookup.class)
                .because("system calls live in one place: add a wrapper to dev.harken.linux")
                .check(project);
    }

    @Test
    void theListenLibraryKnowsNoNetty() {
        noClasses()
                .that(resideInAPackage("dev.harken.listen.."))
                .or(resideInAPackage(LINUX))
                .or(resideInAPackage("dev.harken.conf.."))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(project);
    }

    @Test
    void onlyTheCommandLinePrints() {
        noClasses()
                .that(resideOutsideOfPackage(CLI))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .because("a library logs by System.Logger, a server by its error log")
                .check(project);
    }

    @Test
    void nothingSleeps() {
        noClasses()
                .should()
                .callMethodWhere(
                        com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                                nameMatching("java\\.lang\\.Thread\\.sleep")))
                .because("wait for a condition or a deadline of the event loop")
                .check(project);
    }

    @Test
    void onlyTheCommandLineEndsTheProcess() {
        noClasses()
                .that(resideOutsideOfPackage(CLI))
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(project);
    }

    @Test
    void classesAreFinalOrSealed() {
        classes()
                .that(resideInAPackage("dev.harken.."))
                .and()
                .areNotInterfaces()
                .and()
                .areNotAnonymousClasses()
                .and()
                .areNotEnums()
                .and()
                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                .should()
                .haveModifier(JavaModifier.FINAL)
                .orShould()
                .haveModifier(JavaModifier.ABSTRACT)
                .because("sharing is by composition or a sealed interface")
                .check(project);
    }

    @Test
    void everyPackageIsNullMarked() {
        classes()
                .that(resideInAPackage("dev.harken.."))
                .and()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith(NullMarked.class)
                .check(project);
    }
}
