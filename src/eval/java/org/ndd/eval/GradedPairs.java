package org.ndd.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.PreparedPair;
import org.ndd.core.group.Rank;
import org.ndd.eval.baseline.Baselines;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.LabeledPair;

/** The judged pairs of a corpus, with their documents as a run compares them: boilerplate and titles of sites are learned. */
final class GradedPairs {

    private final String corpus;
    private final List<GradedPair> pairs;
    private final Map<String, PreparedPage> pages = new HashMap<>();
    private final Map<GradedPair, String> blocks = new HashMap<>();
    private final Set<GradedPair> byMinHash = new HashSet<>();

    private GradedPairs(String corpus, List<GradedPair> pairs) {
        this.corpus = corpus;
        this.pairs = pairs;
    }

    /** Reads a corpus, and stores the documents of the judged pairs. */
    static GradedPairs of(Corpus corpus) throws IOException {
        GradedPairs read = new GradedPairs(corpus.name(), corpus.readPairs());
        Evaluation evaluation = Evaluation.of(corpus);
        Map<String, PageText> texts =
                new NddMethod(Variant.BALANCED).prepare(evaluation.pages()).pageTexts("");
        Map<String, Page> whole = evaluation.pages().stream().collect(Collectors.toMap(Page::id, page -> page));
        for (GradedPair pair : read.pairs) {
            read.pages.computeIfAbsent(pair.first(), id -> page(texts, id));
            read.pages.computeIfAbsent(pair.second(), id -> page(texts, id));
            if (isSimilarByMinHash(whole.get(pair.first()), whole.get(pair.second()))) {
                read.byMinHash.add(pair);
            }
            read.blocks.put(pair, evaluation.block(new LabeledPair(pair.first(), pair.second(), pair.isDuplicate())));
        }
        return read;
    }

    private static boolean isSimilarByMinHash(Page first, Page second) {
        int[] groups = Baselines.TUNED_MIN_HASH
                .prepare(List.of(first, second))
                .group("")
                .groups();
        return groups[0] == groups[1];
    }

    private static PreparedPage page(Map<String, PageText> texts, String id) {
        if (texts.containsKey(id) == false) {
            throw new IllegalArgumentException("[pairs] must name documents, but was [" + id + "]");
        }
        return new PreparedPage(texts.get(id));
    }

    /** Returns the name of the corpus. */
    String corpus() {
        return corpus;
    }

    /** Returns whether the corpus has no judged pairs. */
    boolean isEmpty() {
        return pairs.isEmpty();
    }

    /** Returns the number of pairs that readers judged as near-duplicates. */
    long duplicates() {
        return pairs.stream().filter(GradedPair::isDuplicate).count();
    }

    /** Returns the signals of each clear pair with its judgment; signals are empty for pairs that are judged without signals. */
    List<VerdictFit.Sample> samples(PairComparator comparator) {
        return pairs.stream()
                .filter(pair -> pair.isUnclear() == false)
                .map(pair -> {
                    PreparedPage first = pages.get(pair.first());
                    PreparedPage second = pages.get(pair.second());
                    return new VerdictFit.Sample(
                            corpus,
                            pair,
                            comparator.signals(first, second, () -> {}),
                            comparator.compare(first, second, () -> {}),
                            byMinHash.contains(pair));
                })
                .toList();
    }

    /** Returns the verdict on each pair. */
    List<JudgedPair> judge(PairComparator comparator) {
        return pairs.stream()
                .map(pair -> judge(pair, prepared(pair), comparator))
                .toList();
    }

    /** Returns the verdicts of several judges, one list per judge. Each pair is measured once. */
    List<List<JudgedPair>> judge(List<PairComparator> comparators) {
        List<List<JudgedPair>> verdicts = new ArrayList<>();
        comparators.forEach(comparator -> verdicts.add(new ArrayList<>()));
        for (GradedPair pair : pairs) {
            PreparedPair prepared = prepared(pair);
            for (int i = 0; i < comparators.size(); i++) {
                verdicts.get(i).add(judge(pair, prepared, comparators.get(i)));
            }
        }
        return verdicts;
    }

    private JudgedPair judge(GradedPair pair, PreparedPair prepared, PairComparator comparator) {
        Comparison comparison = comparator.compare(prepared, () -> {});
        return new JudgedPair(
                corpus,
                blocks.get(pair),
                pair,
                inOrder(pair) ? comparison : comparison.swapped(),
                pages.get(pair.first()).page(),
                pages.get(pair.second()).page());
    }

    private PreparedPair prepared(GradedPair pair) {
        PreparedPage first = pages.get(pair.first());
        PreparedPage second = pages.get(pair.second());
        return inOrder(pair) ? new PreparedPair(first, second) : new PreparedPair(second, first);
    }

    private static boolean inOrder(GradedPair pair) {
        return Rank.of(pair.first()).compareTo(Rank.of(pair.second())) <= 0;
    }
}
