package org.ndd.eval;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Dependencies between the packages of the evaluation: methods and experiments must not depend on corpora or reports. */
public class EvalPackagesTests extends LuceneTestCase {

    private static final List<String> PARTS =
            List.of("", ".method", ".score", ".baseline", ".experiment", ".bench", ".simulate");

    private static void assertImportsOnly(JavaClasses classes, String part, String... others) {
        String[] forbidden = PARTS.stream()
                .filter(other ->
                        other.equals(part) == false && Stream.of(others).noneMatch(other::equals))
                .map(other -> "org.ndd.eval" + other)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("org.ndd.eval" + part)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .check(classes);
    }

    public void testPackageDependencies() {
        JavaClasses classes = new ClassFileImporter().importPackages("org.ndd.eval");
        assertImportsOnly(classes, ".method");
        assertImportsOnly(classes, ".score");
        assertImportsOnly(classes, ".baseline", ".method");
        assertImportsOnly(classes, ".bench");
        assertImportsOnly(classes, ".simulate");
        assertImportsOnly(classes, ".experiment", ".method", ".score");
        slices().matching("org.ndd.(**)").should().beFreeOfCycles().check(classes);
    }
}
