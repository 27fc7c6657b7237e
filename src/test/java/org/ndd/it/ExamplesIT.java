package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.core.PathUtils;
import org.junit.After;

/** Runs the programs of {@code examples} as users do, each in its own process: the same scenario with several clients. */
public class ExamplesIT extends NddRestTestCase {

    private static final String EXPECTED_OUTPUT = """
            Run completed: 3 documents, 1 group, 1 duplicate
            Search for [storm or snow]
              snow
              storm, also storm-wire
            Group of 2 documents
              storm-wire: canonical
              storm: near
            """;

    /**
     * Before its first request, the client of 7.17 calls {@code GET /} to check that this is Elasticsearch; later it checks a header of
     * each response. The test distribution sends the header but lacks the module for this request.
     */
    private static final String PYTHON = """
            import elasticsearch, runpy, sys
            if hasattr(elasticsearch.Transport, '_do_verify_elasticsearch'):
                elasticsearch.Transport._do_verify_elasticsearch = lambda *args, **kwargs: None
            del sys.argv[0]
            runpy.run_path(sys.argv[0], run_name='__main__')
            """;

    /** The index is deleted first, because its default pipeline cannot be deleted. */
    @After
    public void removePipeline() throws IOException {
        delete("/ndd-example", "/_ingest/pipeline/ndd-example");
    }

    private static String example(String name) {
        return projectDirectory().resolve("examples").resolve(name).toString();
    }

    /** Executes a program with the address of the node, and returns its output. The exit code must be 0. */
    private String output(String... command) throws IOException, InterruptedException {
        List<String> withNode = new ArrayList<>(List.of(command));
        withNode.add(getClusterHosts().get(0).toURI());
        Path output = Files.createTempFile("ndd-example", ".out");
        Path errors = Files.createTempFile("ndd-example", ".err");
        try {
            Process process = new ProcessBuilder(withNode)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            boolean exited = process.waitFor(5, TimeUnit.MINUTES);
            process.destroyForcibly().waitFor();
            String text = Files.readString(output);
            assertTrue(text + Files.readString(errors), exited && process.exitValue() == 0);
            return text;
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }

    public void testCurl() throws Exception {
        String output = output("bash", example("near-duplicates.sh")).replaceAll("\\s+", "");
        assertThat(output, containsString("\"state\":\"completed\",\"documents\":3,\"groups\":1,\"duplicates\":1"));
        assertThat(
                output, containsString("\"count\":2,\"similar\":[{\"_index\":\"ndd-example\",\"_id\":\"storm-wire\""));
        assertThat(output, containsString("\"total\":1,\"groups\":[{\"group\":"));
        assertThat(output, containsString("{\"_id\":\"storm-wire\",\"canonical\":true"));
        assertThat(output, containsString("{\"_id\":\"storm\",\"canonical\":false,\"relation\":\"near\"}"));
    }

    public void testJava() throws Exception {
        String java =
                PathUtils.get(System.getProperty("java.home"), "bin", "java").toString();
        assertEquals(EXPECTED_OUTPUT, output(java, "-cp", System.getProperty("java.class.path"), "NearDuplicates"));
    }

    public void testPython() throws Exception {
        String configured = System.getenv("NDD_PYTHON");
        String python = configured == null ? "/usr/bin/python3" : configured;
        assumeTrue(
                "Elasticsearch's Python client is not available: dev/bin/python-client installs it",
                Browser.isProgram(PathUtils.get(python))
                        && new ProcessBuilder(python, "-c", "import elasticsearch")
                                        .start()
                                        .waitFor()
                                == 0);
        assertEquals(EXPECTED_OUTPUT, output(python, "-c", PYTHON, example("near_duplicates.py")));
    }
}
