package org.ndd;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.ndd.groups.GroupDocument;

/**
 * The packages of the project and the allowed imports between them: one line per package, checked against the compiled classes. A new
 * package, or a new dependency between two packages, starts with a line here.
 */
public class PackagesTests extends LuceneTestCase {

    private static final String BASE = "org.ndd.";

    private static final int MAX_PARAMETERS = 7;

    /** Libraries other than the JDK, by their public packages. */
    private enum Library {
        ICU("com.ibm.icu.."),
        JSOUP("org.jsoup.."),
        LUCENE("org.apache.lucene.."),
        /**
         * Includes the logger that Elasticsearch's API returns, and the package for methods that differ between Elasticsearch versions.
         */
        ELASTICSEARCH("org.elasticsearch..", "org.apache.logging.log4j..", "org.ndd.compat..");

        private final List<String> packages;

        Library(String... packages) {
            this.packages = List.of(packages);
        }
    }

    /** Allowed imports in addition to the JDK and the package itself. */
    private record AllowedImports(List<Library> libraries, List<String> packages) {}

    private static final List<String> CORE = List.of(
            "core.text",
            "core.fingerprint",
            "core.boilerplate",
            "core.align",
            "core.compare",
            "core.group",
            "core.partition");

    private static TreeMap<String, AllowedImports> packages() {
        List<Library> jdk = List.of();
        List<Library> elastic = List.of(Library.ELASTICSEARCH);
        List<Library> elasticAndLucene = List.of(Library.ELASTICSEARCH, Library.LUCENE);
        TreeMap<String, AllowedImports> packages = new TreeMap<>();
        packages.put("core.text", new AllowedImports(List.of(Library.ICU), List.of()));
        packages.put("core.fingerprint", new AllowedImports(jdk, List.of("core.text")));
        packages.put("core.boilerplate", new AllowedImports(jdk, List.of("core.text", "core.fingerprint")));
        packages.put("core.align", new AllowedImports(List.of(Library.ICU), List.of("core.text")));
        packages.put(
                "core.compare",
                new AllowedImports(List.of(Library.ICU), List.of("core.text", "core.boilerplate", "core.align")));
        packages.put("core.group", new AllowedImports(jdk, List.of("core.text", "core.compare")));
        packages.put(
                "core.partition",
                new AllowedImports(
                        jdk,
                        List.of("core.text", "core.fingerprint", "core.boilerplate", "core.compare", "core.group")));
        packages.put("analysis", new AllowedImports(List.of(Library.JSOUP), CORE));
        packages.put("compat", new AllowedImports(elasticAndLucene, List.of()));
        packages.put("config", new AllowedImports(elastic, and(CORE, "analysis")));
        packages.put("ingest", new AllowedImports(elasticAndLucene, and(CORE, "analysis", "config")));
        packages.put("boilerplate", new AllowedImports(elastic, and(CORE, "bulk", "config")));
        packages.put("groups", new AllowedImports(elasticAndLucene, and(CORE, "bulk", "config")));
        packages.put(
                "pair",
                new AllowedImports(
                        elasticAndLucene, and(CORE, "analysis", "bulk", "config", "boilerplate", "groups", "ingest")));
        packages.put(
                "decisions",
                new AllowedImports(elastic, List.of("bulk", "config", "core.group", "core.text", "groups", "pair")));
        packages.put("bulk", new AllowedImports(elasticAndLucene, List.of("config", "core.text")));
        packages.put(
                "documents",
                new AllowedImports(elasticAndLucene, and(CORE, "bulk", "config", "decisions", "groups", "ingest")));
        packages.put(
                "inspect",
                new AllowedImports(
                        elastic,
                        and(
                                CORE,
                                "analysis",
                                "bulk",
                                "config",
                                "boilerplate",
                                "decisions",
                                "groups",
                                "pair",
                                "search")));
        List<String> search = and(CORE, "analysis", "config", "ingest", "boilerplate", "pair");
        packages.put("search", new AllowedImports(elasticAndLucene, and(search, "decisions")));
        packages.put("rank", new AllowedImports(elasticAndLucene, and(search, "bulk", "decisions", "groups")));
        packages.put("redirect", new AllowedImports(elasticAndLucene, and(CORE, "bulk", "config", "groups", "pair")));
        List<String> partition = and(CORE, "analysis", "config", "ingest", "boilerplate", "pair");
        packages.put(
                "partition.plan", new AllowedImports(elasticAndLucene, and(CORE, "config", "decisions", "groups")));
        packages.put("partition.shard", new AllowedImports(elasticAndLucene, and(partition, "bulk", "partition.plan")));
        List<String> node =
                and(partition, "bulk", "decisions", "groups", "redirect", "partition.plan", "partition.shard");
        packages.put("partition.node", new AllowedImports(elasticAndLucene, node));
        packages.put("partition", new AllowedImports(elasticAndLucene, and(node, "partition.node")));
        List<String> update = and(node, "partition.node", "partition", "pair", "search");
        packages.put("job.update", new AllowedImports(elasticAndLucene, update));
        packages.put("job", new AllowedImports(elasticAndLucene, and(update, "inspect", "job.update")));
        packages.put("plugin", new AllowedImports(elasticAndLucene, List.copyOf(packages.keySet())));
        packages.put(
                "cli",
                new AllowedImports(
                        elasticAndLucene,
                        and(
                                CORE,
                                "analysis",
                                "bulk",
                                "config",
                                "groups",
                                "pair",
                                "ingest",
                                "inspect",
                                "partition.plan",
                                "partition")));
        return packages;
    }

