package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.ndd.core.group.Verdict;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.Grouper.VerdictCache;
import org.ndd.partition.shard.PageTexts.PivotPage;

/**
 * Compares documents of open groups with their canonical documents, in chunks. Compares only one of several equal texts, and none that
 * an earlier attempt compared. The comparisons are independent of each other: several threads make them, and one thread passes the
 * results to the groups. Created for one round.
 */
final class MemberVerifier {

    /**
     * Number of documents of a group that a thread compares in sequence, so that only one thread prepares a canonical document with few
     * comparisons.
     */
    private static final int UNIT = 8;

    private final PageComparisons comparisons;
    private final PivotPage[] lastCanonicals;

    MemberVerifier(PageComparisons comparisons) {
        this.comparisons = comparisons;
        this.lastCanonicals = PivotPage.perThread(comparisons.workers());
    }

    /** A document to compare with the current canonical document of its group. */
    record OpenPage(OpenGroup group, Member page) {}

    /**
     * Passes the verdicts of a chunk to its groups. The first document that needs a comparison is always compared, because a round
     * without a result would be repeated forever. Other documents are compared while there is time.
     *
     * @param chunk documents of the same group are adjacent
     * @param earlier has fetched the chunk
     * @param time whether there is time for more; called by several threads
     */
    void verify(List<OpenPage> chunk, VerdictCache earlier, BooleanSupplier time, StepCounts counts)
            throws IOException {
        List<OpenPage> unknown = unknown(chunk, earlier, counts);
        comparisons
                .texts()
                .prefetch(
                        unknown.stream()
                                .flatMapToLong(open -> LongStream.of(
                                        open.page().original(),
                                        open.group()
                                                .groupOf(open.page())
                                                .canonical()
                                                .original()))
                                .toArray(),
                        comparisons.workers());
        List<Integer> starts = units(unknown);
        Verdict[] verdicts = new Verdict[unknown.size()];
        comparisons.workers().each(starts.size() - 1, (thread, unit) -> {
            for (int i = starts.get(unit); i < starts.get(unit + 1); i++) {
                if (verdicts[i] == null && (i == 0 || time.getAsBoolean())) {
                    verdicts[i] = compare(unknown.get(i), lastCanonicals[thread]);
                }
            }
        });
        for (int i = 0; i < verdicts.length; i++) {
            if (verdicts[i] != null) {
                unknown.get(i).group().learn(unknown.get(i).page(), verdicts[i]);
                counts.add(Count.VERIFICATIONS, 1);
            }
        }
    }

    /** Returns the documents that need a comparison, only the first of equal texts. The groups get the known verdicts of the others. */
    private static List<OpenPage> unknown(List<OpenPage> chunk, VerdictCache earlier, StepCounts counts) {
        List<OpenPage> unknown = new ArrayList<>();
        Set<Long> originals = new HashSet<>();
        OpenGroup last = null;
        for (OpenPage open : chunk) {
            OpenGroup group = open.group();
            Member page = open.page();
            if (group != last) {
                last = group;
                originals.clear();
            }
            if (group.known(page) == null && originals.add(page.original())) {
                Verdict verdict = earlier.of(group.groupOf(page), page);
                if (verdict == null) {
                    unknown.add(open);
                } else {
                    group.learn(page, verdict);
                    counts.add(Count.REPLAYED_VERIFICATIONS, 1);
                }
            }
        }
        return unknown;
    }

    /** Returns the start positions of the units, each with documents of one group, and the end of the last one. */
    private static List<Integer> units(List<OpenPage> pages) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = 1; i < pages.size(); i++) {
            boolean same = pages.get(i).group() == pages.get(i - 1).group();
            if (same == false || i - starts.get(starts.size() - 1) == UNIT) {
                starts.add(i);
            }
        }
        if (pages.isEmpty() == false) {
            starts.add(pages.size());
        }
        return starts;
    }

    private Verdict compare(OpenPage open, PivotPage lastCanonical) throws IOException {
        comparisons.ensureNotCancelled().run();
        return open.group().compare(open.page(), comparisons, lastCanonical);
    }
}
