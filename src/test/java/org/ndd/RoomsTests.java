package org.ndd;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The rooms of the project and who may import whom: one line a room, checked against the compiled classes.
 * A new room, or a new door between two, starts with a line in here.
 */
public class RoomsTests extends LuceneTestCase {

    private static final String BASE = "org.ndd.";

    /** Libraries beside the JDK, by the packages they show. */
    private enum Library {
        ICU("com.ibm.icu.."),
        JSOUP("org.jsoup.."),
        LUCENE("org.apache.lucene.."),
        /** With its logger, which Elasticsearch's classes hand out, and with what stands for it where its lines differ. */
        ELASTICSEARCH("org.elasticsearch..", "org.apache.logging.log4j..", "org.ndd.compat..");

        private final List<String> packages;

        Library(String... packages) {
            this.packages = List.of(packages);
        }
    }

    /** What a room may import beside the JDK and itself. */
    private record Room(List<Library> libraries, List<String> rooms) {}

    private static final List<String> CORE =
            List.of("core.text", "core.fingerprint", "core.boilerplate", "core.compare", "core.group");

    private static TreeMap<String, Room> rooms() {
        List<Library> jdk = List.of();
        List<Library> elastic = List.of(Library.ELASTICSEARCH);
        List<Library> elasticAndLucene = List.of(Library.ELASTICSEARCH, Library.LUCENE);
        TreeMap<String, Room> rooms = new TreeMap<>();
        rooms.put("core.text", new Room(List.of(Library.ICU), List.of()));
        rooms.put("core.fingerprint", new Room(jdk, List.of("core.text")));
        rooms.put("core.boilerplate", new Room(jdk, List.of("core.text", "core.fingerprint")));
        rooms.put("core.compare", new Room(List.of(Library.ICU), List.of("core.text", "core.boilerplate")));
        rooms.put(
                "core.group",
                new Room(jdk, List.of("core.text", "core.fingerprint", "core.boilerplate", "core.compare")));
        rooms.put("html", new Room(List.of(Library.JSOUP), List.of("core.text")));
        rooms.put("analysis", new Room(jdk, and(CORE, "html")));
        rooms.put("lucene", new Room(List.of(Library.LUCENE), CORE));
        rooms.put("line", new Room(elasticAndLucene, List.of()));
        rooms.put("config", new Room(elastic, and(CORE, "analysis")));
        rooms.put("pace", new Room(elastic, List.of()));
        rooms.put("version", new Room(elastic, List.of()));
        rooms.put("mapper", new Room(elasticAndLucene, and(CORE, "lucene", "config")));
        rooms.put("boilerplate", new Room(elastic, and(CORE, "config")));
        rooms.put("groups", new Room(elasticAndLucene, and(CORE, "config", "version")));
        rooms.put(
                "pair", new Room(elasticAndLucene, and(CORE, "analysis", "lucene", "config", "boilerplate", "groups")));
        rooms.put("ingest", new Room(elastic, and(CORE, "html", "analysis", "config")));
        rooms.put("bulk", new Room(elasticAndLucene, List.of("config", "pace")));
        rooms.put("backfill", new Room(elasticAndLucene, List.of("bulk", "config", "ingest", "pace")));
        rooms.put("resolve", new Room(elastic, and(CORE, "bulk", "config", "groups", "ingest", "pace")));
        rooms.put("analyze", new Room(elastic, and(CORE, "html", "analysis", "config")));
        rooms.put("compare", new Room(elastic, and(CORE, "config", "boilerplate", "pair")));
        rooms.put("evaluate", new Room(elastic, and(CORE, "config", "boilerplate", "pair")));
        List<String> search = and(CORE, "analysis", "lucene", "config", "version", "boilerplate", "pair");
        rooms.put("query", new Room(elasticAndLucene, search));
        rooms.put("aggs", new Room(elasticAndLucene, search));
        rooms.put("rank", new Room(elasticAndLucene, search));
        rooms.put("status", new Room(elastic, and(CORE, "config", "boilerplate", "pair", "query", "groups")));
        rooms.put("redirect", new Room(elasticAndLucene, and(CORE, "bulk", "config", "groups", "pace", "pair")));
        List<String> partition = and(CORE, "analysis", "lucene", "config", "version", "boilerplate", "pair");
        rooms.put("partition.plan", new Room(elastic, and(CORE, "config", "version")));
        rooms.put("partition.shard", new Room(elasticAndLucene, partition));
        rooms.put("partition.wire", new Room(elasticAndLucene, and(partition, "partition.shard")));
        List<String> node = and(partition, "groups", "redirect", "partition.plan", "partition.shard", "partition.wire");
        rooms.put("partition.node", new Room(elasticAndLucene, node));
        rooms.put("partition", new Room(elasticAndLucene, and(node, "partition.node", "bulk", "pace")));
        rooms.put("continuous.changes", new Room(elasticAndLucene, List.of("config", "version")));
        List<String> update = and(node, "partition.node", "partition", "pace", "pair", "bulk", "query");
        rooms.put("continuous.update", new Room(elasticAndLucene, update));
        rooms.put("continuous", new Room(elasticAndLucene, and(update, "continuous.changes", "continuous.update")));
        rooms.put(
                "stats",
                new Room(
                        elastic,
                        List.of(
                                "config",
                                "boilerplate",
                                "groups",
                                "partition",
                                "partition.node",
                                "partition.plan",
                                "partition.shard",
                                "continuous",
                                "continuous.update")));
        rooms.put("explore", new Room(elastic, List.of()));
        rooms.put(
                "rest",
                new Room(
                        elastic,
                        and(
                                CORE,
                                "config",
                                "boilerplate",
                                "analyze",
                                "bulk",
                                "backfill",
                                "compare",
                                "evaluate",
                                "query",
                                "aggs",
                                "rank",
                                "partition",
                                "continuous",
                                "resolve",
                                "status",
                                "groups",
                                "stats")));
        rooms.put("plugin", new Room(elasticAndLucene, List.copyOf(rooms.keySet())));
        return rooms;
    }

