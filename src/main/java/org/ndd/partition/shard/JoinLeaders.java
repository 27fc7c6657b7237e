package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.MemberRule;
import org.ndd.core.group.Scoreboard;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Mode neighbours: a document joins the first candidate that it is similar to, otherwise the leader of a close predecessor
 * ({@link MemberRule}); otherwise it leads. A leader from which the document is kept apart is not a candidate, even if the document is not
 * kept apart from a follower of that leader. The comparisons of a chunk of documents do not depend on each other: several threads make
 * them, and one thread applies the results.
 */
public final class JoinLeaders implements DecisionRule {

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final PageTexts texts;
    private final PairComparator comparator;
    private final MemberRule memberRule;
    private final int maxLeaders;
    private final WorkStealingExecutor workers;
    private final Runnable ensureNotCancelled;
    private final Scoreboard scores = new Scoreboard();

    /** For each thread the leader that the last follower joined: if many documents follow one leader, the next is likely to join it too. */
    private final PivotPage[] lastLeaders;

    /**
     * @param maxLeaders maximum number of candidates that are compared per document
     * @param workers make the comparisons
     * @param ensureNotCancelled is called by several threads
     */
    public JoinLeaders(
            ShardRun shard,
            PageTexts texts,
            PairComparator comparator,
            int maxLeaders,
            WorkStealingExecutor workers,
            Runnable ensureNotCancelled) {
        this.pinned = shard.pinned();
        this.decisions = shard.decisions();
        this.texts = texts;
        this.comparator = comparator;
        this.memberRule = new MemberRule(comparator);
        this.maxLeaders = maxLeaders;
        this.workers = workers;
        this.lastLeaders = PivotPage.each(workers);
        this.ensureNotCancelled = ensureNotCancelled;
    }

    @Override
    public int decide(int[] docs, long most, StepCounts counts) throws IOException {
        long[][] candidates = new long[docs.length][];
        Decision[] remembered = new Decision[docs.length];
        long[] wanted = new long[docs.length * 2];
        int[] toCompare = new int[docs.length];
        int size = 0;
        int decided = 0;
        for (long left = most; decided < docs.length && left > 0; decided++) {
            int doc = docs[decided];
            candidates[decided] = candidates(doc, counts);
            remembered[decided] = remembered(doc, candidates[decided]);
            if (remembered[decided] == null) {
                left--;
                if (candidates[decided].length > 0) {
                    toCompare[size] = decided;
                    wanted[2 * size] = pinned.docs().ref(doc);
                    wanted[2 * size + 1] = candidates[decided][0];
                    size++;
                }
            }
        }
        texts.prefetch(Arrays.copyOf(wanted, 2 * size), workers);
        Outcome[] outcomes = new Outcome[decided];
        int[] inOrder = byLeader(Arrays.copyOf(toCompare, size), candidates);
        workers.each(size, (thread, item) -> {
            int i = inOrder[item];
            outcomes[i] = compare(docs[i], candidates[i], lastLeaders[thread]);
        });
        for (int i = 0; i < decided; i++) {
            if (remembered[i] != null) {
                counts.add(Count.REPLAYED, 1);
                apply(docs[i], remembered[i], other(docs[i], remembered[i]));
            } else {
                Outcome outcome = outcomes[i] == null ? Outcome.ALONE : outcomes[i];
                counts.add(Count.COMPARISONS, outcome.comparisons());
                decide(docs[i], outcome.kind(), outcome.other());
            }
            if (memberRule.applies()) {
                decisions.merger().decided(docs[i], candidates[i]);
            }
        }
        return decided;
    }

