package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.elasticsearch.core.PathUtils;
import org.hamcrest.MatcherAssert;

/** The behavior of {@code ndd-cluster}, mostly without a node. */
public class ClusterScriptIT extends ScriptTestCase {

    public void testDefaultVersion() throws Exception {
        Path project = ProjectFiles.directory();
        ScriptOutput scriptOutput = run(project, "ndd-cluster", "version");
        assertEquals(scriptOutput.text(), 0, scriptOutput.exit());
        assertEquals(ProjectFiles.elasticsearch() + "\n", scriptOutput.text());
    }

    /** Asserts an error before anything is unpacked: [--distribution] must be ..., but was [...]. */
    private static void assertDistributionRejected(Path distribution, String rule, String detail, String... more)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of("start", "--dir", createTempDir() + "/cluster"));
        arguments.addAll(List.of("--distribution", distribution.toString()));
        arguments.addAll(List.of(more));
        ScriptOutput scriptOutput = run(ProjectFiles.directory(), "ndd-cluster", arguments.toArray(String[]::new));
        assertEquals(scriptOutput.text(), 1, scriptOutput.exit());
        assertEquals(
                "ndd-cluster: [--distribution] must be " + rule + ", but was [" + distribution + "]" + detail + "\n",
                scriptOutput.text());
    }

    /** A minimal Elasticsearch directory with a version. */
    private static Path elasticsearch(String version) throws IOException {
        Path folder = temporary("some-elasticsearch");
        Files.createDirectories(folder.resolve("lib"));
        Files.createFile(folder.resolve("lib/elasticsearch-core-" + version + ".jar"));
        Files.createFile(folder.resolve("lib/elasticsearch-" + version + ".jar"));
        return folder;
    }

    private static Path pluginFor(String version) throws IOException {
        Path plugin = temporary("ndd.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(plugin))) {
            zip.putNextEntry(new ZipEntry("plugin-descriptor.properties"));
            zip.write(("name=ndd\nelasticsearch.version=" + version + "\n").getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return plugin;
    }

    public void testRejectsInvalidDistribution() throws Exception {
        String kind = "a .tar.gz, a .zip or a folder of Elasticsearch";
        assertDistributionRejected(temporary("nowhere.tar.gz"), "a file or folder that can be read", "");
        assertDistributionRejected(createTempDir(), kind, " which has no folder [lib]");
        assertDistributionRejected(Files.createFile(temporary("elasticsearch.rpm")), kind, "");
        Path broken = Files.writeString(temporary("elasticsearch.tar.gz"), "not an archive");
        assertDistributionRejected(broken, kind, " which could not be read as one");
        Path other = temporary("other");
        Files.createDirectories(other.resolve("lib"));
        Files.createFile(other.resolve("lib/lucene-core-9.12.2.jar"));
        assertDistributionRejected(other, kind, " which has no [lib/elasticsearch-VERSION.jar]");
    }

    public void testRejectsOtherElasticsearchVersion() throws Exception {
        String built = ProjectFiles.released().stream()
                .map(version -> version.substring(0, version.lastIndexOf('.')))
                .distinct()
                .collect(Collectors.joining(" or "));
        assertDistributionRejected(
                elasticsearch("8.18.3"),
                "Elasticsearch " + built + ", which ndd is built for",
                " of Elasticsearch 8.18.3");
        assertDistributionRejected(
                elasticsearch("8.19.20"),
                "Elasticsearch 8.19.21, which [ndd.zip] is for",
                " of Elasticsearch 8.19.20",
                "--plugin",
                pluginFor("8.19.21").toString());
        assertDistributionRejected(
                elasticsearch("8.19.20"),
                "Elasticsearch 8.19.21, the version of [--elasticsearch]",
                " of Elasticsearch 8.19.20",
                "--elasticsearch",
                "8.19.21");
    }

    /** Nodes are found by each spelling of their folder. The end of a node is noticed even if its parent, here sleep, ignores it. */
    public void testStopsNodes() throws Exception {
        Path cluster = temporary("some cluster");
        Path node = Files.createDirectories(cluster.resolve("node-1"));
        String start = "bash -c 'exec -a \"$0/\" sleep 1000' \"$0\" & echo $! > \"$0/pid\"; echo; exec sleep 1000";
        Process parent = new ProcessBuilder("bash", "-c", start, node.toString()).start();
        try {
            assertEquals("started", '\n', parent.getInputStream().read());
            ScriptOutput stopped = run(ProjectFiles.directory(), "ndd-cluster", "stop", "--dir", cluster + "/");
            assertEquals(stopped.text(), 0, stopped.exit());
            assertEquals("ndd-cluster: stopped 1 node(s) in " + cluster.toRealPath() + "\n", stopped.text());
        } finally {
            parent.descendants().forEach(ProcessHandle::destroyForcibly);
            parent.destroyForcibly();
        }
    }

    private static void tar(Path file, Path folder) throws Exception {
        Process tar = new ProcessBuilder(
                        "tar",
                        // the default level takes several times as long
                        "--use-compress-program",
                        "gzip -1",
                        "-cf",
                        file.toString(),
                        "-C",
                        folder.getParent().toString(),
                        "--exclude=plugins/*",
                        "--exclude=bin/ndd",
                        folder.getFileName().toString())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
    }

    /** The Elasticsearch of the other tests as a user may provide it: as an archive, and then as the unpacked directory. */
    public void testProvidedDistribution() throws Exception {
        String file = System.getProperty("ndd.cluster.file");
        assumeTrue("no cluster runs, so no Elasticsearch is available", file != null);
        Properties cluster = new Properties();
        try (InputStream in = Files.newInputStream(PathUtils.get(file))) {
            cluster.load(in);
        }
        String version = cluster.getProperty("elasticsearch.version");
        Path project = ProjectFiles.directory();
        Path plugin;
        try (Stream<Path> built = Files.list(project.resolve("target"))) {
            plugin = built.filter(zip -> zip.toString().endsWith("-es" + version + ".zip"))
                    .findFirst()
                    .orElseThrow();
        }
        Path packed = temporary("mine.tar.gz");
        tar(packed, PathUtils.get(file).resolveSibling("elasticsearch-" + version));
        String directory = temporary("cluster").toString();
        Path home = PathUtils.get(directory).resolve("distribution/elasticsearch-" + version);
        Path folder = temporary("mine");
        for (Path distribution : List.of(packed, folder)) {
            if (distribution.equals(folder)) {
                Files.move(home, folder);
                // from a node that ran there: neither the plugin nor its keystore may cause errors
                Files.createDirectories(folder.resolve("data"));
                Files.writeString(folder.resolve("config/elasticsearch.keystore"), "locked");
            }
            ScriptOutput started = run(
                    project,
                    "ndd-cluster",
                    "start",
                    "--fast-start",
                    "--http-port",
                    "0",
                    "--heap",
                    "512m",
                    "--dir",
                    directory,
                    "--plugin",
                    plugin.toString(),
                    "--distribution",
                    distribution.toString());
            try {
                assertEquals(started.text(), 0, started.exit());
                MatcherAssert.assertThat(started.text(), containsString("missing: _reindex, "));
                String address = started.text().replaceFirst("(?s).*ready: (http://\\S+)\\s*", "$1");
                URLConnection connection = URI.create(address + "/_cat/plugins?h=component")
                        .toURL()
                        .openConnection();
                // otherwise a thread keeps it for the next request
                connection.setRequestProperty("Connection", "close");
                try (InputStream response = connection.getInputStream()) {
                    assertEquals("ndd\n", new String(response.readAllBytes(), StandardCharsets.UTF_8));
                }
                assertTrue(Files.exists(home.resolve("plugins/ndd")));
                assertFalse("data of other users", Files.exists(home.resolve("data")));
            } finally {
                run(project, "ndd-cluster", "stop", "--dir", directory);
            }
        }
    }

    /** A cluster deletes its nodes only, and no other folder whose name has the same beginning. */
    public void testFreshClusterDeletesOnlyNodes() throws Exception {
        Path cluster = temporary("cluster");
        Path other = Files.createDirectories(cluster.resolve("node-v20.11.0"));
        Files.writeString(other.resolve("pid"), "");
        Path node = Files.createDirectories(cluster.resolve("node-1"));
        fakeElasticsearch(cluster, "true");
        ScriptOutput output = run(
                ProjectFiles.directory(),
                "ndd-cluster",
                "start",
                "--fresh",
                "--dir",
                cluster.toString(),
                "--plugin",
                "/none.zip");
        assertEquals(output.text(), 1, output.exit());
        assertFalse(output.text(), Files.exists(node));
        assertTrue(output.text(), Files.exists(other.resolve("pid")));
    }

    /** An Elasticsearch that Maven has not unpacked completely is unpacked again, also if Maven marked it before a user deleted it. */
    public void testUnpacksIncompleteElasticsearchAgain() throws Exception {
        Path cluster = createTempDir();
        Path home = cluster.resolve("elasticsearch-" + ProjectFiles.elasticsearch());
        Path mark = cluster.resolve(".unpacked/org.elasticsearch.distribution.integ-test-zip-elasticsearch-zip-"
                + ProjectFiles.elasticsearch() + ".marker");
        Path maven = Files.writeString(cluster.resolve("maven"), "#!/bin/sh\nexit 1\n");
        assertTrue(maven.toFile().setExecutable(true));
        Path plugin = pluginFor(ProjectFiles.elasticsearch());
        for (Path left : List.of(home.resolve("lib/elasticsearch-core.jar"), mark)) {
            Files.createDirectories(left.getParent());
            Files.createFile(left);
            ScriptOutput output = runProgram(
                    Map.of("JAVA_HOME", System.getProperty("java.home"), "MAVEN", maven.toString()),
                    ProjectFiles.directory().resolve(BIN).resolve("ndd-cluster"),
                    "start",
                    "--dir",
                    cluster.toString(),
                    "--plugin",
                    plugin.toString());
            assertEquals(output.text(), 1, output.exit());
            MatcherAssert.assertThat(output.text(), containsString("could not be downloaded\n"));
            assertFalse(output.text(), Files.exists(left));
        }
    }

    private static void fakeElasticsearch(Path cluster, String start) throws Exception {
        Path home = cluster.resolve("elasticsearch-" + ProjectFiles.elasticsearch());
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("config"));
        Files.createFile(home.resolve(".complete"));
        for (Map.Entry<String, String> program :
                Map.of("elasticsearch", start, "elasticsearch-plugin", "true").entrySet()) {
            Path file = Files.writeString(
                    home.resolve("bin").resolve(program.getKey()), "#!/bin/sh\n" + program.getValue());
            assertTrue(file.toFile().setExecutable(true));
        }
    }

    /** The reason why a node does not start is not hidden by the messages that follow it. */
    public void testPrintsReasonOfFailedStart() throws Exception {
        Path cluster = createTempDir();
        fakeElasticsearch(cluster, """
                echo 'Caused by: java.net.BindException: Address already in use'
                for i in $(seq 30); do printf '\\tat org.example.Frame.%s\\n[INFO ][node-1] closing %s\\n' $i $i; done
                exit 1
                """);
        Path plugin = pluginFor(ProjectFiles.elasticsearch());
        ScriptOutput output = run(
                ProjectFiles.directory(),
                "ndd-cluster",
                "start",
                "--dir",
                cluster.toString(),
                "--plugin",
                plugin.toString());
        assertEquals(output.text(), 1, output.exit());
        MatcherAssert.assertThat(
                output.text(), containsString("Address already in use\nndd-cluster: a node did not start\n"));
    }
}