    private static List<String> and(List<String> some, String... others) {
        return Stream.concat(some.stream(), Stream.of(others)).toList();
    }

    private static JavaClasses production() {
        return new ClassFileImporter()
                .withImportOption(location -> location.contains("/test-classes/") == false)
                .importPackages("org.ndd");
    }

    public void testEachRoomImportsOnlyWhatItMay() {
        JavaClasses production = production();
        assertFalse("no classes were found", production.isEmpty());
        rooms().forEach((name, room) -> {
            List<String> allowed = new ArrayList<>(List.of("java..", "javax..", BASE + name));
            room.libraries().forEach(library -> allowed.addAll(library.packages));
            room.rooms().forEach(other -> allowed.add(BASE + other));
            classes()
                    .that()
                    .resideInAPackage(BASE + name)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed.toArray(String[]::new))
                    .as("room [" + name + "] imports only " + allowed)
                    .allowEmptyShould(true)
                    .check(production);
        });
    }

    public void testEveryClassLivesInARoom() {
        List<String> packages = new ArrayList<>(rooms().keySet());
        packages.replaceAll(name -> BASE + name);
        classes().should().resideInAnyPackage(packages.toArray(String[]::new)).check(production());
    }

    public void testRoomsFormNoCircle() {
        slices().matching("org.ndd.(**)").should().beFreeOfCycles().check(production());
    }

    /** The common defaults of the REST surface must be usable without a node, a request or a search. */
    public void testConfigKnowsNeitherRequestsNorSearches() {
        noClasses()
                .that()
                .resideInAPackage(BASE + "config")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.elasticsearch.rest..", "org.elasticsearch.search..")
                .allowEmptyShould(true)
                .check(production());
    }

    /** Each room says at its door what lives there, what must not, and where to start reading. */
    public void testEachRoomExplainsItself() {
        List<String> silent = new ArrayList<>();
        JavaClasses production = production();
        for (String name : rooms().keySet()) {
            boolean used = production.stream().anyMatch(c -> c.getPackageName().equals(BASE + name));
            String path = "src/main/java/" + (BASE + name).replace('.', '/') + "/package-info.java";
            if (used && Files.exists(Path.of(path)) == false) {
                silent.add(name);
            }
        }
        assertEquals(Collections.emptyList(), silent);
    }
}
