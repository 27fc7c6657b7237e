package org.ndd.eval;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.eval.Corpus.Page;

/** Indexes documents of a corpus through the processor, with a few concurrent bulk requests. */
final class CorpusIndexer {

    private static final String PIPELINE = "ndd-bench";
    private static final int BULK_CHARACTERS = 2 << 20;
    private static final int BULK_SIZE = 3;

    private final RestClient node;
    private final Extras extras;

    /**
     * Additional fields of documents.
     *
     * @param mappings mappings of the fields
     * @param settings additional settings of the index
     * @param values values of the fields
     */
    record Extras(
            Map<String, Object> mappings, Map<String, Object> settings, Function<Page, Map<String, Object>> values) {

        static final Extras NONE = new Extras(Map.of(), Map.of(), page -> Map.of());
    }

    CorpusIndexer(RestClient node) {
        this(node, Extras.NONE);
    }

    CorpusIndexer(RestClient node, Extras extras) {
        this.node = node;
        this.extras = extras;
    }

    /** Creates an index and its pipeline. Deletes an existing index of this name. */
    void create(String index, int shards, int replicas) throws IOException, InterruptedException {
        node.call(
                "PUT",
                "/_ingest/pipeline/" + PIPELINE,
                Map.of("processors", List.of(Map.of("near_dup", Map.of("field", "body", "url_field", "url")))));
        create(
                index,
                Map.of("number_of_shards", shards, "number_of_replicas", replicas, "default_pipeline", PIPELINE),
                Map.of("ndd", Map.of("type", "near_dup")));
    }

    /** Creates an index of one shard for the same documents without the processor. Deletes an existing index of this name. */
    void createWithoutProcessor(String index) throws IOException, InterruptedException {
        create(index, Map.of("number_of_shards", 1, "number_of_replicas", 0), Map.of());
    }

    private void create(String index, Map<String, Object> settings, Map<String, Object> fields)
            throws IOException, InterruptedException {
        node.call("DELETE", "/" + index + "?ignore_unavailable=true", null);
        Map<String, Object> allSettings = new HashMap<>(settings);
        allSettings.put("refresh_interval", -1);
        allSettings.putAll(extras.settings());
        Map<String, Object> allFields = new HashMap<>(fields);
        allFields.put("body", Map.of("type", "text"));
        allFields.put("url", Map.of("type", "keyword"));
        allFields.putAll(extras.mappings());
        node.call("PUT", "/" + index, Map.of("settings", allSettings, "mappings", Map.of("properties", allFields)));
    }

    /** Deletes the index and the pipeline of {@link #create}, and the results of runs over the index. */
    void delete(String index) throws IOException, InterruptedException {
        String all =
                "/" + index + "," + index + "-ndd*/_settings?filter_path=*.settings.index.uuid&ignore_unavailable=true";
        Iterator<String> names = node.call("GET", all, null).fieldNames();
        while (names.hasNext()) {
            node.call("DELETE", "/" + names.next() + "?ignore_unavailable=true", null);
        }
        try {
            node.call("DELETE", "/_ingest/pipeline/" + PIPELINE, null);
        } catch (IOException e) {
            // another index uses it, or it has been deleted
        }
    }

    /** Deletes the same as {@link #delete} when the program ends, also after an error or Ctrl-C. */
    void deleteAtExit(String index) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                delete(index);
            } catch (IOException | InterruptedException e) {
                // the index has been deleted, or the node is not available
            }
        }));
    }

    /**
     * Indexes documents and refreshes the index.
     *
     * @param limit maximum number of documents
     * @return ids of the documents
     */
    Set<String> index(Corpus corpus, String index, int limit) throws IOException, InterruptedException {
        Set<String> ids = new HashSet<>();
        try (Stream<Page> pages = corpus.pages()) {
            send(
                    index,
                    bulks(pages.limit(limit).peek(page -> ids.add(page.id())).iterator()));
        }
        return ids;
    }

    /** Creates bulk requests lazily. */
    Iterator<String> bulks(Iterator<Page> pages) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return pages.hasNext();
            }

            @Override
            public String next() {
                StringBuilder bulk = new StringBuilder();
                do {
                    append(pages.next(), bulk);
                } while (bulk.length() <= BULK_CHARACTERS && pages.hasNext());
                return bulk.toString();
            }
        };
    }

    /** Sends a few concurrent bulk requests, and refreshes the index. */
    void send(String index, Iterator<String> bulks) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(BULK_SIZE);
        try {
            Deque<Future<?>> sent = new ArrayDeque<>();
            while (bulks.hasNext()) {
                String lines = bulks.next();
                if (sent.size() == BULK_SIZE) {
                    await(sent.remove());
                }
                sent.add(threads.submit(() -> {
                    node.bulk(index, lines);
                    return null;
                }));
            }
            for (Future<?> one : sent) {
                await(one);
            }
        } finally {
            threads.shutdownNow();
        }
        node.call("POST", "/" + index + "/_refresh", null);
    }

    private void append(Page page, StringBuilder bulk) {
        Map<String, Object> source = new HashMap<>();
        source.put("body", page.html() == null ? page.text() : page.html());
        source.put("url", page.url());
        source.putAll(extras.values().apply(page));
        try {
            bulk.append(RestClient.json(Map.of("index", Map.of("_id", page.id()))))
                    .append('\n');
            bulk.append(RestClient.json(source)).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(Future<?> bulk) throws IOException, InterruptedException {
        try {
            bulk.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }
}
