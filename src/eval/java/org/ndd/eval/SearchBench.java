package org.ndd.eval;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.ndd.eval.score.LabeledPair;

/**
 * Measures searches for the near-duplicates of labeled documents, and pages of search results, with ndd and other methods on the same
 * index. Prints tables in Markdown.
 */
final class SearchBench {

    private SearchBench() {}

    /**
     * Runs the benchmark.
     *
     * @param args {@code URL QUERIES SIZE INDEX KEEP} and folders of corpora, or pairs of files DOCS and PAIRS. INDEX is an existing index
     *     with the documents, or empty to create indices, which are deleted unless KEEP is {@code true}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 6) {
            throw new IllegalArgumentException(
                    "[arguments] must be URL QUERIES SIZE INDEX KEEP CORPUS..., but was [" + args.length + "] of them");
        }
        RestClient node = new RestClient(URI.create(args[0]));
        int queries = Integer.parseInt(args[1]);
        int size = Integer.parseInt(args[2]);
        DuplicateSearches duplicates = new DuplicateSearches(queries, size);
        ResultPages pages = new ResultPages(queries);
        boolean keep = args[3].isEmpty() == false || Boolean.parseBoolean(args[4]);
        Iterator<String> rest = List.of(args).subList(5, args.length).iterator();
        while (rest.hasNext()) {
            Path path = Path.of(rest.next());
            Corpus corpus = Files.isDirectory(path) ? Corpus.in(path) : Corpus.of(path, Path.of(rest.next()));
            if (keep == false) {
                new CorpusIndexer(node).deleteAtExit(name(corpus));
            }
            SearchBenchIndex index = args[3].isEmpty()
                    ? SearchBenchIndex.create(node, name(corpus), corpus)
                    : SearchBenchIndex.existing(node, args[3]);
            Map<String, Map<String, Boolean>> labels = labels(corpus);
            List<String> asked = queries(labels);
            duplicates.measure(corpus.name(), index, asked, labels);
            pages.measure(corpus.name(), index, asked, labels);
        }
        System.out.println(duplicates.table());
        System.out.println();
        System.out.println(pages.table());
    }

    /** Returns the documents to search for, in a fixed random order. */
    static List<String> queries(Map<String, Map<String, Boolean>> labels) {
        List<String> asked = new ArrayList<>(labels.keySet());
        Collections.shuffle(asked, new Random(1));
        return asked;
    }

    private static String name(Corpus corpus) {
        return "ndd-bench-" + corpus.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
    }

    /** Returns for each document the other documents of its labeled pairs, and whether they are duplicates. */
    static Map<String, Map<String, Boolean>> labels(Corpus corpus) throws IOException {
        Map<String, Map<String, Boolean>> labels = new TreeMap<>();
        for (LabeledPair pair : corpus.labeledPairs()) {
            labels.computeIfAbsent(pair.first(), id -> new HashMap<>()).put(pair.second(), pair.duplicate());
            labels.computeIfAbsent(pair.second(), id -> new HashMap<>()).put(pair.first(), pair.duplicate());
        }
        return labels;
    }
}
