package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.LongsRef;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.MemberRule;
import org.ndd.core.group.Scoreboard;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Decides whom the documents of a shard follow, in rounds: a document is ready once all its predecessors are decided, wherever they are. A
 * round goes on for as long as it finds something ready and may decide more, a second at most; the next one goes on where it ended, so that
 * rounds come to what is ready however much before it is not. What is decided does not depend on how rounds fall. Made for one round.
 */
public final class Decider {

    /** Documents that a round decides before it looks at the time again. */
    private static final int CHUNK = 256;

    private final ShardRun shard;
    private final Peers peers;
    private final Runnable ensureNotCancelled;
    private final Runnable keep;
    private final BooleanSupplier time;
    private long left;

    /** The leader that the last follower joined: where many documents follow one, the next is likely to join it too. */
    private long lastLeader = DocRef.NONE;

    private PreparedPage lastLeaderPage;

    /**
     * @param most how many documents it may decide; those that an earlier attempt at the run decided are free
     * @param keep is called now and then, and may keep what was decided
     * @param time whether there is time for more, such as {@link RoundTime}
     */
    public Decider(
            ShardRun shard, Peers peers, long most, Runnable ensureNotCancelled, Runnable keep, BooleanSupplier time) {
        this.shard = shard;
        this.peers = peers;
        this.left = most;
        this.ensureNotCancelled = ensureNotCancelled;
        this.keep = keep;
        this.time = time;
    }

    /** How a document that has all it needs is decided. */
    private interface Rule {

        /**
         * Decides documents, ascending, all of them ready.
         *
         * @return how many: fewer where no more may be decided
         */
        int decide(int[] docs, StepCounts counts) throws IOException;
    }

    /**
     * One round by comparison: a document joins the first candidate leader that it is similar to, else the leader of a close predecessor
     * ({@link MemberRule}), else it leads. A leader that it is apart from is no candidate, though it is not apart from one that follows it.
     *
     * @param maxLeaders candidates compared a document at most
     */
    public StepCounts joinLeaders(PageTexts texts, PairComparator comparator, int maxLeaders) throws IOException {
        Scoreboard leaders = new Scoreboard();
        MemberRule memberRule = new MemberRule(comparator);
        return round((docs, counts) -> {
            long[][] candidates = new long[docs.length][];
            Decision[] remembered = new Decision[docs.length];
            long[] wanted = new long[docs.length * 2];
            int size = 0;
            int decided = 0;
            for (; decided < docs.length && left > 0; decided++) {
                int i = decided;
                candidates[i] = candidates(docs[i], leaders, maxLeaders, counts);
                remembered[i] = remembered(docs[i], candidates[i]);
                left -= remembered[i] == null ? 1 : 0;
                if (candidates[i].length > 0 && remembered[i] == null) {
                    wanted[size++] = DocRef.of(shard.ordinal(), docs[i]);
                    wanted[size++] = candidates[i][0];
                }
            }
            texts.prefetch(Arrays.copyOf(wanted, size));
            for (int i = 0; i < decided; i++) {
                if (remembered[i] != null) {
                    apply(docs[i], remembered[i], counts);
                } else {
                    joinFirst(docs[i], candidates[i], texts, comparator, memberRule, counts);
                }
                if (memberRule.applies()) {
                    shard.merger().decided(docs[i], candidates[i]);
                }
            }
            return decided;
        });
    }

    /** One round of merging: a leader joins the leader above that most documents lead to from its group, if it belongs there. */
    public StepCounts mergeLeaders(PageTexts texts, PairComparator comparator) throws IOException {
        MemberRule memberRule = new MemberRule(comparator);
        return round((docs, counts) -> {
            long[] wanted = new long[docs.length * 2];
            for (int i = 0; i < docs.length; i++) {
                wanted[2 * i] = DocRef.of(shard.ordinal(), docs[i]);
                wanted[2 * i + 1] =
                        shard.predecessors().ref(shard.predecessors().start(docs[i]));
            }
            texts.prefetch(wanted);
            int decided = 0;
            for (; decided < docs.length && left > 0; decided++, left--) {
                int doc = docs[decided];
                if (shard.merger().joins(doc, texts, comparator, memberRule, counts, ensureNotCancelled)) {
                    follow(doc, shard.predecessors().start(doc));
                } else {
                    lead(doc);
                }
            }
            return decided;
        });
    }

