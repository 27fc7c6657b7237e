package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;
import org.hamcrest.MatcherAssert;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * What scripts of {@code distribution/bin} say of themselves without a node. An integration test because unit tests may not start programs.
 */
// where it is the first of its process, classes that it shares with other tests start a thread of JNA's
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class ScriptsIT extends LuceneTestCase {

    private static final Path BIN = PathUtils.get("distribution", "bin");

    private record Said(int exit, String text) {}

    private static Said run(Path project, String script, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(project.resolve(BIN).resolve(script).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text;
        try (InputStream output = process.getInputStream()) {
            text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertTrue(script + " ends", process.waitFor(1, TimeUnit.MINUTES));
        return new Said(process.exitValue(), text);
    }

    /** That of the project itself, not of a profile of its pom.xml. */
    private static String property(Path project, String name) throws Exception {
        Element pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(project.resolve("pom.xml").toFile())
                .getDocumentElement();
        for (Node part = pom.getFirstChild(); part != null; part = part.getNextSibling()) {
            if (part.getNodeName().equals("properties")) {
                return ((Element) part).getElementsByTagName(name).item(0).getTextContent();
            }
        }
        throw new AssertionError("pom.xml has no properties");
    }

    public void testTheElasticsearchOfTheLineThatIsBuiltIsStarted() throws Exception {
        Path project = NddRestTestCase.projectDirectory();
        Said said = run(project, "ndd-cluster", "version");
        assertEquals(said.text(), 0, said.exit());
        assertEquals(property(project, "elasticsearch.version") + "\n", said.text());
    }

    /** The project as far as a release reads it before it builds anything. */
    private static Path projectWith(String changelog) throws IOException {
        Path project = PathUtils.get(createTempDir().toString());
        Files.createDirectories(project.resolve(BIN));
        Path own = NddRestTestCase.projectDirectory();
        for (Path file : List.of(
                BIN.resolve("release"), PathUtils.get("distribution", "versions.csv"), PathUtils.get("pom.xml"))) {
            Files.copy(own.resolve(file), project.resolve(file));
        }
        assertTrue(project.resolve(BIN).resolve("release").toFile().setExecutable(true));
        Files.writeString(project.resolve("CHANGELOG.md"), changelog);
        return project;
    }

    public void testNothingIsReleasedThatTheChangelogDoesNotName() throws Exception {
        for (String changelog :
                List.of("# Changelog\n", "# Changelog\n\n## 0.0.9\n\n- More.\n", "## 0.1.0\n\n## 0.0.9\n\n- More.\n")) {
            Path project = projectWith(changelog);
            Said said = run(project, "release");
            assertEquals(said.text(), 1, said.exit());
            MatcherAssert.assertThat(
                    said.text(), containsString("CHANGELOG.md must have an entry [## 0.1.0] that says what changed"));
            assertFalse(Files.exists(project.resolve("build/release/ndd-0.1.0")));
        }
    }

    public void testOnlyWhatFitsIsReleasedAndOnlyWhatIsCommitted() throws Exception {
        Path project = projectWith("# Changelog\n\n## 0.1.0\n\n- All of it.\n");
        Said unknown = run(project, "release", "--only", "7.17.0");
        assertEquals(unknown.text(), 1, unknown.exit());
        MatcherAssert.assertThat(
                unknown.text(),
                containsString("[--only] must be a version of distribution/versions.csv, but was [7.17.0]"));
        Said loose = run(project, "release");
        assertEquals(loose.text(), 1, loose.exit());
        MatcherAssert.assertThat(loose.text(), containsString("the project must be a checkout of git"));
    }
}
