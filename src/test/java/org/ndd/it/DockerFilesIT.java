package org.ndd.it;

import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.hamcrest.MatcherAssert;
import org.ndd.compat.NddVersion;

/**
 * Checks the files of {@code distribution/docker} as far as possible without Docker, which the build does not have: versions, referenced
 * files, and required settings of each node. This is an integration test because it needs the packaged plugin.
 */
public class DockerFilesIT extends LuceneTestCase {

    private static final Path PROJECT = ProjectFiles.directory();
    private static final Path FOLDER = PROJECT.resolve("distribution/docker");
    private static final List<String> COMPOSE = List.of("compose.yaml", "compose.three-nodes.yaml");

    /** A variable with a default, which also applies if the variable is empty. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}");

    /** Instructions of the Dockerfile, each with its arguments on one line. */
    private static List<String> instructions() throws IOException {
        return Files.readAllLines(FOLDER.resolve("Dockerfile")).stream()
                .filter(line -> line.isBlank() == false && line.startsWith("#") == false)
                .toList();
    }

    private static Map<String, String> arguments() throws IOException {
        Map<String, String> arguments = new HashMap<>();
        for (String line : instructions()) {
            if (line.startsWith("ARG ") && line.contains("=")) {
                String[] argument = line.substring("ARG ".length()).split("=", 2);
                assertNull(line, arguments.put(argument[0], argument[1]));
            }
        }
        return arguments;
    }

    /** The zip of the plugin, as named in the Dockerfile. */
    private static String zip(Map<String, String> arguments) throws IOException {
        String copy = instructions().stream()
                .filter(line -> line.startsWith("COPY $"))
                .findFirst()
                .orElseThrow();
        String source = copy.split(" ")[1];
        for (Map.Entry<String, String> argument : arguments.entrySet()) {
            source = source.replace("${" + argument.getKey() + "}", argument.getValue());
        }
        return source;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static Map<String, Object> yaml(String file) throws IOException {
        try (XContentParser parser = XContentType.YAML
                .xContent()
                .createParser(XContentParserConfiguration.EMPTY, Files.readString(FOLDER.resolve(file)))) {
            return parser.mapOrdered();
        }
    }

    /** A service merged with the one that it extends: maps are merged, other values replace those of the extended service. */
    private static Map<String, Object> service(Object own) throws IOException {
        Map<String, Object> service = new LinkedHashMap<>(map(own));
        Map<String, Object> from = map(service.remove("extends"));
        if (from.isEmpty()) {
            return service;
        }
        Map<String, Object> base =
                map(map(yaml((String) from.get("file")).get("services")).get(from.get("service")));
        assertFalse("[" + from + "] is there", base.isEmpty());
        base.forEach((key, value) -> service.merge(key, value, (mine, inherited) -> {
            if (mine instanceof Map == false) {
                return mine;
            }
            Map<String, Object> merged = new LinkedHashMap<>(map(inherited));
            merged.putAll(map(mine));
            return merged;
        }));
        return service;
    }

    private static Map<String, Map<String, Object>> services(String file) throws IOException {
        Map<String, Map<String, Object>> services = new LinkedHashMap<>();
        for (Map.Entry<String, Object> service : map(yaml(file).get("services")).entrySet()) {
            services.put(service.getKey(), service(service.getValue()));
        }
        return services;
    }

    private static Map<String, Map<String, Object>> nodes(String file) throws IOException {
        Map<String, Map<String, Object>> nodes = services(file);
        nodes.keySet().removeIf(name -> name.startsWith("ndd") == false);
        return nodes;
    }

    private static List<?> list(Object value) {
        return value == null ? List.of() : (List<?>) value;
    }

    public void testVersions() throws Exception {
        Map<String, String> arguments = arguments();
        assertEquals(ProjectFiles.elasticsearch(), arguments.get("ELASTICSEARCH_VERSION"));
        assertEquals(NddVersion.CURRENT, arguments.get("NDD_VERSION"));
        Set<String> known = new HashSet<>(ProjectFiles.released());
        known.add(NddVersion.CURRENT);
        for (String file : List.of("Dockerfile", "node.yaml", "compose.yaml", "compose.three-nodes.yaml")) {
            String text = Files.readString(FOLDER.resolve(file)).replace("127.0.0.1", "");
            Set<String> named = Pattern.compile("\\d+\\.\\d+\\.\\d+")
                    .matcher(text)
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.toSet());
            MatcherAssert.assertThat(file, named, everyItem(in(known)));
            for (MatchResult variable : VARIABLE.matcher(text).results().toList()) {
                if (variable.group(1).equals("ELASTICSEARCH_VERSION")) {
                    assertEquals(file, arguments.get("ELASTICSEARCH_VERSION"), variable.group(2));
                }
            }
        }
    }

