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
 * Asks a real node for the near-duplicates of labeled documents, and for pages of results, in the ways of ndd and in others, on the same
 * index. Prints tables in Markdown.
 */
final class SearchBench {

    private SearchBench() {}

    /**
     * Measures.
     *
     * @param args {@code URL QUESTIONS SIZE INDEX KEEP} and folders of corpora, or pairs of files DOCS and PAIRS; INDEX is one that is
     *     there and holds the documents, or empty for indices that are made, and deleted unless KEEP is {@code true}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 6) {
            throw new IllegalArgumentException("[arguments] must be URL QUESTIONS SIZE INDEX KEEP CORPUS..., but was ["
                    + args.length + "] of them");
        }
        RestClient node = new RestClient(URI.create(args[0]));
        int questions = Integer.parseInt(args[1]);
        int size = Integer.parseInt(args[2]);
        DuplicateSearches duplicates = new DuplicateSearches(questions, size);
        ResultPages pages = new ResultPages(questions);
        boolean keep = args[3].isEmpty() == false || Boolean.parseBoolean(args[4]);
        Iterator<String> rest = List.of(args).subList(5, args.length).iterator();
        while (rest.hasNext()) {
            Path path = Path.of(rest.next());
            Corpus corpus = Files.isDirectory(path) ? Corpus.in(path) : Corpus.of(path, Path.of(rest.next()));
            SearchBenchIndex index = args[3].isEmpty()
                    ? SearchBenchIndex.create(node, name(corpus), corpus)
                    : SearchBenchIndex.existing(node, args[3]);
            Map<String, Map<String, Boolean>> labels = labels(corpus);
            List<String> asked = questions(labels);
            duplicates.measure(corpus.name(), index, asked, labels);
            pages.measure(corpus.name(), index, asked, labels);
            if (keep == false) {
                index.delete();
            }
        }
        System.out.println(duplicates.table());
        System.out.println();
        System.out.println(pages.table());
    }

    /** The documents to ask for, in an order by chance that is the same each time. */
    static List<String> questions(Map<String, Map<String, Boolean>> labels) {
        List<String> asked = new ArrayList<>(labels.keySet());
        Collections.shuffle(asked, new Random(1));
        return asked;
    }

    private static String name(Corpus corpus) {
        return "ndd-bench-" + corpus.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
    }

    /** For each document in a labeled pair, its partners and whether they are duplicates. */
    static Map<String, Map<String, Boolean>> labels(Corpus corpus) throws IOException {
        Map<String, Map<String, Boolean>> labels = new TreeMap<>();
        for (LabeledPair pair : corpus.labeledPairs()) {
            labels.computeIfAbsent(pair.first(), id -> new HashMap<>()).put(pair.second(), pair.duplicate());
            labels.computeIfAbsent(pair.second(), id -> new HashMap<>()).put(pair.first(), pair.duplicate());
        }
        return labels;
    }
}
