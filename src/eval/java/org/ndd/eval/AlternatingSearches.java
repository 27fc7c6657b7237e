package org.ndd.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Alternates between several searches, so that other load of the machine affects all of them. */
final class AlternatingSearches {

    private static final int WARM_UP = 20;

    private AlternatingSearches() {}

    /** Returns the body of a search for a document, by its id and its text. */
    interface Method {
        Map<String, Object> body(String id, String text);
    }

    /** Receives the responses of measured searches. */
    interface Responses {
        void add(String method, String query, List<String> hits);
    }

    /**
     * Executes the searches.
     *
     * @param queries maximum number of measured queries, after warm-up queries
     * @param ids ids of the documents to search for
     * @return latencies by method
     */
    static Map<String, Latencies> request(
            SearchBenchIndex index, List<String> ids, int queries, Map<String, Method> methods, Responses responses)
            throws IOException, InterruptedException {
        Map<String, Latencies> latencies = new LinkedHashMap<>();
        methods.keySet().forEach(name -> latencies.put(name, new Latencies()));
        List<String> names = new ArrayList<>(methods.keySet());
        int warmUp = Math.min(WARM_UP, ids.size() / 2);
        for (int i = 0; i < Math.min(ids.size(), warmUp + queries); i++) {
            String id = ids.get(i);
            String text = index.text(id);
            Collections.rotate(names, 1);
            for (String name : names) {
                Map<String, Object> body = methods.get(name).body(id, text);
                long start = System.nanoTime();
                List<String> hits = index.search(body);
                long nanos = System.nanoTime() - start;
                if (i >= warmUp) {
                    latencies.get(name).add(nanos);
                    responses.add(name, id, hits);
                }
            }
        }
        return latencies;
    }
}
