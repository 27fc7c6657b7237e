package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;
import org.hamcrest.MatcherAssert;

/**
 * The behavior of the scripts in {@code distribution/bin}, mostly without a node. This is an integration test because unit tests may not
 * start processes.
 */
public class ScriptsIT extends LuceneTestCase {

    private static final Path BIN = PathUtils.get("distribution", "bin");

    private record ScriptOutput(int exit, String text) {}

    private static ScriptOutput run(Path project, String script, String... arguments) throws Exception {
        // tests run in a wrapper of Java, see dev/bin/java
        return runProgram(
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                project.resolve(BIN).resolve(script),
                arguments);
    }

    private static ScriptOutput runProgram(Map<String, String> environment, Path script, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text;
        try (InputStream output = process.getInputStream()) {
            text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertTrue(script + " ends", process.waitFor(5, TimeUnit.MINUTES));
        return new ScriptOutput(process.exitValue(), text);
    }

    /** Some scripts need Python, which is not a requirement of the tests. */
    private static boolean hasPython() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Browser.isProgram(PathUtils.get(folder, "python3")));
    }

    private static boolean isPython(String script) throws IOException {
        return Files.readString(ProjectFiles.directory().resolve(BIN).resolve(script))
                .startsWith("#!/usr/bin/env python3");
    }

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

    private static Path temporary(String name) {
        return PathUtils.get(createTempDir().toString()).resolve(name);
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

    public void testDocsSite() throws Exception {
        Path file = Files.createFile(temporary("file"));
        ScriptOutput scriptOutput = run(ProjectFiles.directory(), "docs-site", "--out", file.toString());
        assertEquals(scriptOutput.text(), 1, scriptOutput.exit());
        assertEquals("docs-site: [--out] must be a folder, but was [" + file + "]\n", scriptOutput.text());
    }

    /** Invalid options are rejected before anything is compiled, started or deleted. */
    public void testRejectsInvalidOptions() throws Exception {
        for (String[] rejected : List.of(
                new String[] {"kill-matrix", "--documents", "0", "must be at least [1], but was [0]"},
                new String[] {"kill-matrix", "--phases", "end", "must be some of [pin,"},
                new String[] {"user-matrix", "--users", "nobody", "must be some of [document,"},
                new String[] {"soak", "--plugin", "none.zip", "must be a file, but was [none.zip]"},
                new String[] {"rolling-upgrade", "old.zip", "new.zip", "must be a file, but was [old.zip]"},
                new String[] {"bench-job", "--share", "2", "must be a number from [0] to [1], but was [2]"},
                new String[] {"bench", "--rounds", "0", "[--rounds] must be at least [1], but was [0]"},
                new String[] {"bench-large-like", "none", "[CLIENTS] must be at least [1], but was [none]"},
                new String[] {"bench-search", "none", "[none] must be a file or folder that can be read"},
                new String[] {"bench-min-hash", "none", "[DIR] must be the directory of a cluster, but was [none]"},
                new String[] {"simulate", "--kind", "pdf", "[--kind] must be one of [html, text], but was [pdf]"})) {
            if (isPython(rejected[0]) && hasPython() == false) {
                continue;
            }
            String[] arguments = Arrays.copyOfRange(rejected, 1, rejected.length - 1);
            ScriptOutput scriptOutput = run(ProjectFiles.directory(), rejected[0], arguments);
            assertNotEquals(scriptOutput.text(), 0, scriptOutput.exit());
            MatcherAssert.assertThat(scriptOutput.text(), containsString(rejected[rejected.length - 1]));
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

    /**
     * The commands of the how-to guide print the documented output. A block with a name after its language is a file, and the block after a
     * command is its output.
     */
    public void testCommandLineOutputEqualsDocs() throws Exception {
        String file = System.getProperty("ndd.cluster.file");
        assumeTrue("no cluster runs, so the plugin is installed nowhere", file != null);
        Path bin;
        try (Stream<Path> homes = Files.list(PathUtils.get(file).getParent())) {
            bin = homes.map(home -> home.resolve("bin/ndd"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }
        Path folder = PathUtils.get(createTempDir().toString());
        List<String> blocks = List.of(Files.readString(ProjectFiles.directory().resolve("docs/how-to/files.md"))
                .split("```"));
        int commands = 0;
        for (int i = 1; i < blocks.size(); i += 2) {
            String[] block = blocks.get(i).split("\n", 2);
            if (block[0].matches("[a-z]+ [a-z.]+")) {
                Files.writeString(folder.resolve(block[0].split(" ")[1]), block[1]);
            } else if (block[0].equals("sh")) {
                commands++;
                Path out = folder.resolve("out");
                ProcessBuilder shell = new ProcessBuilder("bash", "-c", block[1])
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(folder.resolve("err").toFile());
                shell.environment().put("PATH", bin + ":" + shell.environment().get("PATH"));
                shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
                int exit = shell.start().waitFor();
                String scriptOutput = block[1] + Files.readString(folder.resolve("err"));
                assertEquals(scriptOutput, 0, exit);
                String shown = blocks.get(i + 2);
                assertEquals(
                        scriptOutput,
                        shown.startsWith("json\n") || shown.startsWith("text\n") ? shown.split("\n", 2)[1] : "",
                        Files.readString(out));
            }
        }
        assertEquals(5, commands);
    }

    /**
     * The command of the plugin finds its Elasticsearch through symbolic links, and names of files in any locale. If Java is too old or
     * missing, its message is not that of Java.
     */
    public void testCommandOfPlugin() throws Exception {
        Path home = temporary("some elasticsearch");
        Path command = home.resolve("bin/ndd/ndd");
        Path descriptor = home.resolve("plugins/ndd/plugin-descriptor.properties");
        Files.createDirectories(command.getParent());
        Files.createDirectories(descriptor.getParent());
        Files.copy(ProjectFiles.directory().resolve(BIN).resolve("ndd"), command);
        Files.createSymbolicLink(home.resolve("bin/link"), PathUtils.get("ndd/ndd"));
        Path link = Files.createSymbolicLink(temporary("ndd"), home.resolve("bin/link"));
        Files.writeString(descriptor, "name=ndd\njava.version=99\n");
        ScriptOutput output = runProgram(Map.of("ES_JAVA_HOME", System.getProperty("java.home")), link, "group");
        assertEquals(output.text(), 1, output.exit());
        MatcherAssert.assertThat(
                output.text(),
                startsWith("ndd: Java must have version 99 or higher, but [" + System.getProperty("java.home")));
        output = runProgram(Map.of("ES_JAVA_HOME", "", "JAVA_HOME", "/nowhere"), link, "group");
        assertEquals(output.text(), 1, output.exit());
        MatcherAssert.assertThat(output.text(), startsWith("ndd: Java was not found"));
        Path java = home.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\necho \"$LC_ALL $*\"\n");
        assertTrue(java.toFile().setExecutable(true));
        output = runProgram(Map.of("ES_JAVA_HOME", "", "LC_ALL", "C"), link, "group", "help");
        assertEquals(
                "C.UTF-8 -Xmx4g -cp " + home.toRealPath() + "/lib/*:" + home.toRealPath()
                        + "/plugins/ndd/* org.ndd.cli.Ndd group help\n",
                output.text());
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

    /** A project with the files that a release reads before it builds anything. */
    private static Path projectWith(String changelog) throws IOException {
        Path project = PathUtils.get(createTempDir().toString());
        Files.createDirectories(project.resolve(BIN));
        Path own = ProjectFiles.directory();
        for (Path file : List.of(
                BIN.resolve("release"), PathUtils.get("distribution", "versions.csv"), PathUtils.get("pom.xml"))) {
            Files.copy(own.resolve(file), project.resolve(file));
        }
        assertTrue(project.resolve(BIN).resolve("release").toFile().setExecutable(true));
        Files.writeString(project.resolve("CHANGELOG.md"), changelog);
        return project;
    }

    public void testReleaseRequiresChangelogEntry() throws Exception {
        assumeTrue("python3 was not found", hasPython());
        for (String changelog :
                List.of("# Changelog\n", "# Changelog\n\n## 0.0.9\n\n- More.\n", "## 0.1.0\n\n## 0.0.9\n\n- More.\n")) {
            Path project = projectWith(changelog);
            ScriptOutput scriptOutput = run(project, "release");
            assertEquals(scriptOutput.text(), 1, scriptOutput.exit());
            MatcherAssert.assertThat(
                    scriptOutput.text(), containsString("CHANGELOG.md must have an entry [## 0.1.0] with the changes"));
            assertFalse(Files.exists(project.resolve("build/release/ndd-0.1.0")));
        }
    }

    public void testReleaseRejectsUnknownVersionAndMissingCheckout() throws Exception {
        assumeTrue("python3 was not found", hasPython());
        Path project = projectWith("# Changelog\n\n## 0.1.0\n\n- All of it.\n");
        Path earlier = Files.createDirectories(project.resolve("build/release/ndd-0.1.0"));
        ScriptOutput unknown = run(project, "release", "--only", "7.17.0");
        assertEquals(unknown.text(), 1, unknown.exit());
        MatcherAssert.assertThat(
                unknown.text(),
                containsString("[--only] must be a version of distribution/versions.csv, but was [7.17.0]"));
        ScriptOutput withoutGit = run(project, "release");
        assertEquals(withoutGit.text(), 1, withoutGit.exit());
        MatcherAssert.assertThat(withoutGit.text(), containsString("the project must be a checkout of git"));
        assertTrue("an earlier release is kept", Files.exists(earlier));
    }
}
