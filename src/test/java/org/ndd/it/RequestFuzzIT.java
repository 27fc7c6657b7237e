package org.ndd.it;

import com.carrotsearch.randomizedtesting.annotations.Name;
import com.carrotsearch.randomizedtesting.annotations.ParametersFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.http.client.config.RequestConfig;
import org.elasticsearch.client.RequestOptions;
import org.ndd.it.fuzz.CallMutator;
import org.ndd.it.yaml.ApiCall;
import org.ndd.it.yaml.ApiSpecs;
import org.ndd.it.yaml.YamlResponse;
import org.ndd.it.yaml.YamlRunner;
import org.ndd.it.yaml.YamlSection;
import org.ndd.it.yaml.YamlSuite;

/**
 * Sends malformed requests to every endpoint, and to the parts of searches and pipelines that ndd adds: each YAML test is executed, and its
 * requests are repeated with random mutations in the resulting state of the cluster. Each request must succeed or fail with a client error,
 * and must not leave a task, an open context, memory, or an unrequested index.
 *
 * <p>{@code -Dndd.fuzz.requests=10000} sends more requests, {@code -Dndd.fuzz.seed=7} uses another seed. The default seed is fixed, so that
 * builds are reproducible.
 */
public class RequestFuzzIT extends NddRestTestCase {

    private static final int REQUESTS = Integer.getInteger("ndd.fuzz.requests", 600);
    private static final long SEED = Long.getLong("ndd.fuzz.seed", 1);
    private static final int TIMEOUT_MILLIS = 30_000;

    /** Expected statuses: success, bad request, missing, conflict, too many requests, or an unsupported method or media type. */
    private static final Set<Integer> STATUS = Set.of(200, 201, 202, 400, 404, 405, 406, 409, 413, 429);