    /** One round of labels: the label of a document is the highest of its predecessors' labels, else the document itself. */
    public StepCounts labelSets() throws IOException {
        return round((docs, counts) -> {
            int decided = 0;
            for (; decided < docs.length && left > 0; decided++, left--) {
                int doc = docs[decided];
                Predecessors predecessors = shard.predecessors();
                long best = predecessors.start(doc);
                for (long entry = best + 1; entry < predecessors.end(doc); entry++) {
                    if (RankedOrder.compare(
                                    predecessors.high(entry),
                                    predecessors.low(entry),
                                    predecessors.ref(entry),
                                    predecessors.high(best),
                                    predecessors.low(best),
                                    predecessors.ref(best))
                            < 0) {
                        best = entry;
                    }
                }
                if (best == predecessors.end(doc)) {
                    lead(doc);
                } else {
                    shard.leaders()
                            .decide(doc, predecessors.ref(best), predecessors.high(best), predecessors.low(best));
                }
            }
            return decided;
        });
    }

    private StepCounts round(Rule rule) throws IOException {
        StepCounts counts = new StepCounts();
        FixedBitSet pending = shard.pending();
        int start = shard.nextToDecide();
        boolean goesOn = left > 0;
        boolean progress = true;
        while (progress && goesOn) {
            // what is before the start of the first pass was not looked at yet
            progress = start > 0;
            int[] chunk = new int[CHUNK];
            int doc = DocBits.next(pending, start);
            start = 0;
            while (doc != DocIdSetIterator.NO_MORE_DOCS && goesOn) {
                ensureNotCancelled.run();
                int size = 0;
                while (size < CHUNK && doc != DocIdSetIterator.NO_MORE_DOCS) {
                    chunk[size++] = doc;
                    doc = DocBits.next(pending, doc + 1);
                }
                int[] ready = ready(Arrays.copyOf(chunk, size));
                int decided = rule.decide(ready, counts);
                for (int i = 0; i < decided; i++) {
                    pending.clear(ready[i]);
                }
                counts.add(Count.DECIDED, decided);
                progress |= decided > 0;
                keep.run();
                goesOn = left > 0 && time.getAsBoolean();
            }
            shard.nextToDecide(doc == DocIdSetIterator.NO_MORE_DOCS ? 0 : doc);
        }
        counts.add(Count.PENDING, pending.cardinality());
        return counts;
    }

