package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ndd.eval.Corpus.Page;

/** Measures the processor, runs and searches on a real node, each with a baseline on the same node. */
final class NodeBench {

    private static final String INDEX = "ndd-bench";
    private static final int RUNS = 3;
    private static final int HITS = 20;
    private static final String PER_SECOND = "documents per second";
    private static final String MILLIS = "ms";

    /** A p99 of hundreds of queries consists of a few values, so its tolerance is higher. */
    private static final double SPEED_TOLERANCE = 0.15;

    private static final double BYTES_TOLERANCE = 0.03;
    private static final double MEDIAN_TOLERANCE = 0.2;
    private static final double P99_TOLERANCE = 0.5;

    /** With 1, the ratio of 5 rounds over 10,000 texts was 0.37, and that of 9 rounds 0.50. */
    private static final int WARM_UP = 5;

    private final RestClient node;
    private final CorpusIndexer indexer;
    private final DuplicateSearches duplicates;
    private final ResultPages resultPages;

    /** @param queryCount number of measured queries of each kind */
    NodeBench(RestClient node, int queryCount) {
        this.node = node;
        this.indexer = new CorpusIndexer(node);
        this.duplicates = new DuplicateSearches(queryCount, HITS);
        this.resultPages = new ResultPages(queryCount);
    }

    /**
     * Measures indexing with and without the processor.
     *
     * @param form format of the documents, for names of ratios
     * @param rounds number of measured rounds, which follow those in which the node compiles the processor
     */
    List<PeerRatio> ingest(String form, List<Page> pages, int rounds) throws IOException, InterruptedException {
        List<String> bulks = new ArrayList<>();
        indexer.bulks(pages.iterator()).forEachRemaining(bulks::add);
        long[] bytes = new long[2];
        AlternatingBenchmark.Seconds seconds = AlternatingBenchmark.take(
                WARM_UP,
                rounds,
                () -> {
                    indexer.create(INDEX, 1, 0);
                    double taken = send(bulks);
                    bytes[0] = drop();
                    return taken;
                },
                () -> {
                    indexer.createWithoutProcessor(INDEX);
                    double taken = send(bulks);
                    bytes[1] = drop();
                    return taken;
                });
        int documents = pages.size();
        return List.of(
                PeerRatio.speed(
                        "ingest of " + form + " / without the processor",
                        PER_SECOND,
                        documents / seconds.first(),
                        documents / seconds.second(),
                        SPEED_TOLERANCE),
                PeerRatio.cost(
                        "index of " + form + " / without the processor",
                        "bytes per document",
                        (double) bytes[0] / documents,
                        (double) bytes[1] / documents,
                        BYTES_TOLERANCE));
    }

    private double send(List<String> bulks) throws IOException, InterruptedException {
        long start = System.nanoTime();
        indexer.send(INDEX, bulks.iterator());
        return (System.nanoTime() - start) / 1e9;
    }

    /** Deletes the index, and returns its size after a merge to one segment. */
    private long drop() throws IOException, InterruptedException {
        for (String call : List.of("_forcemerge?max_num_segments=1", "_refresh", "_flush?force=true")) {
            node.call("POST", "/" + INDEX + "/" + call, null);
        }
        JsonNode stats = node.call("GET", "/" + INDEX + "/_stats/store", null);
        long bytes = stats.requiredAt("/_all/primaries/store/size_in_bytes").longValue();
        node.call("DELETE", "/" + INDEX, null);
        return bytes;
    }

    /**
     * Measures runs and searches over a corpus.
     *
     * @param minHashSeconds seconds of MinHash over the same documents
     */
    List<PeerRatio> runsAndSearches(Corpus corpus, double minHashSeconds) throws IOException, InterruptedException {
        // The creation of the index executes a run, which warms up the node.
        SearchBenchIndex index = SearchBenchIndex.create(node, INDEX, corpus);
        List<PeerRatio> all = new ArrayList<>();
        all.add(partition(index.documents(), minHashSeconds));
        Map<String, Map<String, Boolean>> labels = SearchBench.labels(corpus);
        List<String> documents = SearchBench.queries(labels);
        Map<String, Latencies> queries = duplicates.measure(corpus.name(), index, documents, labels);
        all.addAll(latencies(
                "query near_dup",
                queries.get(DuplicateSearches.NEAR_DUP),
                "more_like_this",
                queries.get(DuplicateSearches.MORE_LIKE_THIS)));
        Map<String, Latencies> pages = resultPages.measure(corpus.name(), index, documents, labels);
        Latencies plain = pages.get(ResultPages.PLAIN);
        all.addAll(latencies("retriever near_dup", pages.get(ResultPages.RETRIEVER), "plain search", plain));
        all.addAll(latencies("retriever with groups", pages.get(ResultPages.BY_GROUPS), "plain search", plain));
        index.delete();
        return all;
    }

    private PeerRatio partition(long documents, double minHashSeconds) throws IOException, InterruptedException {
        List<Double> seconds = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            JsonNode report = node.call("POST", "/" + INDEX + "/_ndd/partition?wait_for_completion=true", null);
            seconds.add((System.nanoTime() - start) / 1e9);
            if (report.path("state").asText().equals("completed") == false) {
                throw new IOException("the run did not complete: " + report);
            }
        }
        return PeerRatio.speed(
                "run on a node / MinHash in memory",
                PER_SECOND,
                documents / AlternatingBenchmark.median(seconds),
                documents / minHashSeconds,
                SPEED_TOLERANCE);
    }

    private static List<PeerRatio> latencies(String name, Latencies ours, String peerName, Latencies peer) {
        return List.of(
                PeerRatio.cost(
                        name + " p50 / " + peerName, MILLIS, ours.quantile(0.5), peer.quantile(0.5), MEDIAN_TOLERANCE),
                PeerRatio.cost(
                        name + " p99 / " + peerName, MILLIS, ours.quantile(0.99), peer.quantile(0.99), P99_TOLERANCE));
    }

    /** Returns the results of searches in Markdown. */
    String tables() {
        return duplicates.table() + "\n" + resultPages.table();
    }
}
