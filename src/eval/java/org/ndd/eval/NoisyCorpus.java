package org.ndd.eval;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ndd.eval.score.LabeledPair;

/**
 * A corpus of texts, and copies of its labeled documents with wrong characters. A copy is a duplicate of its document, and each labeled
 * pair has the same label with the copy of either document. Kinds of pairs: {@code copy}, and {@code labeled} for pairs of the original
 * corpus, whose duplicates differ by more than errors.
 */
final class NoisyCorpus {

    /** Maximum number of labeled documents with a copy. */
    private static final int MAX_COPIES = 1000;

    /** Maximum number of documents without a copy. */
    private static final int MAX_OTHERS = 2000;

    private static final String COPY = "~noise";

    /** Kind of pairs of a document and its copy. */
    static final String KIND_COPY = "copy";

    private NoisyCorpus() {}

    /**
     * Creates the corpus in a temporary folder, which is deleted on exit.
     *
     * @param percent percentage of wrong characters
     */
    static Corpus of(Corpus corpus, double percent) throws IOException {
        List<LabeledPair> pairs = corpus.labeledPairs();
        Set<String> labeled = new LinkedHashSet<>();
        pairs.forEach(pair -> {
            labeled.add(pair.first());
            labeled.add(pair.second());
        });
        Map<String, Corpus.Page> copied = new HashMap<>();
        List<Corpus.Page> all = new ArrayList<>();
        int others = 0;
        try (Stream<Corpus.Page> pages = corpus.pages()) {
            for (Corpus.Page page : (Iterable<Corpus.Page>) pages::iterator) {
                if (page.text() == null) {
                    throw new IllegalArgumentException(
                            "[noise] must be for corpora of texts, but was given for [" + corpus.name() + "]");
                }
                if (labeled.contains(page.id())
                        && copied.size() < MAX_COPIES
                        && page.text().isBlank() == false) {
                    copied.put(page.id(), page);
                    all.add(page);
                } else if (others++ < MAX_OTHERS) {
                    all.add(page);
                }
            }
        }
        Path folder = Files.createTempDirectory("ndd-noise");
        Path documents = folder.resolve(corpus.name() + ".ndjson");
        Path labels = folder.resolve("pairs.csv");
        write(documents, all, copied, percent / 100);
        Set<String> ids = all.stream().map(Corpus.Page::id).collect(Collectors.toSet());
        write(
                labels,
                pairs.stream()
                        .filter(pair -> ids.contains(pair.first()) && ids.contains(pair.second()))
                        .toList(),
                copied.keySet());
        for (Path path : List.of(folder, documents, labels)) {
            path.toFile().deleteOnExit();
        }
        return Corpus.of(documents, labels);
    }

    private static void write(Path file, List<Corpus.Page> pages, Map<String, Corpus.Page> copied, double rate)
            throws IOException {
        ObjectMapper json = new ObjectMapper();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Corpus.Page page : pages) {
                ObjectNode document = json.createObjectNode()
                        .put("id", page.id())
                        .put("url", page.url())
                        .put("title", page.title())
                        .put("section", page.section())
                        .put("text", page.text());
                out.write(document.toString());
                out.newLine();
                if (copied.containsKey(page.id())) {
                    CharacterErrors errors = new CharacterErrors(rate, page.id().hashCode());
                    document.put("id", page.id() + COPY).put("text", errors.in(page.text()));
                    document.put("title", page.title() == null ? null : errors.in(page.title()));
                    out.write(document.toString());
                    out.newLine();
                }
            }
        }
    }

    private static void write(Path file, List<LabeledPair> pairs, Set<String> copied) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id1,id2,label,kind\n");
            for (String id : copied) {
                out.write(id + "," + id + COPY + ",dup," + KIND_COPY + "\n");
            }
            for (LabeledPair pair : pairs) {
                String label = pair.duplicate() ? ",dup,labeled\n" : ",not,labeled\n";
                if (copied.contains(pair.second())) {
                    out.write(pair.first() + "," + pair.second() + COPY + label);
                }
                if (copied.contains(pair.first())) {
                    out.write(pair.first() + COPY + "," + pair.second() + label);
                }
            }
        }
    }
}
