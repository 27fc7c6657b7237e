package org.ndd.partition.shard;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.shard.BoilerplateSender.SiteFingerprints;
import org.ndd.partition.shard.Bridges.Bridge;
import org.ndd.partition.shard.ShardMethod.StoredPage;
import org.ndd.partition.shard.TermQuery.TermKind;

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

    /** Returns the number of documents that follow the documents of this shard, without those that are only contained in one. */
    synchronized long followerCount() {
        return members.followers();
    }

    /** Returns the approximate bytes of heap of the result of {@link #followers}. */
    synchronized long followerBytes(int head) {
        return members.unpackedBytes(head);
    }

    /** Returns the documents that follow or are contained in a document, and were sent to this shard. */
    synchronized List<Member> followers(int head) {
        return members.of(head);
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
        Map<String, Long> counts = new HashMap<>();
        DocIdSetIterator docs = terms.documents(TermKind.FINGERPRINT, fingerprint);
        for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
            String site = pages.site(doc);
            if (site != null) {
                counts.merge(site, 1L, Long::sum);
            }
        }
        return counts;
    }

    DocList leaders(int[] docs) {
        return decisions.leaders().of(docs);
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
}
