package org.ndd.it;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.WarningsHandler;
import org.elasticsearch.core.IOUtils;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.test.rest.ESRestTestCase;
import org.junit.AfterClass;
import org.ndd.it.yaml.ApiCall;
import org.ndd.it.yaml.ApiSpecs;
import org.ndd.it.yaml.YamlResponse;

/**
 * A test over HTTP against the cluster that {@code ndd-cluster} started. All indices of that cluster are deleted after each test: never use
 * a cluster with data.
 */
public abstract class NddRestTestCase extends ESRestTestCase {

    /** Set by the build: the file of ndd-cluster with the addresses of its nodes. Otherwise, {@code tests.rest.cluster} is used. */
    private static final String CLUSTER_FILE = "ndd.cluster.file";

    private static ClusterLock cluster;

    @Override
    protected String getTestRestCluster() {
        String file = System.getProperty(CLUSTER_FILE);
        return file == null ? super.getTestRestCluster() : addresses(PathUtils.get(file));
    }

    /** The addresses of a cluster of the build, which is locked for this class. */
    static String addresses(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
            if (cluster == null) {
                cluster = new ClusterLock(file);
            }
            cluster.require(file);
        } catch (IOException e) {
            throw new UncheckedIOException("no cluster runs: start one with distribution/bin/ndd-cluster", e);
        }
        return properties.getProperty("tests.rest.cluster");
    }

    @AfterClass
    public static void releaseCluster() throws IOException {
        IOUtils.close(cluster);
        cluster = null;
    }

    /**
     * Sends a request and returns any response, including errors. The caller checks warnings. Retries on other nodes if a node is stopped,
     * also if the client has not detected yet that others are back.
     */
    static Response perform(Request request, RequestOptions.Builder options) throws IOException {
        options.setWarningsHandler(WarningsHandler.PERMISSIVE);
        request.setOptions(options);
        for (int tries = 1; true; tries++) {
            try {
                return client().performRequest(request);
            } catch (ResponseException e) {
                return e.getResponse();
            } catch (IOException e) {
                if (tries > client().getNodes().size() || mayRepeat(request, e) == false) {
                    throw e;
                }
            }
        }
    }

    /** Whether a request did not reach a node, or only reads and lost its connection: the client keeps connections to a stopped node. */
    private static boolean mayRepeat(Request request, IOException e) {
        return e instanceof ConnectException
                || request.getMethod().equals("GET") && e.getCause() instanceof SocketException;
    }

    /** Sends a request with a JSON body, {@code null} for none, and returns any response. */
    static TextResponse send(RequestOptions.Builder options, String method, String endpoint, String body)
            throws IOException {
        Request request = new Request(method, endpoint);
        if (body != null) {
            request.setJsonEntity(body);
        }
        return TextResponse.of(perform(request, options));
    }

    /** Sends a request, which must succeed. */
    static TextResponse request(String method, String endpoint, String body) throws IOException {
        return send(RequestOptions.DEFAULT.toBuilder(), method, endpoint, body).ok();
    }

    /** Sends a call of a YAML test. */
    static YamlResponse perform(ApiCall call) throws IOException {
        return perform(call, RequestOptions.DEFAULT.toBuilder());
    }

    static YamlResponse perform(ApiCall call, RequestOptions.Builder options) throws IOException {
        Request request = new Request(call.method(), call.endpoint());
        request.addParameters(call.query());
        if (call.body() != null) {
            request.setJsonEntity(call.body());
        }
        call.headers().forEach(options::addHeader);
        Response response = perform(request, options);
        String type = response.getHeader("Content-Type");
        return YamlResponse.of(
                call.method(),
                response.getStatusLine().getStatusCode(),
                type == null ? "" : type,
                body(response),
                response.getWarnings());
    }

    /** The APIs of ndd, and those of Elasticsearch that the YAML tests use. */
    static ApiSpecs apiSpecs() throws IOException {
        Path project = projectDirectory();
        return ApiSpecs.read(
                List.of(project.resolve("rest-api-spec/api"), project.resolve("src/test/resources/rest-api-spec/api")));
    }

    /**
     * Deletes resources such as {@code /_ingest/pipeline/pages} if they exist. Indices are deleted by the framework, but pipelines are not.
     */
    static void delete(String... things) throws IOException {
        for (String thing : things) {
            Request request = new Request("DELETE", thing);
            request.addParameter("ignore", "404");
            client().performRequest(request);
        }
    }

    /** The body of a response; empty if there is none. */
    static byte[] body(Response response) throws IOException {
        return response.getEntity() == null
                ? new byte[0]
                : response.getEntity().getContent().readAllBytes();
    }

    /** The root directory of the project, which contains {@code yaml-tests} and {@code rest-api-spec}. */
    public static Path projectDirectory() {
        return ProjectFiles.directory();
    }
}
