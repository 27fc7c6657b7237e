package org.ndd.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks questions in several ways that take turns, so that what else the machine does falls on all of them. */
final class AlternatingSearches {

    private static final int WARM_UP = 20;

    private AlternatingSearches() {}

    /** The body of the search for a question, by its document and the text of that. */
    interface Method {
        Map<String, Object> body(String id, String text);
    }

    /** Takes the answers that count. */
    interface Answers {
        void add(String method, String question, List<String> hits);
    }

    /**
     * Asks.
     *
     * @param questions how many count, at most; those before only warm up
     * @param ids of the documents that questions are made of
     * @return how long each method took
     */
    static Map<String, Latencies> ask(
            SearchBenchIndex index, List<String> ids, int questions, Map<String, Method> methods, Answers answers)
            throws IOException, InterruptedException {
        Map<String, Latencies> latencies = new LinkedHashMap<>();
        methods.keySet().forEach(name -> latencies.put(name, new Latencies()));
        List<String> names = new ArrayList<>(methods.keySet());
        int warmUp = Math.min(WARM_UP, ids.size() / 2);
        for (int i = 0; i < Math.min(ids.size(), warmUp + questions); i++) {
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
                    answers.add(name, id, hits);
                }
            }
        }
        return latencies;
    }
}