    public void testCopiesZipOfBuild() throws Exception {
        Map<String, String> arguments = arguments();
        String cluster = System.getProperty("ndd.cluster.file");
        if (cluster != null) {
            String built = Files.readAllLines(PROJECT.getFileSystem().getPath(cluster)).stream()
                    .filter(line -> line.startsWith("elasticsearch.version="))
                    .findFirst()
                    .orElseThrow();
            arguments.put("ELASTICSEARCH_VERSION", built.substring(built.indexOf('=') + 1));
        }
        assertTrue(zip(arguments), Files.exists(PROJECT.resolve(zip(arguments))));
    }

    /** A wrong pattern would exclude everything, or send gigabytes of build output. */
    public void testContextHasOnlyZips() throws Exception {
        List<String> patterns = Files.readAllLines(FOLDER.resolve("Dockerfile.dockerignore")).stream()
                .filter(line -> line.startsWith("#") == false)
                .toList();
        assertEquals("**", patterns.get(0));
        FileSystem files = PROJECT.getFileSystem();
        Map<String, String> arguments = arguments();
        List<String> zips = new ArrayList<>(List.of(zip(arguments)));
        arguments.put("NDD_ZIPS", "build/release/ndd-" + arguments.get("NDD_VERSION"));
        zips.add(zip(arguments));
        for (String pattern : patterns.subList(1, patterns.size())) {
            MatcherAssert.assertThat(pattern, startsWith("!"));
            var matcher = files.getPathMatcher("glob:" + pattern.substring(1));
            assertEquals(
                    pattern + " lets one of them in",
                    1,
                    zips.stream().map(files::getPath).filter(matcher::matches).count());
        }
        assertEquals(zips.size(), patterns.size() - 1);
    }

    public void testCopiesPluginFromBuildStage() throws IOException {
        List<String> instructions = instructions();
        List<String> images =
                instructions.stream().filter(line -> line.startsWith("FROM ")).toList();
        String image = "FROM elasticsearch:${ELASTICSEARCH_VERSION}";
        assertEquals(List.of(image + " AS plugin", image), images);
        assertTrue(instructions.contains("RUN bin/elasticsearch-plugin install --batch file:///tmp/ndd.zip"));
        String folder = "/usr/share/elasticsearch/plugins/ndd";
        assertEquals(
                "COPY --from=plugin --chown=1000:0 " + folder + " " + folder,
                instructions.get(instructions.size() - 1));
        assertFalse("runs as the user of the image", instructions.stream().anyMatch(line -> line.startsWith("USER ")));
    }

    public void testServicesHaveLimitsAndHealthChecks() throws IOException {
        for (String file : COMPOSE) {
            Set<Object> ports = new HashSet<>();
            Map<String, Object> volumes = map(yaml(file).get("volumes"));
            for (Map.Entry<String, Map<String, Object>> entry : services(file).entrySet()) {
                String name = file + ": " + entry.getKey();
                Map<String, Object> service = entry.getValue();
                MatcherAssert.assertThat(
                        name, String.valueOf(service.get("mem_limit")), matchesPattern("(\\$\\{\\w+:-)?\\d+[mg]}?"));
                assertEquals(
                        name,
                        "CMD",
                        list(map(service.get("healthcheck")).get("test")).get(0));
                assertTrue(
                        name,
                        service.get("image")
                                .toString()
                                .endsWith(":${ELASTICSEARCH_VERSION:-"
                                        + arguments().get("ELASTICSEARCH_VERSION") + "}"));
                assertFalse(name, list(service.get("ports")).isEmpty());
                for (Object port : list(service.get("ports"))) {
                    MatcherAssert.assertThat(
                            "published on the loopback interface only", port.toString(), startsWith("127.0.0.1:"));
                    assertTrue(name + " has a port of its own", ports.add(port));
                }
                for (Object volume : list(service.get("volumes"))) {
                    assertTrue(name, volumes.containsKey(volume.toString().replaceFirst(":.*", "")));
                }
            }
        }
    }

