package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.JoinRule;
import org.ndd.core.group.JoinRule.Outcome;
import org.ndd.core.group.MemberRule;
import org.ndd.core.group.Scoreboard;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.Decider.DecisionRule;
import org.ndd.partition.shard.LeaderMerger.Bridges.Bridge;
import org.ndd.partition.shard.PageTexts.PivotPage;
import org.ndd.partition.shard.ReplayedDecisions.Decision;

/**
 * Decides documents in mode neighbors: a document joins a leader or leads, by {@link JoinRule}. A leader whose values of {@code must_agree}
 * differ is not a candidate, even if those of one of its followers agree. The comparisons of a chunk of documents are independent of each
 * other: several threads make them, and one thread applies the results.
 */
public final class JoinLeaders implements DecisionRule {

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final PageComparisons comparisons;
    private final JoinRule rule;
    private final int maxLeaders;
    private final Scoreboard scores = new Scoreboard();

    /**
     * The leader that the last follower joined, for each thread. If many documents follow one leader, the next one is likely to join it
     * too.
     */
    private final PivotPage[] lastLeaders;

    /**
     * @param maxLeaders maximum number of candidates that are compared per document, counted separately for leaders of a reference
     */
    public JoinLeaders(ShardRun shard, PageComparisons comparisons, int maxLeaders) {
        this.pinned = shard.pinned();
        this.decisions = shard.decisions();
        this.comparisons = comparisons;
        this.rule = new JoinRule(comparisons.comparator());
        this.maxLeaders = maxLeaders;
        this.lastLeaders = PivotPage.perThread(comparisons.workers());
    }

    @Override
    public int decide(int[] docs, long most, StepCounts counts) throws IOException {
        long[][] candidates = new long[docs.length][];
        Decision[] remembered = new Decision[docs.length];
        long[] refs = new long[docs.length * 2];
        int[] toCompare = new int[docs.length];
        int size = 0;
        int decided = 0;
        for (long left = most; decided < docs.length && left > 0; decided++) {
            int doc = docs[decided];
            candidates[decided] = candidates(doc, counts);
            remembered[decided] = remembered(doc);
            if (remembered[decided] == null) {
                left--;
                if (candidates[decided].length > 0) {
                    toCompare[size] = decided;
                    refs[2 * size] = pinned.docs().ref(doc);
                    refs[2 * size + 1] = candidates[decided][0];
                    size++;
                }
            }
        }
        comparisons.texts().prefetch(Arrays.copyOf(refs, 2 * size), comparisons.workers());
        Outcome[] outcomes = new Outcome[decided];
        int[] inOrder = byLeader(Arrays.copyOf(toCompare, size), candidates);
        comparisons.workers().each(size, (thread, item) -> {
            int i = inOrder[item];
            outcomes[i] = compare(docs[i], candidates[i], lastLeaders[thread]);
        });
        for (int i = 0; i < decided; i++) {
            if (remembered[i] != null) {
                counts.add(Count.REPLAYED, 1);
                apply(docs[i], remembered[i], decidedLeader(docs[i], remembered[i]));
            } else {
                decide(docs[i], outcomes[i], counts);
            }
            if (rule.memberRule().applies()) {
                decisions.merger().decided(docs[i], candidates[i]);
            }
        }
        return decided;
    }

