package org.ndd.partition.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BytesRefArray;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.common.util.LongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.Role;
import org.ndd.ingest.KeywordReader;
import org.ndd.ingest.TextReader;
import org.ndd.pair.CandidateReader;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender.SiteFingerprints;
import org.ndd.partition.shard.LeaderMerger.Bridges.Bridge;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.ShardMethod.StoredPage;
import org.ndd.partition.shard.TermDocs.TermBatch;
import org.ndd.partition.shard.TermDocs.TermDelivery;

/**
 * A shard's part in a run: the data it reads ({@link PinnedShard}), its decisions ({@link ShardDecisions}), and the members of the groups
 * that its documents lead. Responds to the requests of other shards.
 *
 * <p>Thread-safe: reads use the immutable reader or synchronized state, changes are synchronized.
 */
public final class ShardRun implements Releasable {

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final MemberStore members;
    private final PageReader pages;
    private final BoilerplateFingerprints boilerplate;
    private final ShardTerms terms;
    private boolean closed;

    /** @param pinned is closed with this, unless this constructor fails */
    public ShardRun(PinnedShard pinned) {
        this.pinned = pinned;
        pages = new PageReader(pinned.reader(), pinned.target());
        boilerplate = new BoilerplateFingerprints(pinned.maxDoc(), pinned.bigArrays());
        decisions = new ShardDecisions(pinned);
        terms = new ShardTerms(pinned, decisions, boilerplate);
        try (CloseOnFailure opened = new CloseOnFailure(decisions)) {
            members = new MemberStore(pinned.bigArrays());
            opened.release();
        }
    }

    public int ordinal() {
        return pinned.ordinal();
    }

    public PinnedShard pinned() {
        return pinned;
    }

    /** Returns the number of fingerprints in the shard, counted once per document, including documents that do not take part. */
    public long fingerprints() throws IOException {
        return terms.postings(TermKind.FINGERPRINT);
    }

    public synchronized void beginWindow(Window window, CandidateParameters rule) throws IOException {
        ensureOpen();
        decisions.beginWindow(window, rule, fingerprints());
    }

    public ShardDecisions decisions() {
        return decisions;
    }

    /** Returns the documents that have followers, and for {@code all} the leaders without followers, except those of a reference. */
    synchronized FixedBitSet heads(boolean all) {
        FixedBitSet heads = new FixedBitSet(pinned.participants().length());
        members.forEachHead(heads::set);
        for (int doc = 0; all && pinned.isOfReference() == false && doc < heads.length(); doc++) {
            if (pinned.participants().get(doc) && decisions.isLeader(doc)) {
                heads.set(doc);
            }
        }
        return heads;
    }

    MemberStore members() {
        return members;
    }

    public synchronized void remember(BytesReference decided) throws IOException {
        ensureOpen();
        decisions.remember(decided);
    }

    public <Q, A> A call(ShardMethod<Q, A> method, Q request) throws IOException {
        return method.handler().apply(this, request);
    }

    TermBatch terms(TermQuery query) throws IOException {
        return terms.next(query);
    }

    synchronized void deliver(TermDelivery delivery) throws IOException {
        ensureOpen();
        switch (delivery.kind()) {
            case DIGEST -> decisions.addOriginals(delivery, terms);
            case FINGERPRINT -> decisions.addHeads(delivery, terms);
            case FAMILY -> throw new IllegalArgumentException("terms of [" + delivery.kind() + "] are not delivered");
        }
    }

    Map<String, Long> sites(BytesRef fingerprint) throws IOException {
        return pages.countBySite(terms.documents(TermKind.FINGERPRINT, fingerprint));
    }

    List<StoredPage> pages(ShardMethod.TextRequest request) throws IOException {
        return pages.read(request.docs(), request.maxChars());
    }

    synchronized void addBoilerplate(List<SiteFingerprints> sites) throws IOException {
        ensureOpen();
        for (SiteFingerprints site : sites) {
            boilerplate.add(terms.documents(TermKind.FAMILY, new BytesRef(site.site())), site.fingerprints());
        }
    }

    synchronized void addBridges(List<Bridge> bridges) {
        ensureOpen();
        decisions.merger().receive(bridges);
    }