    public void testDiscovery() throws IOException {
        assertEquals(
                "single-node",
                map(nodes("compose.yaml").get("ndd").get("environment")).get("discovery.type"));
        Map<String, Map<String, Object>> nodes = nodes("compose.three-nodes.yaml");
        assertEquals(3, nodes.size());
        nodes.forEach((name, node) -> {
            Map<String, Object> environment = map(node.get("environment"));
            assertEquals(name, environment.get("node.name"));
            assertEquals(
                    nodes.keySet(),
                    new TreeSet<>(List.of(environment
                            .get("cluster.initial_master_nodes")
                            .toString()
                            .split(","))));
            Set<String> others = new TreeSet<>(nodes.keySet());
            others.remove(name);
            assertEquals(
                    others,
                    new TreeSet<>(List.of(
                            environment.get("discovery.seed_hosts").toString().split(","))));
            assertEquals("ndd", environment.get("cluster.name"));
        });
    }

    /** Some image stores reject two concurrent builds of the same image, and no registry provides it. */
    public void testOnlyOneServiceBuildsImage() throws IOException {
        for (String file : COMPOSE) {
            int builders = 0;
            Set<Object> images = new HashSet<>();
            for (Map<String, Object> node : nodes(file).values()) {
                images.add(node.get("image"));
                Map<String, Object> build = map(node.get("build"));
                if (build.isEmpty()) {
                    assertEquals("never", node.get("pull_policy"));
                    continue;
                }
                builders++;
                Path context = FOLDER.resolve(build.get("context").toString()).normalize();
                assertEquals(PROJECT, context);
                assertTrue(Files.exists(context.resolve(build.get("dockerfile").toString())));
                MatcherAssert.assertThat(
                        map(build.get("args")).keySet(),
                        everyItem(in(arguments().keySet())));
            }
            assertEquals(file, 1, builders);
            assertEquals(file, 1, images.size());
        }
    }

    public void testNoSecrets() throws IOException {
        Pattern secret = Pattern.compile("(?i).*(password|secret|token|_key|apikey).*");
        for (String file : COMPOSE) {
            for (Map<String, Object> service : services(file).values()) {
                MatcherAssert.assertThat(
                        map(service.get("environment")).keySet(), everyItem(not(matchesPattern(secret))));
            }
            for (Map<String, Object> node : nodes(file).values()) {
                assertEquals("false", map(node.get("environment")).get("xpack.security.enabled"));
            }
        }
    }

    /** The head of each file documents all variables. */
    public void testVariablesAreDocumented() throws IOException {
        for (String file : COMPOSE) {
            String text = Files.readString(FOLDER.resolve(file)) + Files.readString(FOLDER.resolve("node.yaml"));
            Set<String> used =
                    VARIABLE.matcher(text).results().map(v -> v.group(1)).collect(Collectors.toSet());
            Set<String> all = Pattern.compile("\\$\\{(\\w+)")
                    .matcher(text)
                    .results()
                    .map(v -> v.group(1))
                    .collect(Collectors.toSet());
            assertEquals("each has a default", all, used);
            String explained = text.lines()
                    .filter(line -> line.startsWith("# Environment: "))
                    .findFirst()
                    .orElseThrow();
            for (String name : used) {
                assertTrue(file + " explains [" + name + "]", explained.contains(name));
            }
        }
    }
}
