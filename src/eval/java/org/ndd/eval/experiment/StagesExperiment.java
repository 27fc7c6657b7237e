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
 * Table 2 of the slides: what each of the report's three stages is for. The first leaves few pairs to compare, the second makes comparing
 * them cheap, the third tells wrong pairs apart. Times are those of a sample of pairs, times the number of pairs.
 */
public final class StagesExperiment {

    private static final int PAIRS = 300;

    private StagesExperiment() {}

    /**
     * What the stages give.
     *
     * @param pagePairs pairs of pages of the corpus: what there is to compare without the first stage
     * @param comparisons pairs that are compared within sets, each page with the leaders before it in its set
     * @param sets precision of perhaps-similar sets taken as groups
     * @param groups score once pairs within sets are compared by TLCS
     * @param wholeSeconds to compare one pair, whole texts
     * @param sketchSeconds to compare one pair by filtered sketches, without an LCS where the sketches rule it out
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
        // A window of one code unit filters nothing that a common subsequence could hold.
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
