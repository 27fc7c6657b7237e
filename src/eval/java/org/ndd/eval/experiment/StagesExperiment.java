package org.ndd.eval.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

/**
 * Table 2 of the slides: the effect of the three stages of the PKU report. The first reduces the number of pairs, the second the cost of
 * comparisons, the third removes false positives. Times are extrapolated from a sample of pairs.
 */
public final class StagesExperiment {

    private static final int PAIRS = 300;

    private StagesExperiment() {}

    /**
     * The results of the stages.
     *
     * @param pagePairs pairs of documents of the corpus, to compare without the first stage
     * @param comparisons pairs that are compared within sets, each document with the leaders before it in its set
     * @param sets precision of possibly similar sets as groups
     * @param groups score after the comparison of pairs within sets by TLCS
     * @param wholeSeconds seconds to compare the whole texts of a pair
     * @param sketchSeconds seconds to compare the filtered sketches of a pair, without an LCS if the sketches exclude it
     */
    public record Stages(
            double pagePairs,
            long comparisons,
            PairScore sets,
            PairScore groups,
            double wholeSeconds,
            double sketchSeconds) {}

    private record Compared(int leader, int page) {}

    public static Stages run(List<Page> pages, List<LabeledPair> pairs) {
        PossiblySimilarSets sets = new PossiblySimilarSets(pages, 16);
        Map<String, String> setOf = new HashMap<>();
        Map<String, String> groupOf = new HashMap<>();
        List<Compared> compared = new ArrayList<>();
        for (int page = 0; page < pages.size(); page++) {
            setOf.put(pages.get(page).id(), pages.get(sets.head(page)).id());
            if (sets.head(page) == page) {
                gather(pages, sets.set(page), compared, groupOf);
            }
        }
        List<Compared> sample = Sample.of(compared, pair -> pair.leader() + " " + pair.page(), PAIRS);
        PairComparator sketches = new PairComparator(SimilarityParameters.PKU2007);
        // A window of one code unit only removes units that no common subsequence contains.
        PairComparator whole = new PairComparator(SimilarityParameters.PKU2007.withWindow(1));
        seconds(pages, sample, sketches);
        double sketchSeconds = seconds(pages, sample, sketches);
        double wholeSeconds = seconds(pages, sample, whole);
        return new Stages(
                pages.size() * (pages.size() - 1.0) / 2,
                compared.size(),
                PairScore.of(pairs, setOf),
                PairScore.of(pairs, groupOf),
                wholeSeconds,
                sketchSeconds);
    }

    private static void gather(
            List<Page> pages, List<Integer> set, List<Compared> compared, Map<String, String> groupOf) {
        PairComparator comparator = new PairComparator(SimilarityParameters.PKU2007);
        List<Integer> leaders = new ArrayList<>();
        for (int page : set) {
            int leader = page;
            for (int candidate : leaders) {
                compared.add(new Compared(candidate, page));
                if (similar(pages, comparator, candidate, page)) {
                    leader = candidate;
                    break;
                }
            }
            groupOf.put(pages.get(page).id(), pages.get(leader).id());
            if (leader == page) {
                leaders.add(page);
            }
        }
    }

    private static boolean similar(List<Page> pages, PairComparator comparator, int leader, int page) {
        return comparator
                .compare(
                        PageText.of(pages.get(leader).text()),
                        PageText.of(pages.get(page).text()),
                        () -> {})
                .similar();
    }

    private static double seconds(List<Page> pages, List<Compared> sample, PairComparator comparator) {
        long start = System.nanoTime();
        for (Compared pair : sample) {
            similar(pages, comparator, pair.leader(), pair.page());
        }
        return sample.isEmpty() ? 0 : (System.nanoTime() - start) / 1e9 / sample.size();
    }
}
