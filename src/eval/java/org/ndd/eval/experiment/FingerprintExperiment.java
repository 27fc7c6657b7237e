package org.ndd.eval.experiment;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;

/**
 * Figure 5: the effect of the number of fingerprints on possibly similar sets. For a document, the coverage rate is the fraction of all
 * similar documents of the corpus (by TLCS) that are in its set; the trustable rate is the fraction of its set that is similar to it.
 * Documents are sampled from those labeled as duplicates, because most others have no similar documents; the report sampled from its whole
 * collection.
 */
public final class FingerprintExperiment {

    private static final int PAGES = 40;
    private static final int MAX_ROUNDS = 16;

    private final List<Page> pages;
    private final List<Integer> sample;
    private final List<Set<Integer>> similar;

    /**
     * Means over the documents for which they are defined.
     *
     * @param coverage by number of fingerprints
     * @param trustable by number of fingerprints
     */
    public record Rates(TreeMap<Double, Double> coverage, TreeMap<Double, Double> trustable) {}

    public FingerprintExperiment(List<Page> pages, List<LabeledPair> pairs) {
        this.pages = pages;
        Set<String> duplicates = new HashSet<>();
        pairs.stream().filter(LabeledPair::duplicate).forEach(pair -> {
            duplicates.add(pair.first());
            duplicates.add(pair.second());
        });
        List<Integer> drawn = IntStream.range(0, pages.size())
                .filter(page -> duplicates.contains(pages.get(page).id()))
                .boxed()
                .toList();
        this.sample = Sample.of(drawn, page -> pages.get(page).id(), PAGES);
        this.similar = sample.stream().map(this::similar).toList();
    }

    private Set<Integer> similar(int page) {
        PairComparator comparator = new PairComparator(SimilarityParameters.PKU2007);
        PageText text = PageText.of(pages.get(page).text());
        return IntStream.range(0, pages.size())
                .filter(other -> other != page)
                .filter(other -> comparator
                        .compare(text, PageText.of(pages.get(other).text()), () -> {})
                        .similar())
                .boxed()
                .collect(Collectors.toSet());
    }

    /** Computes both rates for 7, 14, … 112 fingerprints. */
    public Rates run() {
        Rates rates = new Rates(new TreeMap<>(), new TreeMap<>());
        for (int rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
            PossiblySimilarSets sets = new PossiblySimilarSets(pages, rounds);
            double fingerprints = 7.0 * rounds;
            rates.coverage().put(fingerprints, mean(sets, true));
            rates.trustable().put(fingerprints, mean(sets, false));
        }
        return rates;
    }

    private double mean(PossiblySimilarSets sets, boolean coverage) {
        return IntStream.range(0, sample.size())
                .mapToObj(i -> rate(sets.set(sample.get(i)), sample.get(i), similar.get(i), coverage))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(1);
    }

    private static Double rate(List<Integer> set, int page, Set<Integer> similarPages, boolean coverage) {
        List<Integer> others = set.stream().filter(other -> other != page).toList();
        int of = coverage ? similarPages.size() : others.size();
        return of == 0
                ? null
                : (double) others.stream().filter(similarPages::contains).count() / of;
    }
}
