package org.ndd.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Indexes documents through the pipeline, with one concurrent bulk request of a few megabytes per core. */
final class Loader {

    private static final int BULK_CHARS = 2_000_000;

    private final Node node;
    private final String path;
    private final int parallel = Math.max(1, Runtime.getRuntime().availableProcessors());
    private final Semaphore slots = new Semaphore(parallel);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private StringBuilder lines = new StringBuilder();
    private long pages;

    Loader(Node node, String index) {
        this.node = node;
        this.path = "/" + index + "/_bulk";
    }

    /** Creates the index, its mapping and the pipeline. */
    static void prepare(Node node, String index) throws IOException, InterruptedException {
        Map<String, Object> processor = Map.of("field", "page", "title_field", "title", "url_field", "url");
        node.call("PUT", "/_ingest/pipeline/" + index, Map.of("processors", List.of(Map.of("near_dup", processor))));
        Map<String, Object> settings =
                Map.of("number_of_replicas", 0, "refresh_interval", "-1", "default_pipeline", index);
        Map<String, Object> properties = Map.of(
                "url", Map.of("type", "keyword", "ignore_above", 8191),
                "title", Map.of("type", "text"),
                "page", Map.of("type", "text"),
                "ndd", Map.of("type", "near_dup"));
        node.call("PUT", "/" + index, Map.of("settings", settings, "mappings", Map.of("properties", properties)));
    }

    /** Indexes all documents and refreshes the index. Returns the number of documents. */
    long load(PageSource source, Console console) throws IOException, InterruptedException {
        console.startBar();
        source.read(this::add, (done, total) -> console.bar("indexing", done, total));
        send();
        slots.acquire(parallel);
        slots.release(parallel);
        check();
        node.call("POST", path.replace("_bulk", "_refresh"), null);
        console.endBar();
        return pages;
    }

    private void add(Page page) throws IOException {
        pages++;
        lines.append("{\"index\":{\"_id\":").append(Node.json(page.id())).append("}}\n");
        lines.append(Node.json(page.document())).append('\n');
        if (lines.length() >= BULK_CHARS) {
            send();
        }
    }

    private void send() throws IOException {
        check();
        if (lines.isEmpty()) {
            return;
        }
        slots.acquireUninterruptibly();
        node.bulk(path, lines.toString()).whenComplete((response, error) -> {
            if (error != null) {
                failure.compareAndSet(null, error.getCause() == null ? error : error.getCause());
            }
            slots.release();
        });
        lines = new StringBuilder();
    }

    private void check() throws IOException {
        if (failure.get() != null) {
            throw new IOException(
                    "the pages could not be indexed: " + failure.get().getMessage(), failure.get());
        }
    }
}
