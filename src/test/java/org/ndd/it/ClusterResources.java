package org.ndd.it;

import static org.junit.Assert.assertEquals;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.ndd.it.yaml.ApiCall;
import org.ndd.it.yaml.YamlResponse;

/** The resources that remain in a cluster after all requests. */
final class ClusterResources {

    private final Set<String> indices;

    private ClusterResources(Set<String> indices) {
        this.indices = indices;
    }

    /** The current resources, which are expected to remain. */
    static ClusterResources now() throws IOException {
        return new ClusterResources(indices());
    }

    /**
     * Stops all background work and waits until it has ended. Then the cluster must have no tasks, no search contexts, no memory in the
     * request breaker, and no indices in addition to the earlier ones.
     *
     * @param created names or patterns of indices that requests created explicitly, and of runs and backups in responses
     */
    void assertUnchanged(Set<String> created) throws Exception {
        for (Object job : list(get("/_ndd/job", Map.of()), "jobs")) {
            request("DELETE", "/_ndd/job/" + ((Map<?, ?>) job).get("id"), Map.of("force", "true"));
        }
        for (Object run : list(get("/_ndd/partition", Map.of("state", "running", "size", "1000")), "runs")) {
            request("POST", "/_ndd/partition/" + ((Map<?, ?>) run).get("id") + "/_cancel", Map.of());
        }
        request("POST", "/_tasks/_cancel", Map.of("actions", "*ndd*"));
        assertSoon(() -> {
            assertEquals(List.of(), tasks());
            assertEquals(List.of(), memoryAndContexts());
        });
        Set<String> more = indices();
        more.removeAll(indices);
        more.removeIf(index -> Regex.simpleMatch(List.copyOf(created), index));
        // system indices of ndd and Elasticsearch with runs, boilerplate, and tasks are allowed
        more.removeIf(index -> index.startsWith(".ndd-") || index.equals(".tasks"));
        assertEquals("unrequested indices", Set.of(), more);
    }

    private static List<Object> tasks() throws IOException {
        List<Object> found = new ArrayList<>();
        for (Object task : list(get("/_tasks", Map.of("group_by", "none", "detailed", "true")), "tasks")) {
            String action = String.valueOf(((Map<?, ?>) task).get("action"));
            if (action.contains("ndd") || action.startsWith("indices:")) {
                found.add(task);
            }
        }
        Object persistent = get("/_cluster/state/metadata", Map.of("filter_path", "metadata.persistent_tasks.tasks"));
        for (Object task : list(persistent, "metadata.persistent_tasks.tasks")) {
            if (String.valueOf(task).contains("ndd")) {
                found.add(task);
            }
        }
        return found;
    }

    private static List<String> memoryAndContexts() throws IOException {
        List<String> found = new ArrayList<>();
        Map<?, ?> nodes = (Map<?, ?>)
                XContentMapValues.extractValue("nodes", (Map<?, ?>) get("/_nodes/stats/breaker,indices", Map.of()));
        for (Object stats : nodes.values()) {
            for (String figure : List.of("breakers.request.estimated_size_in_bytes", "indices.search.open_contexts")) {
                Object value = XContentMapValues.extractValue(figure, (Map<?, ?>) stats);
                if (((Number) value).longValue() != 0) {
                    found.add(figure + " is " + value);
                }
            }
        }
        return found;
    }

    private static Set<String> indices() throws IOException {
        Set<String> names = new TreeSet<>();
        Object response = get("/_settings", Map.of("expand_wildcards", "all", "filter_path", "*.settings.index.uuid"));
        ((Map<?, ?>) response).keySet().forEach(name -> names.add((String) name));
        return names;
    }

    private static List<?> list(Object tree, String path) {
        Object value = tree instanceof Map<?, ?> map ? XContentMapValues.extractValue(path, map) : null;
        return value == null ? List.of() : (List<?>) value;
    }

    private static Object get(String endpoint, Map<String, String> query) throws IOException {
        return request("GET", endpoint, query).body();
    }

    private static YamlResponse request(String method, String endpoint, Map<String, String> query) throws IOException {
        return NddRestTestCase.perform(new ApiCall(method, endpoint, new TreeMap<>(query), Map.of(), null));
    }
}