    synchronized void addMembers(List<Member> more) {
        ensureOpen();
        members.add(more);
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
            Releasables.close(members, decisions, boilerplate, pinned);
        }
    }

    /**
     * Stores the members of the groups that documents of a shard lead, by leader, in their format for messages: about 60 bytes and the id
     * and URL of each, on the request circuit breaker. The members of a leader are a linked list from the last to the first. Thread-safe.
     */
    static final class MemberStore implements Releasable {

        private static final long NONE = -1;

        private final BigArrays bigArrays;
        private LongHash heads;
        private LongArray last;
        private LongArray previous;
        private BytesRefArray data;
        private long followers;

        MemberStore(BigArrays bigArrays) {
            this.bigArrays = bigArrays;
            try (CloseOnFailure opened = new CloseOnFailure(this)) {
                heads = new LongHash(64, bigArrays);
                last = bigArrays.newLongArray(64, false);
                previous = bigArrays.newLongArray(64, false);
                data = new BytesRefArray(64, bigArrays);
                opened.release();
            }
        }

        synchronized void add(List<Member> members) {
            try (BytesStreamOutput out = new BytesStreamOutput()) {
                for (Member member : members) {
                    out.reset();
                    member.writeTo(out);
                    add(member.head(), out.bytes().toBytesRef());
                    followers += member.role() == Role.PART_OF ? 0 : 1;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void add(int head, BytesRef member) {
            long added = heads.add(head);
            long slot = added < 0 ? -1 - added : added;
            last = bigArrays.grow(last, slot + 1);
            previous = bigArrays.grow(previous, data.size() + 1);
            previous.set(data.size(), added < 0 ? last.get(slot) : NONE);
            last.set(slot, data.size());
            data.append(member);
        }

        /** Returns the number of members that are not only contained in their leader. */
        synchronized long followers() {
            return followers;
        }

        /** Passes each document that has followers to a sink, in no order. */
        synchronized void forEachHead(IntConsumer sink) {
            for (long slot = 0; slot < heads.size(); slot++) {
                sink.accept((int) heads.get(slot));
            }
        }

        private void forEachFollower(int head, Consumer<BytesRef> sink) {
            long slot = heads.find(head);
            for (long next = slot < 0 ? NONE : last.get(slot); next != NONE; next = previous.get(next)) {
                sink.accept(data.get(next, new BytesRef()));
            }
        }

        /** Returns the approximate bytes of heap of the unpacked followers of a document. O(n). */
        synchronized long unpackedBytes(int head) {
            long[] bytes = new long[1];
            forEachFollower(head, member -> bytes[0] += Member.unpackedBytes(member.length));
            return bytes[0];
        }

        /** Returns the followers of a document, in no order. */
        synchronized List<Member> of(int head) {
            List<Member> members = new ArrayList<>();
            forEachFollower(head, member -> {
                try (StreamInput in = new BytesArray(member).streamInput()) {
                    members.add(new Member(in));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return members;
        }

        @Override
        public synchronized void close() {
            Releasables.close(heads, last, previous, data);
        }
    }

    /** Reads texts, titles and sites of a shard's documents, fastest in order of document. */
    static final class PageReader {

        private static final int MAX_CHARS = 2 << 20;

        private final IndexReader reader;
        private final String target;

        PageReader(IndexReader reader, String target) {
            this.reader = reader;
            this.target = target;
        }

        /** Counts documents by their sites; documents without a site do not count. */
        Map<String, Long> countBySite(DocIdSetIterator docs) throws IOException {
            Map<String, Long> counts = new HashMap<>();
            LeafReaderContext leaf = null;
            KeywordReader sites = null;
            for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
                if (leaf == null || doc >= leaf.docBase + leaf.reader().maxDoc()) {
                    leaf = CandidateReader.leaf(reader, doc);
                    sites = sites(leaf);
                }
                String site = sites.value(doc - leaf.docBase);
                if (site != null) {
                    counts.merge(site, 1L, Long::sum);
                }
            }
            return counts;
        }

        /** Reads the texts of the first of ascending documents, at least one, up to about 4 MB, each cut at a length in code units. */
        List<StoredPage> read(int[] docs, int maxChars) throws IOException {
            List<StoredPage> pages = new ArrayList<>(docs.length);
            LeafReaderContext leaf = null;
            TextReader texts = null;
            KeywordReader titles = null;
            KeywordReader sites = null;
            int end = -1;
            long chars = 0;
            for (int doc : docs) {
                if (chars > MAX_CHARS) {
                    return pages;
                }
                if (doc >= end || leaf == null) {
                    leaf = CandidateReader.leaf(reader, doc);
                    end = leaf.docBase + leaf.reader().maxDoc();
                    texts = new TextReader(leaf.reader(), target + ".text");
                    titles = new KeywordReader(leaf.reader(), target + ".title");
                    sites = sites(leaf);
                }
                String text = texts.text(doc - leaf.docBase);
                String title = titles.value(doc - leaf.docBase);
                pages.add(new StoredPage(
                        cut(text, maxChars), title == null ? "" : title, sites.value(doc - leaf.docBase)));
                chars += pages.get(pages.size() - 1).text().length();
            }
            return pages;
        }

        private KeywordReader sites(LeafReaderContext leaf) throws IOException {
            return new KeywordReader(leaf.reader(), target + ".site");
        }

        private static String cut(String text, int maxChars) {
            if (text == null) {
                return "";
            }
            return text.length() <= maxChars ? text : text.substring(0, maxChars);
        }
    }
}