    /** Types of exceptions that indicate a programming error, as in a response or by class name. */
    private static final Pattern INTERNAL = Pattern.compile(
            "\\b(null_?pointer|class_?cast|illegal_?state|[a-z_]*index_?out_?of_?bounds|no_?such_?element|unsupported_?operation|arithmetic"
                    + "|runtime|negative_?array_?size|concurrent_?modification|number_?format|uncategorized_?execution"
                    + "|date_?time|buffer_?underflow|array_?store|e_o_f|assertion|stack_?overflow|out_?of_?memory)_?(exception|error)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Errors of Elasticsearch's parsers that name the parameter or field. The cause is not returned to users. */
    private static final Pattern FAILED_TO_PARSE =
            Pattern.compile("failed to parse (field|\\w+ parameter) \\[", Pattern.CASE_INSENSITIVE);

    private final YamlSuite suite;
    private final YamlSection section;
    private final int requests;

    public RequestFuzzIT(@Name("yaml") String name, YamlSuite suite, YamlSection section, int requests) {
        this.suite = suite;
        this.section = section;
        this.requests = requests;
    }

    @ParametersFactory(argumentFormatting = "%s")
    public static Iterable<Object[]> sections() throws IOException {
        List<Object[]> parameters = new ArrayList<>();
        List<YamlSuite> suites = YamlSuite.readAll(projectDirectory().resolve("yaml-tests"));
        int sections =
                suites.stream().mapToInt(suite -> suite.sections().size()).sum();
        for (YamlSuite suite : suites) {
            YamlSection none = new YamlSection("teardown", List.of());
            YamlSuite left = new YamlSuite(suite.name(), suite.setup(), none, suite.sections());
            for (YamlSection section : suite.sections()) {
                String name = suite.name() + "/" + section.name();
                parameters.add(new Object[] {name, left, section, Math.max(1, REQUESTS / sections)});
            }
        }
        return parameters;
    }

    /** Only requests of YAML tests are mutated, so each API needs a test. */
    private static void requireAllApis(List<YamlSuite> suites) throws IOException {
        Set<String> never = apiSpecs().names("ndd.");
        for (YamlSuite suite : suites) {
            for (YamlSection section : suite.sections()) {
                section.steps().stream()
                        .filter(step -> step.getKey().equals("do"))
                        .forEach(step -> never.removeAll(((Map<?, ?>) step.getValue()).keySet()));
            }
        }
        if (never.isEmpty() == false) {
            throw new IllegalStateException("each API must be called by a YAML test, but none calls " + never);
        }
    }

    public void test() throws Exception {
        ApiSpecs specs = apiSpecs();
        Random random = new Random(SEED ^ section.name().hashCode());
        List<ApiCall> calls = new ArrayList<>();
        Set<String> created = new TreeSet<>();
        new YamlRunner(specs, call -> {
                    // there are few valid pipelines and mappings, and a new cluster state takes long
                    if (CallMutator.isNddCall(call)
                            && (call.method().equals("PUT") == false || random.nextInt(4) == 0)) {
                        calls.add(call);
                    }
                    YamlResponse response = perform(call);
                    // its tasks may still be running, and create a backup later
                    names(call.endpoint(), response.body(), created);
                    return response;
                })
                .run(suite, section);
        if (calls.isEmpty()) {
            return;
        }
        ClusterResources before = ClusterResources.now();
        CallMutator mutator = new CallMutator(random, specs, calls);
        Map<ApiCall, YamlResponse> faults = new LinkedHashMap<>();
        Collections.shuffle(calls, random);
        for (int i = 0; i < requests; i++) {
            ApiCall call = prepared(mutator.mutate(calls.get(i % calls.size())), i);
            YamlResponse response = send(call);
            logger.debug(() -> response.status() + " " + CallMutator.toString(call) + " " + response.body());
            if (isFault(call, response)) {
                faults.put(call, response);
            }
            names(call.endpoint(), response.body(), created);
            if (call.endpoint().startsWith("/_ndd/job/")) {
                // runs of the job, and its changes index
                destinations(created);
            }
        }
        StringBuilder text = new StringBuilder();
        faults.forEach((call, response) -> text.append('\n')
                .append(CallMutator.toString(call))
                .append("\n  ")
                .append(response));
        assertEquals(text.toString(), 0, faults.size());
        before.assertUnchanged(created);
    }

    /** The request as sent: created indices get unique names, and no request waits for a throttled job. */
    private static ApiCall prepared(ApiCall call, int number) {
        Map<String, String> query = new TreeMap<>(call.query());
        String endpoint = call.endpoint();
        if (CallMutator.isEndpoint(call) == false && call.method().equals("PUT")) {
            endpoint = endpoint.startsWith("/_ingest/") ? "/_ingest/pipeline/fuzzed" : "/fuzzed-" + number;
        }
        if (query.containsKey("requests_per_second") && query.containsKey("wait_for_completion")) {
            query.put("wait_for_completion", "false");
        }
        query.put("error_trace", "true");
        return new ApiCall(call.method(), endpoint, query, call.headers(), call.body());
    }

    private static YamlResponse send(ApiCall call) throws IOException {
        RequestConfig patience =
                RequestConfig.custom().setSocketTimeout(TIMEOUT_MILLIS).build();
        try {
            return perform(call, RequestOptions.DEFAULT.toBuilder().setRequestConfig(patience));
        } catch (IOException e) {
            throw new AssertionError("no answer to " + CallMutator.toString(call), e);
        }
    }

    private static boolean isFault(ApiCall call, YamlResponse response) {
        StringBuilder traces = new StringBuilder();
        Object body = withoutIdentifiers(response.body(), traces);
        if (STATUS.contains(response.status())
                && INTERNAL.matcher(String.valueOf(body)).find() == false) {
            return false;
        }
        // Ignores bugs of Elasticsearch in its own APIs.
        return CallMutator.isEndpoint(call) || traces.indexOf("org.ndd.") >= 0;
    }

    private static Object withoutIdentifiers(Object tree, StringBuilder traces) {
        if (tree instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            boolean parsed =
                    FAILED_TO_PARSE.matcher(String.valueOf(map.get("reason"))).find();
            map.forEach((key, value) -> {
                if (key.equals("stack_trace")) {
                    traces.append(value);
                } else if (parsed == false || key.equals("caused_by") == false) {
                    copy.put(key, withoutIdentifiers(value, traces));
                }
            });
            return copy;
        }
        if (tree instanceof List<?> list) {
            return list.stream().map(value -> withoutIdentifiers(value, traces)).toList();
        }
        return tree;
    }

    private static void destinations(Set<String> names) throws IOException {
        YamlResponse jobs = send(new ApiCall("GET", "/_ndd/job", new TreeMap<>(), new TreeMap<>(), null));
        for (Object job : (List<?>) ((Map<?, ?>) jobs.body()).get("jobs")) {
            if (((Map<?, ?>) job).get("dest") instanceof Map<?, ?> dest) {
                names.add(dest.get("index") + "-*");
            }
        }
    }

    /** Names of created resources in a response, completely or in part: runs, backups, and the index itself. */
    private static void names(String endpoint, Object body, Set<String> names) {
        names.add(endpoint.substring(1));
        if (endpoint.endsWith("/_ndd/boilerplate")) {
            names.add("*-boilerplate");
        }
        if (body instanceof Map<?, ?> map) {
            names.add(String.valueOf(map.get("id")));
            names.add(map.get("id") + "-boilerplate");
            names.add(String.valueOf(map.get("backup")));
            if (endpoint.endsWith("/_ndd/delete") && map.containsKey("task")) {
                names.add("*-deleted-*");
            }
        }
    }
}
