package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.MemberRule;
import org.ndd.core.group.Scoreboard;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Mode neighbours: a document joins the first candidate that it is similar to, else the leader of a close predecessor
 * ({@link MemberRule}), else it leads. A leader that it is apart from is no candidate, though it is not apart from one that follows it.
 */
public final class JoinLeaders implements DecisionRule {

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final PageTexts texts;
    private final PairComparator comparator;
    private final MemberRule memberRule;
    private final int maxLeaders;
    private final Runnable ensureNotCancelled;
    private final Scoreboard scores = new Scoreboard();

    /** The leader that the last follower joined: where many documents follow one, the next is likely to join it too. */
    private long lastLeader = DocRef.NONE;

    private PreparedPage lastLeaderPage;

    /** @param maxLeaders candidates compared a document at most */
    public JoinLeaders(
            ShardRun shard, PageTexts texts, PairComparator comparator, int maxLeaders, Runnable ensureNotCancelled) {
        this.pinned = shard.pinned();
        this.decisions = shard.decisions();
        this.texts = texts;
        this.comparator = comparator;
        this.memberRule = new MemberRule(comparator);
        this.maxLeaders = maxLeaders;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    @Override
    public int decide(int[] docs, long most, StepCounts counts) throws IOException {
        long[][] candidates = new long[docs.length][];
        Decision[] remembered = new Decision[docs.length];
        long[] wanted = new long[docs.length * 2];
        int size = 0;
        int decided = 0;
        for (long left = most; decided < docs.length && left > 0; decided++) {
            int doc = docs[decided];
            candidates[decided] = candidates(doc, counts);
            remembered[decided] = remembered(doc, candidates[decided]);
            if (remembered[decided] == null) {
                left--;
                if (candidates[decided].length > 0) {
                    wanted[size++] = pinned.docs().ref(doc);
                    wanted[size++] = candidates[decided][0];
                }
            }
        }
        texts.prefetch(Arrays.copyOf(wanted, size));
        for (int i = 0; i < decided; i++) {
            if (remembered[i] != null) {
                counts.add(Count.REPLAYED, 1);
                apply(docs[i], remembered[i], other(docs[i], remembered[i]));
            } else {
                compare(docs[i], candidates[i], counts);
            }
            if (memberRule.applies()) {
                decisions.merger().decided(docs[i], candidates[i]);
            }
        }
        return decided;
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

    private void compare(int doc, long[] candidates, StepCounts counts) throws IOException {
        long partOf = DocRef.NONE;
        Set<Long> joinable = new HashSet<>();
        PreparedPage page =
                candidates.length == 0 ? null : texts.of(pinned.docs().ref(doc)).hubOf(candidates.length);
        for (long leader : candidates) {
            PreparedPage other = leader == lastLeader ? lastLeaderPage : texts.of(leader);
            Comparison comparison = comparator.compare(other, page, ensureNotCancelled);
            counts.add(Count.COMPARISONS, 1);
            if (comparison.similar()) {
                decide(doc, Decision.Kind.FOLLOWS, leader);
                if (leader != lastLeader) {
                    lastLeader = leader;
                    lastLeaderPage = other.hubOf(2);
                }
                return;
            }
            if (comparison.partOf() && partOf == DocRef.NONE) {
                partOf = leader;
            }
            if (memberRule.mayJoin(comparison)) {
                joinable.add(leader);
            }
        }
        long leader = joinable.isEmpty() ? DocRef.NONE : throughMember(doc, page, joinable, counts);
        if (leader != DocRef.NONE) {
            decide(doc, Decision.Kind.FOLLOWS, leader);
        } else if (candidates.length == 0) {
            decide(doc, Decision.Kind.ALONE, DocRef.NONE);
        } else {
            decide(doc, partOf == DocRef.NONE ? Decision.Kind.LEADS : Decision.Kind.PART_OF, partOf);
        }
    }

    /** The leader of the first close predecessor among those that follow one of {@code joinable}, or {@link DocRef#NONE}. */
    private long throughMember(int doc, PreparedPage page, Set<Long> joinable, StepCounts counts) throws IOException {
        Predecessors predecessors = decisions.predecessors();
        int compared = 0;
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            long member = predecessors.document(entry);
            long leader = predecessors.leader(entry);
            if (member != leader && joinable.contains(leader) && compared < MemberRule.MEMBERS) {
                compared++;
                counts.add(Count.COMPARISONS, 1);
                if (memberRule.joins(texts.of(member), page, ensureNotCancelled)) {
                    return leader;
                }
            }
        }
        return DocRef.NONE;
    }

    /** Decides a document, and notes it to be kept. */
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
     * What an earlier attempt at the run decided about a document; {@code null} where that is unknown, where it followed a document that is
     * no candidate any more, or where it has candidates now and had none, or the other way round.
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