    private static List<String> and(List<String> some, String... others) {
        return Stream.concat(some.stream(), Stream.of(others)).toList();
    }

    /** Imported once, because it takes seconds. */
    private static JavaClasses production;

    @BeforeClass
    public static void readClasses() {
        production = new ClassFileImporter()
                .withImportOption(location -> location.contains("/test-classes/") == false)
                .importPackages("org.ndd");
    }

    @AfterClass
    public static void forgetClasses() {
        production = null;
    }

    public void testPackagesImportOnlyAllowedPackages() {
        assertFalse("no classes were found", production.isEmpty());
        packages().forEach((name, own) -> {
            List<String> allowed = new ArrayList<>(List.of("java..", "javax..", BASE + name));
            own.libraries().forEach(library -> allowed.addAll(library.packages));
            own.packages().forEach(other -> allowed.add(BASE + other));
            classes()
                    .that()
                    .resideInAPackage(BASE + name)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed.toArray(String[]::new))
                    .as("package [" + name + "] imports only " + allowed)
                    .allowEmptyShould(true)
                    .check(production);
        });
    }

    public void testEveryClassIsInListedPackage() {
        List<String> packages = new ArrayList<>(packages().keySet());
        packages.replaceAll(name -> BASE + name);
        classes().should().resideInAnyPackage(packages.toArray(String[]::new)).check(production);
    }

    public void testPackagesHaveNoCycles() {
        slices().matching("org.ndd.(**)").should().beFreeOfCycles().check(production);
    }

    /** The common defaults of the REST surface must be usable without a node, a request or a search. */
    public void testConfigDoesNotDependOnRequestsOrSearches() {
        noClasses()
                .that()
                .resideInAPackage(BASE + "config")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.elasticsearch.rest..", "org.elasticsearch.search..")
                .allowEmptyShould(true)
                .check(production);
    }

    /**
     * Only the package groups accesses the format of group documents: other packages neither read the fields of a {@code GroupDocument} by
     * their names, nor send queries for these fields.
     */
    public void testOnlyGroupsAccessesGroupDocuments() throws ReflectiveOperationException, IOException {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "groups")
                .should()
                .callMethod(GroupDocument.class, "source")
                .check(production);
        Class<?> fields = Class.forName(BASE + "groups.GroupFields");
        assertFalse("names of fields are visible in other packages", Modifier.isPublic(fields.getModifiers()));
        List<String> names = new ArrayList<>();
        for (Field field : fields.getDeclaredFields()) {
            field.setAccessible(true);
            String name = (String) field.get(null);
            if (name.contains("_") || name.contains(".")) {
                names.add(Pattern.quote(name));
            }
        }
        assertFalse(names.isEmpty());
        Pattern access =
                Pattern.compile("(get|containsKey|put|sort|extractValue|[a-z]+Query|[a-z]+Field|fetchSource)\\(\\s*\"("
                        + String.join("|", names) + ")\"");
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/org/ndd"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")
                            && path.getParent().endsWith("groups") == false)
                    .toList()) {
                access.matcher(Files.readString(file))
                        .results()
                        .forEach(match -> found.add(file.getFileName() + ": " + match.group()));
            }
        }
        assertEquals(Collections.emptyList(), found);
    }

    /** Values that belong together are a record. Package compat passes on the parameters of classes of Elasticsearch. */
    public void testConstructorsHaveFewParameters() {
        List<String> found = new ArrayList<>();
        for (JavaClass type : production) {
            if (type.isAnonymousClass()
                    || type.isLocalClass()
                    || type.isEnum()
                    || type.getPackageName().equals(BASE + "compat")) {
                continue;
            }
            int implicit = type.isInnerClass() ? 1 : 0;
            for (JavaConstructor constructor : type.getConstructors()) {
                int parameters = constructor.getRawParameterTypes().size() - implicit;
                if (parameters > MAX_PARAMETERS
                        && constructor.getModifiers().contains(JavaModifier.SYNTHETIC) == false) {
                    found.add(type.getName() + " has " + parameters + " parameters");
                }
            }
        }
        assertEquals(Collections.emptyList(), found);
    }

    /** Each package-info describes the contents of the package, its restrictions, and where to start reading. */
    public void testPackagesAreDocumented() {
        List<String> silent = new ArrayList<>();
        for (String name : packages().keySet()) {
            boolean used = production.stream().anyMatch(c -> c.getPackageName().equals(BASE + name));
            String path = "src/main/java/" + (BASE + name).replace('.', '/') + "/package-info.java";
            if (used && Files.exists(Path.of(path)) == false) {
                silent.add(name);
            }
        }
        assertEquals(Collections.emptyList(), silent);
    }
}
