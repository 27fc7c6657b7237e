package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.MemberRule;
import org.ndd.partition.shard.Decider.DecisionRule;
import org.ndd.partition.shard.LeaderMerger.Bridges.Bridge;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Merges groups. A leader with bridges to one above joins that leader if the two are similar. It also joins if one of the bridges is
 * close to the leader that the bridge did not follow. Otherwise it still leads. Several threads make the comparisons of a chunk, and one
 * thread applies the results.
 */
public final class MergeLeaders implements DecisionRule {

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final PageTexts texts;
    private final PairComparator comparator;
    private final MemberRule memberRule;
    private final WorkStealingExecutor workers;
    private final Runnable ensureNotCancelled;

    public MergeLeaders(
            ShardRun shard,
            PageTexts texts,
            PairComparator comparator,
            WorkStealingExecutor workers,
            Runnable ensureNotCancelled) {
        this.pinned = shard.pinned();
        this.decisions = shard.decisions();
        this.texts = texts;
        this.comparator = comparator;
        this.memberRule = new MemberRule(comparator);
        this.workers = workers;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    @Override
    public int decide(int[] docs, long most, StepCounts counts) throws IOException {
        long[] refs = new long[docs.length * 2];
        for (int i = 0; i < docs.length; i++) {
            refs[2 * i] = pinned.docs().ref(docs[i]);
            refs[2 * i + 1] = upper(docs[i]);
        }
        texts.prefetch(refs, workers);
        int decided = (int) Math.min(most, docs.length);
        Outcome[] outcomes = new Outcome[decided];
        workers.each(decided, (thread, i) -> outcomes[i] = compare(docs[i]));
        for (int i = 0; i < decided; i++) {
            counts.add(Count.COMPARISONS, outcomes[i].comparisons());
            if (outcomes[i].joins()) {
                decisions.setFollower(docs[i], entry(docs[i]));
            } else {
                decisions.setLeader(docs[i]);
            }
        }
        return decided;
    }

    /** Returns the entry of the leader above, the only predecessor of a leader. */
    private long entry(int doc) {
        return decisions.predecessors().start(doc);
    }

    /** Returns the leader that the leader above follows, or the leader above itself if it still leads. */
    private long upper(int doc) {
        return decisions.predecessors().leader(entry(doc));
    }

    /** The result of the comparisons of a leader, and their number. */
    private record Outcome(boolean joins, int comparisons) {}

    private Outcome compare(int doc) throws IOException {
        DocRows uppers = decisions.predecessors().leaders();
        if (pinned.docs().disagree(doc, uppers, entry(doc))) {
            return new Outcome(false, 0);
        }
        PreparedPage page = texts.of(pinned.docs().ref(doc));
        PreparedPage above = texts.of(upper(doc));
        int compared = 1;
        Comparison comparison = comparator.compare(above, page, ensureNotCancelled);
        if (comparison.similar()) {
            return new Outcome(true, compared);
        }
        List<Bridge.First> bridges =
                memberRule.mayJoin(comparison) ? decisions.merger().bridge(doc).first() : List.of();
        for (Bridge.First bridge : bridges) {
            // the leader that the bridge did not follow
            RankedDoc other = bridge.followsLower()
                    ? uppers.doc(entry(doc))
                    : pinned.docs().doc(doc);
            PreparedPage ofOther = bridge.followsLower() ? above : page;
            PreparedPage bridgePage = texts.of(bridge.doc().ref());
            boolean isAbove = bridge.doc().compareTo(other) < 0;
            compared++;
            if (isAbove
                    ? memberRule.joins(bridgePage, ofOther, ensureNotCancelled)
                    : memberRule.joins(ofOther, bridgePage, ensureNotCancelled)) {
                return new Outcome(true, compared);
            }
        }
        return new Outcome(false, compared);
    }
}
