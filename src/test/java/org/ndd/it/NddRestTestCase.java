package org.ndd.it;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.test.rest.ESRestTestCase;

/**
 * A test that speaks REST to the cluster that {@code ndd-cluster} started. All indices of that cluster are deleted after each test: never
 * point it at a cluster that holds anything.
 */
public abstract class NddRestTestCase extends ESRestTestCase {

    /** Set by the build: the file in which ndd-cluster says where its nodes listen. Without it, {@code tests.rest.cluster} decides. */
    private static final String CLUSTER_FILE = "ndd.cluster.file";

    @Override
    protected String getTestRestCluster() {
        String file = System.getProperty(CLUSTER_FILE);
        return file == null ? super.getTestRestCluster() : addresses(PathUtils.get(file));
    }

    static String addresses(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("no cluster runs: start one with distribution/bin/ndd-cluster", e);
        }
        return properties.getProperty("tests.rest.cluster");
    }

    /** The root of the project: {@code yaml-tests} and {@code rest-api-spec} are read from there. */
    static Path projectDirectory() {
        return PathUtils.get(System.getProperty("ndd.project.directory", "")).toAbsolutePath();
    }
}
