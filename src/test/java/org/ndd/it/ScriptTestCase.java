package org.ndd.it;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;

/** Starts scripts and reads their output. Their tests are integration tests because unit tests may not start processes. */
abstract class ScriptTestCase extends LuceneTestCase {

    static final Path BIN = PathUtils.get("distribution", "bin");

    record ScriptOutput(int exit, String text) {}

    static ScriptOutput run(Path project, String script, String... arguments) throws Exception {
        // tests run in a wrapper of Java, see dev/bin/java
        return runProgram(
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                project.resolve(BIN).resolve(script),
                arguments);
    }

    static ScriptOutput runProgram(Map<String, String> environment, Path script, String... arguments) throws Exception {
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

    static Path temporary(String name) {
        return PathUtils.get(createTempDir().toString()).resolve(name);
    }
}
