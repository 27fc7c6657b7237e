package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.ApartKeys;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Group.Role;
import org.ndd.pair.ApartFields;
import org.ndd.pair.StoredIds.StoredId;

/**
 * The state of one shard in a run: its pinned reader, which documents take part, their ranks and their leaders. Everything is derived from
 * the reader and the plan, so it can be made anew anywhere.
 *
 * <p>Safe for use by several threads: reads go to the immutable reader or to synchronized state, changes are synchronized.
 */
public final class ShardRun implements ShardAccess, Releasable {

    /** Of an entry in a map from a document to a leader. */
    private static final long PART_OF_BYTES = 88;

    /** Which documents take part, are exact duplicates, pending, heads of groups, losers, the same as their winner. */
    private static final long BIT_SETS = 6;

    private final int ordinal;
    private final IndexReader reader;
    private final String target;
    private final FixedBitSet participants;
    private final FixedBitSet exact;
    private final FixedBitSet losers;
    private final FixedBitSet same;
    private final RankOrder order;
    private final BigArrays bigArrays;
    private final CandidateReader candidates;
    private final long pinnedAt;
    private final Releasable onClose;
    private final Ranks ranks;
    private final KeyArray keys;
    private final Leaders leaders;
    private final PageReader pages;
    private final TemplateFingerprints templates;
    private final ShardTerms terms;
    private final MemberStore members;
    private final LeaderMerger merger;
    private CandidateCollector collector;
    private Predecessors predecessors;
    private FixedBitSet pending;
    private int nextToDecide;
    private final SortedMap<Integer, Long> partOf = new TreeMap<>();
    private long partOfBytes;
    private final long bitSetBytes;
    private final DecisionLog decisions = new DecisionLog();
    private DecisionMemo memo;
    private Window window = Window.ALL;
    private boolean closed;

    /** Finds the documents that take part. */
    public interface Finder {

        /** Made once memory for several such sets is set aside; as long as the reader has documents, at least one. */
        FixedBitSet find() throws IOException;
    }

    /**
     * @param ordinal number of the shard in the plan
     * @param reader the pinned reader, wrapped as document- and field-level security ask
     * @param target field that the processor wrote, such as {@code ndd}
     * @param finder finds the documents that take part: live, visible, and matching the run's query
     * @param apart reads what keeps documents apart
     * @param bigArrays with circuit breaking
     * @param pinnedAt the shard's last operation when it was pinned
     * @param onClose closes the reader
     * @param ensureNotCancelled is called now and then
     */
    public ShardRun(
            int ordinal,
            IndexReader reader,
            String target,
            Finder finder,
            RankOrder order,
            CandidateReader candidates,
            ApartFields apart,
            BigArrays bigArrays,
            long pinnedAt,
            Releasable onClose,
            Runnable ensureNotCancelled)
            throws IOException {
        this.ordinal = ordinal;
        this.reader = reader;
        this.target = target;
        // before they are made
        long bits = BIT_SETS * Long.BYTES * (long) FixedBitSet.bits2words(Math.max(1, reader.maxDoc()));
        bigArrays
                .breakerService()
                .getBreaker(CircuitBreaker.REQUEST)
                .addEstimateBytesAndMaybeBreak(bits, "ndd documents");
        this.bitSetBytes = bits;
        this.order = order;
        this.bigArrays = bigArrays;
        this.candidates = candidates;
        this.pinnedAt = pinnedAt;
        this.onClose = onClose;
        List<Releasable> opened = new ArrayList<>();
        boolean success = false;
        try {
            participants = finder.find();
            exact = new FixedBitSet(participants.length());
            losers = new FixedBitSet(participants.length());
            same = new FixedBitSet(participants.length());
            NowAndThen check = new NowAndThen(ensureNotCancelled);
            ranks = order.ranks(ordinal, reader, target, participants, bigArrays, check);
            opened.add(ranks);
            keys = new KeyArray(apart.size(), reader.maxDoc(), bigArrays);
            opened.add(keys);
            readKeys(apart, check);
            leaders = new Leaders(reader.maxDoc(), apart.size(), bigArrays);
            opened.add(leaders);
            members = new MemberStore(bigArrays);
            opened.add(members);
            merger = new LeaderMerger(this, apart.size(), bigArrays);
            opened.add(merger);
            pages = new PageReader(reader, target);
            templates = new TemplateFingerprints(reader.maxDoc(), bigArrays);
            terms = new ShardTerms(reader, target, ranks, keys, templates, this::counts);
            success = true;
        } finally {
            if (success == false) {
                breaker().addWithoutBreaking(-bitSetBytes);
                Releasables.close(opened);
            }
        }
    }

