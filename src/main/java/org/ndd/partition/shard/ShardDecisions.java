package org.ndd.partition.shard;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.CandidateCollector.SharedTermsBloomFilter;
import org.ndd.partition.shard.Decider.DecisionRule;
import org.ndd.partition.shard.Decider.ExactVerifier;
import org.ndd.partition.shard.ReplayedDecisions.Decision;
import org.ndd.partition.shard.ReplayedDecisions.DecisionLog;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.TermDocs.TermDelivery;

/**
 * Stores the leader that each document of a shard follows, and the data to decide it: first exact duplicates, then the candidates of each
 * rank window, then those of the leaders whose groups may merge.
 *
 * <p>Thread-safe: changes are synchronized. Only one thread at a time may decide.
 */
public final class ShardDecisions implements Releasable {

    /** Bytes of an entry in a map from a document to a leader. */
    private static final long PART_OF_BYTES = 88;

    private final PinnedShard pinned;
    private final FixedBitSet exact;
    private final Leaders leaders;
    private final LeaderMerger merger;
    private final DecisionLog log = new DecisionLog();
    private final SortedMap<Integer, Long> partOf = new TreeMap<>();
    private ReplayedDecisions memo;
    private volatile Window window = Window.ALL;
    private CandidateCollector collector;
    private volatile SharedTermsBloomFilter shared;
    private Predecessors predecessors;
    private FixedBitSet pending;
    private int nextToDecide;
    private volatile DecidedDocs decidedDocs;
    private volatile DecidedDocuments decided = DecidedDocuments.NONE;

    ShardDecisions(PinnedShard pinned) {
        this.pinned = pinned;
        this.exact = new FixedBitSet(pinned.participants().length());
        this.leaders = Leaders.of(pinned);
        try (CloseOnFailure opened = new CloseOnFailure(leaders)) {
            this.merger = new LeaderMerger(pinned, this);
            opened.release();
        }
    }

    Leaders leaders() {
        return leaders;
    }

    boolean isLeader(int doc) {
        return leaders.ref(doc) == pinned.docs().ref(doc);
    }

    void setLeader(int doc) {
        leaders.decide(doc, pinned.docs(), doc);
    }

    /** Records that a document follows the leader of one of its predecessors. */
    void setFollower(int doc, long entry) {
        leaders.decide(doc, predecessors.leaders(), entry);
    }

    /**
     * Decides documents in mode sets: the label of a document is the first in rank order of its predecessors' labels, otherwise the
     * document itself. See {@link DecisionRule#decide}.
     */
    public int label(int[] docs, long most, StepCounts counts) {
        int decided = (int) Math.min(most, docs.length);
        for (int i = 0; i < decided; i++) {
            DocRows labels = predecessors.leaders();
            long first = predecessors.start(docs[i]);
            for (long entry = first + 1; entry < predecessors.end(docs[i]); entry++) {
                first = labels.compare(entry, labels, first) < 0 ? entry : first;
            }
            if (first == predecessors.end(docs[i])) {
                setLeader(docs[i]);
            } else {
                setFollower(docs[i], first);
            }
        }
        return decided;
    }

    /** Documents whose original is another document; their fingerprints do not count. */
    FixedBitSet exact() {
        return exact;
    }

