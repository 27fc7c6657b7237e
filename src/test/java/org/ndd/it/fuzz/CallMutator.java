package org.ndd.it.fuzz;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.it.yaml.ApiCall;
import org.ndd.it.yaml.ApiSpecs;

/**
 * Changes a call at random: its path, URL parameters, method, or body; in calls of Elasticsearch's APIs, only the parts of the body that
 * belong to ndd.
 */
public final class CallMutator {

    private static final String NDD_PATH = "near_dup";
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE", "HEAD");

    private final Random random;
    private final UnusualValues oddities;
    private final ApiSpecs specs;
    private final BodyMutator bodies;

    /**
     * @param specs specifications of the APIs, whose parameters are used both for the right and for wrong paths
     * @param known calls whose bodies provide keys and values
     */
    public CallMutator(Random random, ApiSpecs specs, Collection<ApiCall> known) {
        this.random = random;
        this.specs = specs;
        oddities = new UnusualValues(random);
        bodies = new BodyMutator(
                random,
                known.stream()
                        .map(CallMutator::body)
                        .filter(body -> body.isEmpty() == false)
                        .toList());
    }

    /** Whether a call uses ndd: one of its endpoints, or a part of a body. */
    public static boolean isNddCall(ApiCall call) {
        return isEndpoint(call)
                || (call.body() != null
                        && call.body().startsWith("{")
                        && parts(body(call)).isEmpty() == false);
    }

    public static boolean isEndpoint(ApiCall call) {
        return call.endpoint().contains("/_ndd/");
    }

    /** The call with one to three changes. */
    public ApiCall mutate(ApiCall call) {
        if (isEndpoint(call) == false) {
            Map<String, Object> body = body(call);
            return with(
                    call,
                    call.method(),
                    call.endpoint(),
                    call.query(),
                    bodies.mutate(body, oddities.oneOf(parts(body))));
        }
        String method = random.nextInt(40) == 0 ? oddities.oneOf(METHODS) : call.method();
        String endpoint = random.nextInt(8) == 0 ? endpoint(call.endpoint()) : call.endpoint();
        boolean hasBody = call.body() != null;
        Map<String, String> query = random.nextInt(hasBody ? 4 : 2) == 0 ? query(call) : call.query();
        String body = call.body();
        if (hasBody && random.nextInt(8) != 0) {
            Map<String, Object> tree = body(call);
            body = bodies.mutate(tree, tree);
        } else if (hasBody == false && random.nextInt(8) == 0) {
            body = JsonText.of(oddities.value());
        }
        return with(call, method, endpoint, query, method.equals("HEAD") ? null : body);
    }

    private static ApiCall with(ApiCall call, String method, String endpoint, Map<String, String> query, String body) {
        return new ApiCall(method, endpoint, query, call.headers(), body);
    }

    /** Replaces a name in the path; segments that start with an underscore identify the API and are kept. */
    private String endpoint(String endpoint) {
        List<String> segments = new ArrayList<>(Arrays.asList(endpoint.split("/")));
        List<Integer> names = new ArrayList<>();
        for (int i = 1; i < segments.size(); i++) {
            // in "_ndd/compare" and similar paths, the segment after "_ndd" identifies the API
            if (segments.get(i).startsWith("_") == false && segments.get(i - 1).equals("_ndd") == false) {
                names.add(i);
            }
        }
        if (names.isEmpty()) {
            return endpoint;
        }
        int at = oddities.oneOf(names);
        String former = segments.get(at);
        String name = (random.nextBoolean() ? "" : former + ",") + oddities.shortText();
        segments.set(
                at,
                URLEncoder.encode(name.isEmpty() ? "x" : name, StandardCharsets.UTF_8)
                        .replace("+", "%20"));
        return String.join("/", segments);
    }

    private Map<String, String> query(ApiCall call) {
        Map<String, String> query = new TreeMap<>(call.query());
        TreeSet<String> names = new TreeSet<>(specs.parameters(call.endpoint()));
        names.addAll(query.keySet());
        names.removeIf(name -> random.nextInt(30) == 0);
        if (names.isEmpty() || random.nextInt(12) == 0) {
            names.addAll(List.of("unknown", "size", "source", "pretty", "human"));
        }
        String name = oddities.oneOf(List.copyOf(names));
        if (query.containsKey(name) && random.nextInt(4) == 0) {
            query.remove(name);
        } else if (random.nextInt(4) == 0) {
            query.put(name, oddities.oneOf(List.of("true", "false", "1", "0.1", "100", "pages", "1s", "-1", "auto")));
        } else {
            query.put(name, oddities.shortText());
        }
        return query;
    }

    /** The body as a tree; empty if there is none or if it is not a single object. */
    static Map<String, Object> body(ApiCall call) {
        return call.body() == null
                        || call.body().startsWith("{") == false
                        || call.body().trim().contains("}\n{")
                ? Map.of()
                : XContentHelper.convertToMap(JsonXContent.jsonXContent, call.body(), true);
    }

    /** The parts of the body of other APIs that may be changed: values below the names of ndd, and next to its type. */
    private static List<Object> parts(Object tree) {
        List<Object> parts = new ArrayList<>();
        if (tree instanceof Map<?, ?> map) {
            if (NDD_PATH.equals(map.get("type"))) {
                parts.add(map);
            }
            map.forEach((key, value) -> {
                if (NDD_PATH.equals(key) || "docs".equals(key)) {
                    parts.add(value);
                }
                parts.addAll(parts(value));
            });
        } else if (tree instanceof List<?> list) {
            list.forEach(value -> parts.addAll(parts(value)));
        }
        return parts;
    }

    /** A call in one line for error messages; long bodies are truncated. */
    public static String toString(ApiCall call) {
        String body = call.body() == null ? "" : call.body();
        return String.format(
                Locale.ROOT,
                "%s %s %s %s",
                call.method(),
                call.endpoint(),
                call.query(),
                body.length() > 4000 ? body.substring(0, 4000) + "… of " + body.length() : body);
    }
}