    private void readKeys(ApartFields apart, NowAndThen check) throws IOException {
        for (LeafReaderContext leaf : apart.size() == 0 ? List.<LeafReaderContext>of() : reader.leaves()) {
            ApartFields.Segment segment = apart.in(leaf);
            for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                check.step();
                if (participants.get(leaf.docBase + doc)) {
                    keys.set(leaf.docBase + doc, segment.keys(doc));
                }
            }
        }
    }

    public int ordinal() {
        return ordinal;
    }

    /** What memory of a run is accounted for. */
    CircuitBreaker breaker() {
        return bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    /** Sequence number of the shard's last operation when it was pinned. */
    public long pinnedAt() {
        return pinnedAt;
    }

    public int maxDoc() {
        return reader.maxDoc();
    }

    public IndexReader reader() {
        return reader;
    }

    String target() {
        return target;
    }

    Ranks ranks() {
        return ranks;
    }

    /** What keeps documents apart, a row a document. */
    KeyRows keys() {
        return keys;
    }

    Leaders leaders() {
        return leaders;
    }

    /**
     * A document as the home of its leader gets to know it.
     *
     * @param head document number of the leader in its shard
     * @param original the document whose text it has
     */
    Member member(int doc, int head, Role role, long original) throws IOException {
        return member(doc, candidates.id(doc), head, role, original);
    }

    /** The same for who knows the document's id. */
    Member member(int doc, String id, int head, Role role, long original) throws IOException {
        return member(doc, candidates.named(doc, id), head, role, original);
    }

    private Member member(int doc, StoredId id, int head, Role role, long original) throws IOException {
        return new Member(
                head,
                DocRef.of(ordinal, doc),
                role,
                original,
                id.routing(),
                candidates.version(doc),
                candidates.read(doc, id.id(), ranks),
                keys.keys(doc));
    }

    FixedBitSet participants() {
        return participants;
    }

    /** Documents whose text equals another's that stands for them; they take no part in fingerprints. */
    FixedBitSet exact() {
        return exact;
    }

    Predecessors predecessors() {
        return predecessors;
    }

    /**
     * The documents of this shard that others follow.
     *
     * @param all also those that nobody follows
     */
    synchronized FixedBitSet heads(boolean all) {
        FixedBitSet heads = new FixedBitSet(participants.length());
        members.forEachHead(heads::set);
        for (int doc = 0; all && doc < participants.length(); doc++) {
            if (participants.get(doc) && leaders.ref(doc) == DocRef.of(ordinal, doc)) {
                heads.set(doc);
            }
        }
        return heads;
    }

    /** How many follow the documents of this shard; those that are only contained in one are not counted. */
    synchronized long followerCount() {
        return members.followers();
    }

    /** Bytes of heap that {@link #followers} takes, nearly. */
    synchronized long followerBytes(int head) {
        return members.unpackedBytes(head);
    }

    /** Those that follow a document, as far as this shard was told, and those contained in it. */
    synchronized List<Member> followers(int head) {
        return members.of(head);
    }

    /**
     * About {@code size} of the documents that take part, in order of document: those of lowest rank, so always the same ones.
     *
     * @param size how many, more or less; all of them where there are not more
     */
    public int[] sampleOf(int size) {
        double share = Math.min(1, (double) size / Math.max(1, documents()));
        long bound = (long) (share * (1L << 32));
        return IntStream.range(0, participants.length())
                .filter(doc -> participants.get(doc) && order.idHash(ranks, doc) < bound)
                .toArray();
    }

    /** How many of {@code docs} take part. */
    public long count(FixedBitSet docs) {
        return FixedBitSet.intersectionCount(participants, docs);
    }

    /**
     * Lets a share of the documents take part only: those whose hash of the id falls below it, the same ones in any run and on any shard.
     *
     * @param share more than 0 to 1
     */
    public void sample(double share) {
        long bound = (long) (share * (1L << 32));
        for (int doc = 0; share < 1 && doc < participants.length(); doc++) {
            if (participants.get(doc) && order.idHash(ranks, doc) >= bound) {
                participants.clear(doc);
            }
        }
    }

    /** Documents that take part. */
    public int documents() {
        return participants.cardinality();
    }

    /** Whether the current window decides a document. */
    boolean decides(int doc) {
        return participants.get(doc) && exact.get(doc) == false && window.holds(ranks.high(doc));
    }

    @Override
    public TermPage terms(TermQuery query) throws IOException {
        return terms.page(query);
    }

    private boolean counts(TermKind kind, int doc) {
        return switch (kind) {
            case SITE, DIGEST -> participants.get(doc);
            case FINGERPRINT -> participants.get(doc) && exact.get(doc) == false;
            case LOSER -> losers.get(doc);
            case SAME -> same.get(doc);
        };
    }

    /**
     * Begins to gather candidates of some documents.
     *
     * @param next those whose rank is in there
     * @param rule which others count
     */
    public synchronized void beginWindow(Window next, CandidateRule rule) {
        Releasables.close(collector, predecessors);
        collector = null;
        predecessors = null;
        window = next;
        collector = new CandidateCollector(ranks, keys, reader.maxDoc(), this::decides, rule, bigArrays);
    }

    /**
     * Ends the gathering of candidates.
     *
     * @return how many candidates there are, over all documents of the window
     */
    public synchronized long endCandidates(Runnable ensureNotCancelled) {
        predecessors = collector.best(ensureNotCancelled);
        collector.close();
        collector = null;
        pending = new FixedBitSet(participants.length());
        nextToDecide = 0;
        for (int doc = 0; doc < participants.length(); doc++) {
            if (decides(doc)) {
                pending.set(doc);
            }
        }
        return predecessors.size();
    }

    /** Begins to merge groups: leaders that enough bridges lead to are to be decided once more. */
    public synchronized void beginMerging() {
        Releasables.close(predecessors);
        predecessors = null;
        predecessors = merger.begin();
        pending = new FixedBitSet(participants.length());
        nextToDecide = 0;
        for (int doc : merger.leaders()) {
            pending.set(doc);
            leaders.forget(doc);
        }
    }

    /** Tells other shards which documents of this one lead to theirs. */
    public void sendBridges(Peers peers, Runnable ensureNotCancelled) throws IOException {
        merger.send(peers, ensureNotCancelled);
    }

    LeaderMerger merger() {
        return merger;
    }

    /** Lets a document take part on its own again whose text turned out not to equal the other's. */
    synchronized void notExact(int doc) {
        exact.clear(doc);
        leaders.forget(doc);
    }

    /** How many documents of the current window are not decided yet. */
    public int pendingDocuments() {
        return pending.cardinality();
    }

    /** Documents of the current window that are not decided yet. */
    FixedBitSet pending() {
        return pending;
    }

    /** From which document on a round goes on with those that are pending. */
    int nextToDecide() {
        return nextToDecide;
    }

    void nextToDecide(int doc) {
        nextToDecide = doc;
    }

    /** What was decided and is not kept yet. */
    DecisionLog decisions() {
        return decisions;
    }

    /** Whether so much was decided and not kept that it should be. */
    public boolean hasManyDecisions() {
        return decisions.isFull();
    }

    /** What was decided since the last call. Also of a shard that is closed. */
    public BytesReference takeDecisions() {
        return decisions.take();
    }

    /** Adds what an earlier attempt at the run decided, as {@link #takeDecisions} gave it. */
    public synchronized void remember(BytesReference decided) throws IOException {
        ensureOpen();
        if (memo == null) {
            memo = new DecisionMemo(bigArrays);
        }
        memo.add(decided);
    }

    /** What an earlier attempt decided about a document, or {@code null}. */
    Decision remembered(int doc) {
        return memo == null ? null : memo.of(ranks.high(doc), ranks.low(doc));
    }

    /** Notes that a document leads, but is contained in a longer one that leads too. */
    synchronized void partOf(int doc, long leader) {
        breaker().addEstimateBytesAndMaybeBreak(PART_OF_BYTES, "ndd contained");
        partOfBytes += PART_OF_BYTES;
        partOf.put(doc, leader);
    }

    /**
     * Some of the documents that are contained in a longer leader, with that leader.
     *
     * @param from the first document that may be among them
     * @param most how many at most
     */
    synchronized SortedMap<Integer, Long> partOf(int from, int most) {
        SortedMap<Integer, Long> some = new TreeMap<>();
        Iterator<Map.Entry<Integer, Long>> rest =
                partOf.tailMap(from).entrySet().iterator();
        while (rest.hasNext() && some.size() < most) {
            Map.Entry<Integer, Long> entry = rest.next();
            some.put(entry.getKey(), entry.getValue());
        }
        return some;
    }

    @Override
    public synchronized void deliver(TermDelivery delivery) throws IOException {
        ensureOpen();
        switch (delivery.kind()) {
            case DIGEST -> markExact(delivery);
            case FINGERPRINT -> collector.add(delivery, terms);
            case SITE, LOSER, SAME ->
                throw new IllegalArgumentException("terms of [" + delivery.kind() + "] are not delivered");
        }
    }

    private void markExact(TermDelivery delivery) throws IOException {
        TermsEnum digests = terms.iterator(TermKind.DIGEST);
        PostingsEnum postings = null;
        for (int i = 0; i < delivery.size(); i++) {
            if (digests.seekExact(delivery.term(i)) == false) {
                throw new IllegalStateException("term [" + delivery.term(i) + "] is not in the shard that named it");
            }
            Map<ApartKeys, Integer> byKeys = byKeys(delivery, i);
            postings = digests.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                Integer entry = participants.get(doc) ? byKeys.get(keys.keys(doc)) : null;
                if (entry != null && DocRef.of(ordinal, doc) != delivery.ref(entry)) {
                    exact.set(doc);
                    leaders.decide(doc, delivery.ref(entry), delivery.high(entry), delivery.low(entry));
                }
            }
        }
    }

    /** Which of the documents of a delivered digest stands for the equal ones that have these values. */
    private static Map<ApartKeys, Integer> byKeys(TermDelivery delivery, int term) {
        Map<ApartKeys, Integer> entries = new HashMap<>();
        for (int entry = delivery.start(term); entry < delivery.end(term); entry++) {
            entries.put(delivery.keys().keys(entry), entry);
        }
        return entries;
    }

    @Override
    public SiteCounts sites(BytesRef fingerprint) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        for (int doc : terms.documents(TermKind.FINGERPRINT, fingerprint)) {
            String site = pages.site(doc);
            if (site != null) {
                counts.merge(site, 1L, Long::sum);
            }
        }
        return new SiteCounts(counts);
    }

    @Override
    public LeaderStates leaders(int[] docs) {
        return leaders.states(docs);
    }

    @Override
    public List<StoredPage> pages(int[] docs, int maxChars) throws IOException {
        return pages.read(docs, maxChars);
    }

    @Override
    public synchronized void addTemplates(List<SiteFingerprints> sites) throws IOException {
        ensureOpen();
        for (SiteFingerprints site : sites) {
            templates.add(terms.documents(TermKind.SITE, new BytesRef(site.site())), site.fingerprints());
        }
    }

    @Override
    public synchronized void addBridges(List<Bridge> bridges) {
        ensureOpen();
        merger.receive(bridges);
    }

    @Override
    public synchronized void addMembers(List<Member> more) {
        ensureOpen();
        members.add(more);
    }

    @Override
    public synchronized void addLosers(Relation toWinner, int[] docs) {
        for (int doc : docs) {
            losers.set(doc);
            if (toWinner == Relation.SAME) {
                same.set(doc);
            }
        }
    }

    /** The segment that holds a document. */
    static LeafReaderContext leaf(IndexReader reader, int doc) {
        return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    }

    private void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("the run has ended");
        }
    }

    @Override
    public synchronized void close() {
        if (closed == false) {
            closed = true;
            breaker().addWithoutBreaking(-partOfBytes - bitSetBytes);
            Releasables.close(collector, predecessors, memo, merger, members, templates, leaders, keys, ranks, onClose);
        }
    }
}