    /**
     * Groups the documents by the leader that they are compared with first, so that data derived from it for one comparison is reused by
     * the next.
     */
    private static int[] byLeader(int[] toCompare, long[][] candidates) {
        return Arrays.stream(toCompare)
                .boxed()
                .sorted(Comparator.comparingLong(i -> candidates[i][0]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Returns the leaders of the predecessors, those of a reference first, in descending order of their scores. */
    private long[] candidates(int doc, StepCounts counts) {
        Predecessors predecessors = decisions.predecessors();
        DocRows leaders = predecessors.leaders();
        scores.reset();
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            if (pinned.docs().disagree(doc, leaders, entry) == false) {
                scores.add(leaders.ref(entry), leaders.high(entry), leaders.low(entry), predecessors.score(entry));
            }
        }
        long[] best = new long[Scoreboard.PARTS * maxLeaders];
        int size = scores.bestOfEachPart(maxLeaders, best, new long[best.length]);
        counts.add(Count.SKIPPED_COMPARISONS, scores.size() - size);
        return Arrays.copyOf(best, size);
    }

    /** Compares a document with its candidates, at least one. Changes only the last leader of the thread. */
    private Outcome compare(int doc, long[] candidates, PivotPage lastLeader) throws IOException {
        PageTexts texts = comparisons.texts();
        PreparedPage page = texts.of(pinned.docs().ref(doc));
        Outcome outcome =
                rule.decide(page, candidates, new Neighbors(doc, lastLeader), comparisons.ensureNotCancelled());
        if (outcome.kind() == JoinRule.Kind.FOLLOWS && lastLeader.isPage(outcome.leader()) == false) {
            lastLeader.keep(outcome.leader(), texts.of(outcome.leader()), 2);
        }
        return outcome;
    }

    private final class Neighbors implements JoinRule.Neighbors<IOException> {

        private final Predecessors known = decisions.predecessors();
        private final int doc;
        private final PivotPage lastLeader;

        Neighbors(int doc, PivotPage lastLeader) {
            this.doc = doc;
            this.lastLeader = lastLeader;
        }

        @Override
        public PreparedPage page(long ref) throws IOException {
            return lastLeader.isPage(ref)
                    ? lastLeader.page()
                    : comparisons.texts().of(ref);
        }

        @Override
        public long[] predecessors() {
            return LongStream.range(known.start(doc), known.end(doc))
                    .map(known::document)
                    .toArray();
        }

        @Override
        public long leaderOf(int place) {
            return known.leader(known.start(doc) + place);
        }
    }

    /** Decides a document, and logs the decision; the outcome is {@code null} for a document without candidates. */
    private void decide(int doc, Outcome outcome, StepCounts counts) {
        Decision decision = Decision.ALONE;
        long other = DocRef.NONE;
        if (outcome != null) {
            counts.add(Count.COMPARISONS, outcome.comparisons());
            other = outcome.leader() == JoinRule.NONE ? DocRef.NONE : outcome.leader();
            decision = decision(doc, outcome);
        }
        apply(doc, decision, other);
        decisions.log(doc, decision);
    }

    private Decision decision(int doc, Outcome outcome) {
        if (outcome.kind() == JoinRule.Kind.LEADS) {
            return Decision.LEADS;
        }
        long entry = decisions.predecessors().entry(doc, outcome.leader());
        DocRows leaders = decisions.predecessors().leaders();
        return new Decision(
                outcome.kind() == JoinRule.Kind.FOLLOWS ? Decision.Kind.FOLLOWS : Decision.Kind.PART_OF,
                DocRef.shard(outcome.leader()),
                leaders.high(entry),
                leaders.low(entry));
    }

    private void apply(int doc, Decision decision, long other) {
        if (decision.kind() == Decision.Kind.FOLLOWS) {
            decisions.setFollower(doc, decisions.predecessors().entry(doc, other));
            return;
        }
        decisions.setLeader(doc);
        if (decision.kind() == Decision.Kind.PART_OF) {
            decisions.partOf(doc, other);
        }
    }

    /** Returns the decision of an earlier attempt of the run about a document, if it depends on the same data; else {@code null}. */
    private Decision remembered(int doc) {
        Decision decision = decisions.remembered(doc);
        boolean known =
                decision != null && (decision.hasOther() == false || decidedLeader(doc, decision) != DocRef.NONE);
        return known ? decision : null;
    }

    /** Returns the document that a decision names, if it leads one of the predecessors; otherwise {@link DocRef#NONE}. */
    private long decidedLeader(int doc, Decision decision) {
        Predecessors predecessors = decisions.predecessors();
        DocRows leaders = predecessors.leaders();
        for (long entry = predecessors.start(doc); decision.hasOther() && entry < predecessors.end(doc); entry++) {
            if (leaders.high(entry) == decision.high()
                    && leaders.low(entry) == decision.low()
                    && DocRef.shard(leaders.ref(entry)) == decision.shard()) {
                return leaders.ref(entry);
            }
        }
        return DocRef.NONE;
    }

    /**
     * Merges groups. A leader with bridges to one above joins that leader if the two are similar. It also joins if one of the bridges is
     * close to the leader that the bridge did not follow. Otherwise it still leads. Several threads make the comparisons of a chunk, and
     * one thread applies the results.
     */
    public static final class MergeLeaders implements DecisionRule {

        private final PinnedShard pinned;
        private final ShardDecisions decisions;
        private final PageComparisons comparisons;
        private final MemberRule memberRule;

        public MergeLeaders(ShardRun shard, PageComparisons comparisons) {
            this.pinned = shard.pinned();
            this.decisions = shard.decisions();
            this.comparisons = comparisons;
            this.memberRule = new MemberRule(comparisons.comparator());
        }

        @Override
        public int decide(int[] docs, long most, StepCounts counts) throws IOException {
            long[] refs = new long[docs.length * 2];
            for (int i = 0; i < docs.length; i++) {
                refs[2 * i] = pinned.docs().ref(docs[i]);
                refs[2 * i + 1] = upper(docs[i]);
            }
            comparisons.texts().prefetch(refs, comparisons.workers());
            int decided = (int) Math.min(most, docs.length);
            Outcome[] outcomes = new Outcome[decided];
            comparisons.workers().each(decided, (thread, i) -> outcomes[i] = compare(docs[i]));
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
            PageTexts texts = comparisons.texts();
            PreparedPage page = texts.of(pinned.docs().ref(doc));
            PreparedPage above = texts.of(upper(doc));
            int compared = 1;
            Comparison comparison = comparisons.compare(above, page);
            if (comparison.similar()) {
                return new Outcome(true, compared);
            }
            List<Bridge.First> bridges = memberRule.mayJoin(comparison)
                    ? decisions.merger().bridge(doc).first()
                    : List.of();
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
                        ? memberRule.joins(bridgePage, ofOther, comparisons.ensureNotCancelled())
                        : memberRule.joins(ofOther, bridgePage, comparisons.ensureNotCancelled())) {
                    return new Outcome(true, compared);
                }
            }
            return new Outcome(false, compared);
        }
    }
}
