package org.ndd.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.http.HttpHost;
import org.elasticsearch.core.PathUtils;

/**
 * Three nodes with security that {@code ndd-cluster} started, and operations that inject faults. A node's name is {@code node-} and its
 * number.
 */
final class FailoverNodes {

    static final int NODES = 3;

    private static final long MINUTES = 3;
    private static final String NAME = "node-";

    private final Path directory;
    private final Path script;

    /** @param clusterFile file of ndd-cluster with the addresses of its nodes */
    FailoverNodes(Path clusterFile, Path project) {
        directory = clusterFile.getParent();
        script = project.resolve("distribution/bin/ndd-cluster");
    }

    /** Kills a node with SIGKILL. */
    void kill(String node) throws Exception {
        await(command("kill-node", node));
    }

    /** Starts a node and waits until it responds. */
    void start(String node) throws Exception {
        await(command("start-node", node));
    }

    /** Suspends all threads of a node: its connections stay open without responses. */
    void hang(String node) throws Exception {
        signal(node, "STOP");
    }

    /** Resumes a suspended node. */
    void resume(String node) throws Exception {
        signal(node, "CONT");
    }

    private void signal(String node, String signal) throws Exception {
        String process =
                Files.readString(directory.resolve(node).resolve("pid")).strip();
        await(started("kill", "-" + signal, process));
    }

    /** Addresses of all nodes but one. */
    List<HttpHost> otherHosts(String node) throws IOException {
        List<HttpHost> hosts = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            Path ports = directory.resolve(NAME + i).resolve("logs/http.ports");
            if (node.equals(NAME + i) == false) {
                hosts.add(HttpHost.create(Files.readAllLines(ports).get(0)));
            }
        }
        return hosts;
    }

    void restartAll() throws Exception {
        for (int i = 1; i <= NODES; i++) {
            kill(NAME + i);
        }
        List<StartedNode> started = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            started.add(command("start-node", NAME + i));
        }
        for (StartedNode one : started) {
            await(one);
        }
    }

    /** Changes a file of the nodes' settings; Elasticsearch periodically reloads those of its file realm. */
    void replace(String file, String line, String by) throws IOException {
        for (int i = 1; i <= NODES; i++) {
            Path path = directory.resolve(NAME + i).resolve("config").resolve(file);
            String text = Files.readString(path);
            String changed = text.replace(line, by);
            if (changed.equals(text)) {
                throw new IllegalArgumentException("[" + line + "] must be in [" + file + "], but was [" + text + "]");
            }
            // atomically: a node that reads a partial file has no users
            Path whole = Files.writeString(path.resolveSibling(file + ".new"), changed);
            Files.move(whole, path, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    List<Path> logs() throws IOException {
        List<Path> logs = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            try (Stream<Path> files = Files.list(directory.resolve(NAME + i).resolve("logs"))) {
                files.filter(file -> file.toString().endsWith(".log")).forEach(logs::add);
            }
        }
        return logs;
    }

    private record StartedNode(Process process, Path output) {}

    private StartedNode command(String name, String node) throws IOException {
        return started(script.toString(), name, node.substring(NAME.length()), "--dir", directory.toString());
    }

    private static StartedNode started(String... command) throws IOException {
        Path output = Files.createTempFile("ndd-cluster", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new StartedNode(process, output);
    }

    private static void await(StartedNode started) throws Exception {
        Path output = PathUtils.get(started.output().toString());
        boolean ended = started.process().waitFor(MINUTES, TimeUnit.MINUTES);
        if (ended == false || started.process().exitValue() != 0) {
            throw new IOException("failed: " + Files.readString(output, StandardCharsets.UTF_8));
        }
        Files.delete(output);
    }
}