    /** Groups the documents by the leader they are compared with first: data derived from it for one comparison serves the next. */
    private static int[] byLeader(int[] toCompare, long[][] candidates) {
        return Arrays.stream(toCompare)
                .boxed()
                .sorted(Comparator.comparingLong(i -> candidates[i][0]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The leaders of the predecessors, best first. */
    private long[] candidates(int doc, StepCounts counts) {
        Predecessors predecessors = decisions.predecessors();
        DocRows leaders = predecessors.leaders();
        scores.reset();
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            if (pinned.docs().isApart(doc, leaders, entry) == false) {
                scores.add(leaders.ref(entry), leaders.high(entry), leaders.low(entry), predecessors.score(entry));
            }
        }
        long[] best = new long[maxLeaders];
        int size = scores.best(maxLeaders, best, new long[maxLeaders]);
        counts.add(Count.SKIPPED_COMPARISONS, scores.size() - size);
        return Arrays.copyOf(best, size);
    }

    /**
     * The result of the comparisons of a document.
     *
     * @param other the document that the decision names, or {@link DocRef#NONE}
     * @param comparisons number of comparisons
     */
    private record Outcome(Decision.Kind kind, long other, int comparisons) {

        /** Of a document without candidates. */
        private static final Outcome ALONE = new Outcome(Decision.Kind.ALONE, DocRef.NONE, 0);
    }

    /** Compares a document with its candidates, of which there are some. Changes only the last leader of the thread. */
    private Outcome compare(int doc, long[] candidates, PivotPage lastLeader) throws IOException {
        long partOf = DocRef.NONE;
        Set<Long> joinable = new HashSet<>();
        PreparedPage page = texts.of(pinned.docs().ref(doc)).hubOf(candidates.length);
        int compared = 0;
        for (long leader : candidates) {
            PreparedPage other = lastLeader.isOf(leader) ? lastLeader.page() : texts.of(leader);
            Comparison comparison = comparator.compare(other, page, ensureNotCancelled);
            compared++;
            if (comparison.similar()) {
                if (lastLeader.isOf(leader) == false) {
                    lastLeader.keep(leader, other, 2);
                }
                return new Outcome(Decision.Kind.FOLLOWS, leader, compared);
            }
            if (comparison.partOf() && partOf == DocRef.NONE) {
                partOf = leader;
            }
            if (memberRule.mayJoin(comparison)) {
                joinable.add(leader);
            }
        }
        Outcome last =
                new Outcome(partOf == DocRef.NONE ? Decision.Kind.LEADS : Decision.Kind.PART_OF, partOf, compared);
        return joinable.isEmpty() ? last : throughMember(doc, page, joinable, last);
    }

    /**
     * Follows the leader of the first close predecessor among those that follow one of {@code joinable}.
     *
     * @param last the decision if there is no such predecessor
     */
    private Outcome throughMember(int doc, PreparedPage page, Set<Long> joinable, Outcome last) throws IOException {
        Predecessors predecessors = decisions.predecessors();
        int compared = 0;
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            long member = predecessors.document(entry);
            long leader = predecessors.leader(entry);
            if (member != leader && joinable.contains(leader) && compared < MemberRule.MEMBERS) {
                compared++;
                if (memberRule.joins(texts.of(member), page, ensureNotCancelled)) {
                    return new Outcome(Decision.Kind.FOLLOWS, leader, last.comparisons() + compared);
                }
            }
        }
        return new Outcome(last.kind(), last.other(), last.comparisons() + compared);
    }

    /** Decides a document, and logs the decision to be stored. */
    private void decide(int doc, Decision.Kind kind, long other) {
        Decision decision = kind == Decision.Kind.ALONE ? Decision.ALONE : Decision.LEADS;
        if (other != DocRef.NONE) {
            long entry = decisions.predecessors().entry(doc, other);
            DocRows leaders = decisions.predecessors().leaders();
            decision = new Decision(kind, DocRef.shard(other), leaders.high(entry), leaders.low(entry));
        }
        apply(doc, decision, other);
        decisions.log(doc, decision);
    }

    private void apply(int doc, Decision decision, long other) {
        if (decision.kind() == Decision.Kind.FOLLOWS) {
            decisions.follow(doc, decisions.predecessors().entry(doc, other));
            return;
        }
        decisions.lead(doc);
        if (decision.kind() == Decision.Kind.PART_OF) {
            decisions.partOf(doc, other);
        }
    }

    /**
     * The decision of an earlier attempt at the run about a document; {@code null} if it is unknown, or does not fit any more. It does not
     * fit if the document that it names leads none of the predecessors, or if the document has candidates and had none, or the other way
     * round.
     */
    private Decision remembered(int doc, long[] candidates) {
        Decision decision = decisions.remembered(doc);
        boolean known = decision != null
                && (decision.kind() == Decision.Kind.ALONE) == (candidates.length == 0)
                && (decision.hasOther() == false || other(doc, decision) != DocRef.NONE);
        return known ? decision : null;
    }

    /** The document that a decision names, if it leads one of the predecessors; else {@link DocRef#NONE}. */
    private long other(int doc, Decision decision) {
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
}