    /**
     * Receives the originals of digests. All other documents of equal text are exact duplicates, unless {@link ExactVerifier} finds a
     * difference.
     */
    synchronized void addOriginals(TermDelivery delivery, ShardTerms terms) throws IOException {
        TermsEnum digests = terms.iterator(TermKind.DIGEST);
        PostingsEnum postings = null;
        for (int i = 0; i < delivery.size(); i++) {
            ShardTerms.find(digests, delivery.term(i));
            Map<MustAgreeKeys, Integer> originals = originals(delivery, i);
            postings = digests.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                boolean participates = pinned.participants().get(doc);
                Integer original = participates ? originals.get(pinned.docs().keys(doc)) : null;
                if (original != null
                        && pinned.docs().ref(doc) != delivery.docs().ref(original)) {
                    exact.set(doc);
                    leaders.decide(doc, delivery.docs(), original);
                }
            }
        }
    }

    /** Returns the row of the original for each set of values of {@code must_agree} among the documents of a digest. */
    private static Map<MustAgreeKeys, Integer> originals(TermDelivery delivery, int term) {
        Map<MustAgreeKeys, Integer> originals = new HashMap<>();
        for (int row = delivery.start(term); row < delivery.end(term); row++) {
            originals.put(delivery.docs().keys(row), row);
        }
        return originals;
    }

    /** Removes an exact duplicate whose text differs from its original's, so that it takes part separately again. */
    synchronized void notExact(int doc) {
        exact.clear(doc);
        leaders.forget(doc);
    }

    boolean isInWindow(int doc) {
        return pinned.participants().get(doc)
                && exact.get(doc) == false
                && (window.isAll() || window.holds(pinned.docs().high(doc)));
    }

    /** Starts to collect candidates of a window, for about this number of postings. */
    synchronized void beginWindow(Window next, CandidateParameters rule, long postings) {
        Releasables.close(collector, predecessors);
        collector = null;
        predecessors = null;
        window = next;
        if (next.isFirst() && next.isLast() == false) {
            shared = new SharedTermsBloomFilter(postings, pinned.bigArrays());
        }
        collector = new CandidateCollector(pinned.docs(), pinned.maxDoc(), this::isInWindow, rule, pinned.bigArrays());
    }

    /**
     * Receives heads of posting lists of the shard's fingerprints: in the first window, of all fingerprints that more than one document
     * has.
     */
    synchronized void addHeads(TermDelivery delivery, ShardTerms terms) throws IOException {
        if (shared != null && window.isFirst()) {
            for (int i = 0; i < delivery.size(); i++) {
                shared.add(delivery.term(i));
            }
        }
        collector.add(delivery, terms);
    }

    /** Whether an earlier window found that only one document of the run has a fingerprint. */
    boolean isKnownUnique(BytesRef fingerprint) {
        SharedTermsBloomFilter known = shared;
        return known != null && window.isFirst() == false && known.mightContain(fingerprint) == false;
    }

    /** Ends the collection of candidates; returns their number over all documents of the window. */
    public synchronized long endCandidates(Runnable ensureNotCancelled) {
        predecessors = collector.best(ensureNotCancelled);
        collector.close();
        collector = null;
        if (window.isLast()) {
            Releasables.close(shared);
            shared = null;
        }
        pending = new FixedBitSet(exact.length());
        nextToDecide = 0;
        for (int doc = 0; doc < pending.length(); doc++) {
            if (isInWindow(doc)) {
                pending.set(doc);
            }
        }
        return predecessors.size();
    }

    public void sendBridges(ShardClients peers, Runnable ensureNotCancelled) throws IOException {
        merger.send(peers, ensureNotCancelled);
    }

    /** Starts to merge groups: leaders with bridges to one above will be decided again. */
    public synchronized void beginMerging() {
        Releasables.close(predecessors);
        predecessors = null;
        predecessors = merger.begin();
        pending = new FixedBitSet(exact.length());
        nextToDecide = 0;
        for (int doc : merger.leaders()) {
            pending.set(doc);
            leaders.forget(doc);
        }
    }

    /** Stores the documents of decisions of people for the requests of other shards. */
    public void decidedDocs(DecidedDocs docs) {
        decidedDocs = docs;
    }

    /** Returns the documents of decisions of people; {@code null} before {@link #decidedDocs(DecidedDocs)}. */
    DecidedDocs decidedDocs() {
        return decidedDocs;
    }

    DecidedDocuments decided() {
        return decided;
    }

    void decided(DecidedDocuments documents) {
        decided = documents;
    }

    LeaderMerger merger() {
        return merger;
    }

    Predecessors predecessors() {
        return predecessors;
    }

    public int pendingDocuments() {
        return pending.cardinality();
    }

    /** Documents of the current window that are not decided yet. */
    FixedBitSet pending() {
        return pending;
    }

    int nextToDecide() {
        return nextToDecide;
    }

    void nextToDecide(int doc) {
        nextToDecide = doc;
    }

    void log(int doc, Decision decision) {
        log.add(pinned.docs().high(doc), pinned.docs().low(doc), decision, predecessors.hash(doc));
    }

    /** Whether enough decisions are logged that they should be stored. */
    public boolean isLogFull() {
        return log.isFull();
    }

    /** Returns the decisions since the last call. May also be called after the shard was closed. */
    public BytesReference takeLog() {
        return log.take();
    }

    /** Adds decisions of an earlier attempt of the run, in the format of {@link #takeLog}. */
    synchronized void remember(BytesReference decided) throws IOException {
        if (memo == null) {
            memo = new ReplayedDecisions(pinned.bigArrays());
        }
        memo.add(decided);
    }

    /** Returns the decision of an earlier attempt about a document with the same predecessors and leaders, or {@code null}. */
    Decision remembered(int doc) {
        return memo == null
                ? null
                : memo.of(pinned.docs().high(doc), pinned.docs().low(doc), predecessors.hash(doc));
    }

    /** Records that a document is a leader and is contained in a longer leader. */
    synchronized void partOf(int doc, long leader) {
        if (partOf.containsKey(doc) == false) {
            pinned.breaker().addEstimateBytesAndMaybeBreak(PART_OF_BYTES, "ndd contained");
        }
        partOf.put(doc, leader);
    }

    /** Returns at most {@code most} documents, from a first one on, that a longer leader contains, with that leader. */
    synchronized SortedMap<Integer, Long> partOf(int from, int most) {
        SortedMap<Integer, Long> some = new TreeMap<>();
        partOf.tailMap(from).entrySet().stream()
                .limit(most)
                .forEach(entry -> some.put(entry.getKey(), entry.getValue()));
        return some;
    }

    @Override
    public synchronized void close() {
        pinned.breaker().addWithoutBreaking(-PART_OF_BYTES * partOf.size());
        Releasables.close(collector, shared, predecessors, memo, merger, leaders);
    }

    /**
     * A range of ranks that is decided in one step. Windows are decided from the first ranks to the last, so all data that a window depends
     * on is in it or decided earlier. Any number of windows gives the same result, and more windows need less memory.
     *
     * @param number 0 to {@code count} − 1
     * @param count number of windows of equal width into which the ranks are divided; 1 to 65,536
     */
    public record Window(int number, int count) implements Writeable {

        public static final Window ALL = new Window(0, 1);

        public Window(StreamInput in) throws IOException {
            this(in.readVInt(), in.readVInt());
        }

        boolean holds(long rankHigh) {
            return ((rankHigh >>> 32) * count) >>> 32 == number;
        }

        boolean isAll() {
            return count == 1;
        }

        boolean isFirst() {
            return number == 0;
        }

        boolean isLast() {
            return number == count - 1;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVInt(number);
            out.writeVInt(count);
        }
    }
}
