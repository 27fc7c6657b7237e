package org.ndd.eval;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.eval.method.Grouping;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.Bootstrap;
import org.ndd.eval.score.ClusterScore;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

/**
 * A corpus that was read and analyzed once like the processor does. Any method can group it, and its labels are used to score the groups.
 */
final class Evaluation {

    private static final PageAnalyzer HTML = analyzer(PageParameters.Format.HTML);
    private static final PageAnalyzer TEXT = analyzer(PageParameters.Format.TEXT);

    private final Corpus corpus;
    private final List<Page> pages = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private final List<LabeledPair> pairs;

    private Evaluation(Corpus corpus, List<LabeledPair> pairs) {
        this.corpus = corpus;
        this.pairs = pairs;
    }

    /** Reads and analyzes a corpus. */
    static Evaluation of(Corpus corpus) throws IOException {
        Evaluation evaluation = new Evaluation(corpus, corpus.labeledPairs());
        try (Stream<Corpus.Page> pages = corpus.pages()) {
            pages.forEach(page -> {
                PageAnalysis analysis = analysis(page);
                evaluation.pages.add(new Page(page.id(), page.url(), analysis));
                if (page.label() != null) {
                    evaluation.labels.put(page.id(), page.label());
                }
            });
        }
        return evaluation;
    }

    /** Analyzes a document like the processor. */
    static PageAnalysis analysis(Corpus.Page page) {
        boolean html = page.html() != null;
        List<String> parts = List.of(html ? page.html() : page.text());
        return (html ? HTML : TEXT).analyze(new PageInput(parts, page.url(), page.title(), page.section()));
    }

    private static PageAnalyzer analyzer(PageParameters.Format format) {
        return new PageAnalyzer(
                new PageParameters(FingerprintParameters.BALANCED, format, PageParameters.DEFAULT_MAX_BYTES));
    }

    Corpus corpus() {
        return corpus;
    }

    List<Page> pages() {
        return pages;
    }

    List<LabeledPair> pairs() {
        return pairs;
    }

    /**
     * The result of one run of a method.
     *
     * @param groups name of the group of each document by id
     * @param pairs score over labeled pairs
     * @param clusters score over labeled sets
     * @param comparisons number of compared pairs
     * @param grouping time to group, without preparation
     */
    record Outcome(
            Map<String, String> groups, PairScore pairs, ClusterScore clusters, long comparisons, Duration grouping) {}

    /**
     * Groups the corpus and scores the groups.
     *
     * @param prepared prepared {@link #pages()}
     * @param salt salt of the order in which documents are decided
     */
    Outcome run(Method.Prepared prepared, String salt) {
        long start = System.nanoTime();
        Grouping grouping = prepared.group(salt);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        Map<String, String> groups = new HashMap<>();
        for (int page = 0; page < pages.size(); page++) {
            groups.put(pages.get(page).id(), pages.get(grouping.groups()[page]).id());
        }
        PairScore score = pairs.isEmpty() ? ofSets(groups) : PairScore.of(pairs, groups);
        return new Outcome(groups, score, ClusterScore.of(labels, groups), grouping.comparisons(), took);
    }

    /** Each pair counts twice in the scores of sets. */
    private PairScore ofSets(Map<String, String> groups) {
        PairScore twice = PairScore.ofSets(labels, groups).stream().reduce(new PairScore(0, 0, 0), PairScore::plus);
        return new PairScore(twice.truePositives() / 2, twice.falseNegatives() / 2, twice.falsePositives() / 2);
    }

    /** Resamples the labeled sets, or if pairs are labeled, the sets with their pairs. */
    Bootstrap bootstrap(Map<String, String> groups) {
        return pairs.isEmpty()
                ? new Bootstrap(PairScore.ofSets(labels, groups))
                : new Bootstrap(pairs, this::block, groups);
    }

    /** Returns the labeled set of the first document of a pair. Pairs of one set are correlated, so they are resampled together. */
    String block(LabeledPair pair) {
        return labels.getOrDefault(pair.first(), pair.first());
    }

    /** Groups the corpus in the default order. */
    Outcome run(Method method) {
        return run(method.prepare(pages), "");
    }
}