    /** Puts leaders in the place of predecessors where they are known, and returns the documents for which all are. */
    private int[] ready(int[] docs) throws IOException {
        Predecessors predecessors = shard.predecessors();
        LongsRef open = new LongsRef(64);
        for (int doc : docs) {
            for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
                if (predecessors.resolved(entry) == false) {
                    open.longs = ArrayUtil.grow(open.longs, open.length + 1);
                    open.longs[open.length++] = predecessors.ref(entry);
                }
            }
        }
        KnownLeaders known = KnownLeaders.ask(peers, Arrays.copyOf(open.longs, open.length));
        int[] ready = new int[docs.length];
        int size = 0;
        for (int doc : docs) {
            boolean all = true;
            for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
                all &= predecessors.resolved(entry) || known.resolve(predecessors, entry);
            }
            if (all) {
                ready[size++] = doc;
            }
        }
        return Arrays.copyOf(ready, size);
    }

    private long[] candidates(int doc, Scoreboard leaders, int maxLeaders, StepCounts counts) {
        Predecessors predecessors = shard.predecessors();
        leaders.reset();
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            if (shard.keys().isApart(doc, predecessors.keys(), entry) == false) {
                leaders.add(
                        predecessors.ref(entry),
                        predecessors.high(entry),
                        predecessors.low(entry),
                        predecessors.score(entry));
            }
        }
        long[] best = new long[maxLeaders];
        int size = leaders.best(maxLeaders, best, new long[maxLeaders]);
        counts.add(Count.SKIPPED_COMPARISONS, leaders.size() - size);
        return Arrays.copyOf(best, size);
    }

    private void joinFirst(
            int doc,
            long[] candidates,
            PageTexts texts,
            PairComparator comparator,
            MemberRule memberRule,
            StepCounts counts)
            throws IOException {
        long partOf = DocRef.NONE;
        Set<Long> joinable = new HashSet<>();
        PreparedPage page = candidates.length == 0
                ? null
                : texts.of(DocRef.of(shard.ordinal(), doc)).hubOf(candidates.length);
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
        if (joinable.isEmpty() == false && throughMember(doc, page, joinable, texts, memberRule, counts)) {
            return;
        }
        if (candidates.length == 0) {
            decide(doc, Decision.Kind.ALONE, DocRef.NONE);
        } else {
            decide(doc, partOf == DocRef.NONE ? Decision.Kind.LEADS : Decision.Kind.PART_OF, partOf);
        }
    }

    /** Joins the leader of the first close predecessor among those that follow one of {@code joinable}. */
    private boolean throughMember(
            int doc, PreparedPage page, Set<Long> joinable, PageTexts texts, MemberRule memberRule, StepCounts counts)
            throws IOException {
        Predecessors predecessors = shard.predecessors();
        int asked = 0;
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            long member = predecessors.document(entry);
            long leader = predecessors.ref(entry);
            if (member == leader || joinable.contains(leader) == false || asked == MemberRule.MEMBERS) {
                continue;
            }
            asked++;
            counts.add(Count.COMPARISONS, 1);
            if (memberRule.joins(texts.of(member), page, ensureNotCancelled)) {
                decide(doc, Decision.Kind.FOLLOWS, leader);
                return true;
            }
        }
        return false;
    }

    /** Decides a document, and notes it to be kept. */
    private void decide(int doc, Decision.Kind kind, long other) {
        Decision decision = kind == Decision.Kind.ALONE ? Decision.ALONE : Decision.LEADS;
        if (other != DocRef.NONE) {
            long entry = shard.predecessors().entry(doc, other);
            decision = new Decision(
                    kind,
                    DocRef.shard(other),
                    shard.predecessors().high(entry),
                    shard.predecessors().low(entry));
        }
        apply(doc, decision, other);
        shard.decisions().add(shard.ranks().high(doc), shard.ranks().low(doc), decision);
    }

    /**
     * What an earlier attempt at the run decided about a document; {@code null} where that is unknown, where it followed a document that is
     * no candidate any more, or where it has candidates now and had none, or the other way round.
     */
    private Decision remembered(int doc, long[] candidates) {
        Decision decision = shard.remembered(doc);
        boolean known = decision != null
                && (decision.kind() == Decision.Kind.ALONE) == (candidates.length == 0)
                && (decision.hasOther() == false || ref(doc, decision) != DocRef.NONE);
        return known ? decision : null;
    }

    private void apply(int doc, Decision decision, StepCounts counts) {
        counts.add(Count.REPLAYED, 1);
        apply(doc, decision, decision.hasOther() ? ref(doc, decision) : DocRef.NONE);
    }

    private void apply(int doc, Decision decision, long other) {
        if (decision.kind() == Decision.Kind.FOLLOWS) {
            follow(doc, shard.predecessors().entry(doc, other));
            return;
        }
        lead(doc);
        if (decision.kind() == Decision.Kind.PART_OF) {
            shard.partOf(doc, other);
        }
    }

    /** The document that a decision names, if it is among the predecessors. */
    private long ref(int doc, Decision decision) {
        Predecessors predecessors = shard.predecessors();
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            if (predecessors.high(entry) == decision.high()
                    && predecessors.low(entry) == decision.low()
                    && DocRef.shard(predecessors.ref(entry)) == decision.shard()) {
                return predecessors.ref(entry);
            }
        }
        return DocRef.NONE;
    }

    /** Lets a document follow the leader of one of its predecessors. */
    private void follow(int doc, long entry) {
        Predecessors of = shard.predecessors();
        shard.leaders().decide(doc, of.ref(entry), of.high(entry), of.low(entry), of.keys(), entry);
    }

    private void lead(int doc) {
        shard.leaders()
                .decide(
                        doc,
                        DocRef.of(shard.ordinal(), doc),
                        shard.ranks().high(doc),
                        shard.ranks().low(doc),
                        shard.keys(),
                        doc);
    }
}
