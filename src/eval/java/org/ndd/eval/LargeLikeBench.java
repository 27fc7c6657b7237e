package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ndd.eval.CorpusIndexer.Extras;

/**
 * Measures the latency of plain searches while clients send long texts of the same sentences under {@code like}. Prints a table in
 * Markdown, with a line for each number of clients.
 */
final class LargeLikeBench {

    private static final String LONG = "ndd-bench-like";
    private static final String PLAIN = "ndd-bench-plain";
    private static final int BULK_CHARACTERS = 2 << 20;
    private static final int SENTENCES = 50_000;
    private static final int WORDS = 20_000;
    private static final int PAUSE_MILLIS = 20;

    private final RestClient node;
    private final Random random = new Random(1);
    private final List<String> words =
            IntStream.range(0, WORDS).mapToObj(i -> word()).toList();
    private final List<String> sentences =
            IntStream.range(0, SENTENCES).mapToObj(i -> sentence()).toList();

    private LargeLikeBench(RestClient node) {
        this.node = node;
    }

    /**
     * Runs the benchmark.
     *
     * @param args {@code URL SECONDS CHARACTERS DOCUMENTS LENGTH CLIENTS...}: duration for each number of clients, length of a text under
     *     {@code like}, number and length of the documents, and numbers of clients
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 6) {
            throw new IllegalArgumentException(
                    "[arguments] must be URL SECONDS CHARACTERS DOCUMENTS LENGTH CLIENTS..., but was [" + args.length
                            + "] of them");
        }
        LargeLikeBench bench = new LargeLikeBench(new RestClient(URI.create(args[0])));
        bench.index(Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        MarkdownTable table = new MarkdownTable(List.of(
                "clients", "plain p50 ms", "p99 ms", "max ms", "mean queue", "like", "rejected", "p50 s", "max s"));
        for (String clients : List.of(args).subList(5, args.length)) {
            table.row(bench.measure(Integer.parseInt(clients), Integer.parseInt(args[1]), Integer.parseInt(args[2])));
        }
        System.out.println(table);
    }

    private String word() {
        return random.ints(2 + random.nextInt(8), 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private String sentence() {
        return IntStream.range(0, 8 + random.nextInt(8))
                        .mapToObj(i -> words.get(random.nextInt(WORDS)))
                        .collect(Collectors.joining(" "))
                + ".";
    }

    private String text(int characters, Random of) {
        StringBuilder text = new StringBuilder();
        while (text.length() < characters) {
            text.append(sentences.get(of.nextInt(SENTENCES))).append(' ');
        }
        return text.toString();
    }

    private void index(int documents, int characters) throws IOException, InterruptedException {
        CorpusIndexer indexer = new CorpusIndexer(node);
        indexer.deleteAtExit(LONG);
        indexer.deleteAtExit(PLAIN);
        Map<String, Object> stored = Map.of("type", "text", "index", false);
        new CorpusIndexer(node, new Extras(Map.of("body", stored), Map.of(), page -> Map.of())).create(LONG, 3, 0);
        indexer.createWithoutProcessor(PLAIN);
        StringBuilder bulk = new StringBuilder();
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < documents; i++) {
            String body = text(characters, random);
            line(bulk, i, body);
            line(plain, i, body.substring(0, Math.min(1000, body.length())));
            if (bulk.length() > BULK_CHARACTERS || i == documents - 1) {
                node.bulk(LONG, bulk.toString());
                node.bulk(PLAIN, plain.toString());
                bulk.setLength(0);
                plain.setLength(0);
            }
        }
        node.call("POST", "/" + LONG + "," + PLAIN + "/_refresh", null);
    }

    private static void line(StringBuilder bulk, int id, String body) throws IOException {
        bulk.append(RestClient.json(Map.of("index", Map.of("_id", String.valueOf(id)))))
                .append('\n')
                .append(RestClient.json(Map.of("body", body)))
                .append('\n');
    }

    private List<String> measure(int clients, int seconds, int characters) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Latencies likes = new Latencies();
        AtomicInteger rejected = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(clients + 1);
        for (int client = 0; client < clients; client++) {
            Map<String, Object> like = Map.of("text", text(characters, new Random(client)));
            Map<String, Object> body = Map.of("query", Map.of("near_dup", Map.of("like", like)), "_source", false);
            pool.submit(() -> request(body, end, likes, rejected));
        }
        Latencies plain = new Latencies();
        List<Integer> queues = new ArrayList<>();
        while (System.nanoTime() < end) {
            String some = IntStream.range(0, 3)
                    .mapToObj(i -> words.get(random.nextInt(WORDS)))
                    .collect(Collectors.joining(" "));
            long start = System.nanoTime();
            node.call("POST", "/" + PLAIN + "/_search", Map.of("query", Map.of("match", Map.of("body", some))));
            plain.add(System.nanoTime() - start);
            queues.add(queue());
            Thread.sleep(PAUSE_MILLIS);
        }
        // a disconnected client cancels its search
        pool.shutdownNow();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        double queue = queues.stream().mapToInt(Integer::intValue).average().orElse(0);
        return List.of(
                String.valueOf(clients),
                plain.millis(.5),
                plain.millis(.99),
                plain.millis(1),
                String.format(Locale.ROOT, "%.1f", queue),
                String.valueOf(likes.count()),
                rejected.toString(),
                String.format(Locale.ROOT, "%.1f", likes.quantile(.5) / 1000),
                String.format(Locale.ROOT, "%.1f", likes.quantile(1) / 1000));
    }

    /** Returns the number of searches in the queues of the node. */
    private int queue() throws IOException, InterruptedException {
        JsonNode nodes =
                node.call("GET", "/_nodes/stats/thread_pool?filter_path=nodes.*.thread_pool.search.queue", null);
        return nodes.findValue("queue").intValue();
    }

    private Void request(Map<String, Object> body, long end, Latencies likes, AtomicInteger rejected)
            throws InterruptedException {
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            try {
                node.call("POST", "/" + LONG + "/_search", body);
                synchronized (likes) {
                    likes.add(System.nanoTime() - start);
                }
            } catch (IOException e) {
                // rejected because of too many such searches, or too little memory
                rejected.incrementAndGet();
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return null;
    }
}
