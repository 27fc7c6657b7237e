package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.elasticsearch.core.PathUtils;
import org.hamcrest.MatcherAssert;

/** The behavior of the scripts in {@code distribution/bin} except {@code ndd-cluster}, mostly without a node. */
public class ScriptsIT extends ScriptTestCase {

    /** Some scripts need Python, which is not a requirement of the tests. */
    private static boolean hasPython() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Browser.isProgram(PathUtils.get(folder, "python3")));
    }

    private static boolean isPython(String script) throws IOException {
        return Files.readString(ProjectFiles.directory().resolve(BIN).resolve(script))
                .startsWith("#!/usr/bin/env python3");
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

    private static void program(Path file, String commands) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\n" + commands);
        assertTrue(file.toFile().setExecutable(true));
    }

    /** An interrupted benchmark or demo leaves neither its node, which may be starting, nor the process that uses it. */
    public void testInterruptedScripts() throws Exception {
        assertEndsWithNode("bench", "--quick");
        assertEndsWithNode("demo");
    }

    private static void assertEndsWithNode(String script, String... options) throws Exception {
        Path project = temporary("some project");
        Path bin = Files.createDirectories(project.resolve(BIN));
        Files.createDirectories(project.resolve("distribution/lib"));
        for (Path file : List.of(BIN.resolve(script), PathUtils.get("distribution", "lib", "project.sh"))) {
            Files.copy(ProjectFiles.directory().resolve(file), project.resolve(file));
        }
        assertTrue(bin.resolve(script).toFile().setExecutable(true));
        Path events = project.resolve("events");
        String event = "echo \"%s\" >> '" + events + "'\n";
        program(
                project.resolve("maven"),
                "cd '" + project
                        + "'; mkdir -p target build/demo/pages build/demo/demo-libraries; touch target/evaluation.classpath\n");
        program(project.resolve("jdk/bin/javac"), "");
        program(project.resolve("jdk/bin/java"), event.replace("%s", "measuring $$") + "exec sleep 1000\n");
        for (String interrupted : List.of("starting", "measuring")) {
            Files.deleteIfExists(events);
            program(
                    bin.resolve("ndd-cluster"),
                    "if [ \"$1\" = stop ]; then\n" + event.replace("%s", "stopped") + "exit; fi\n"
                            + "while [ $# -gt 0 ]; do [ \"$1\" != --dir ] || dir=$2; shift; done\n"
                            + event.replace("%s", "starting")
                            + (interrupted.equals("starting") ? "sleep 2\n" : "")
                            + "mkdir -p \"$dir\"; : > \"$dir/cluster.properties\"\n"
                            + event.replace("%s", "started"));
            List<String> command = Stream.concat(Stream.of(bin.resolve(script).toString()), Stream.of(options))
                    .toList();
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(project.resolve("out").toFile());
            builder.environment().put("MAVEN", project.resolve("maven").toString());
            builder.environment().put("JAVA_HOME", project.resolve("jdk").toString());
            Process process = builder.start();
            assertSoon(() ->
                    assertTrue(Files.exists(events) && Files.readString(events).contains(interrupted)));
            process.destroy();
            assertTrue("ends", process.waitFor(1, TimeUnit.MINUTES));
            assertSoon(() -> MatcherAssert.assertThat(Files.readString(events), containsString("started\n")));
            List<String> all = Files.readAllLines(events);
            assertEquals(Files.readString(project.resolve("out")), "stopped", all.get(all.size() - 1));
            for (String line : all) {
                if (line.startsWith("measuring ")) {
                    long measuring = Long.parseLong(line.substring("measuring ".length()));
                    assertSoon(() -> assertFalse(ProcessHandle.of(measuring)
                            .map(ProcessHandle::isAlive)
                            .orElse(false)));
                }
            }
        }
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
