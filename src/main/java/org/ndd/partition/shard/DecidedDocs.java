package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.DecidedDocuments.Decided;
import org.ndd.core.group.DecidedDocuments.DocumentLeader;
import org.ndd.core.group.DecidedPair;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.shard.Leaders.KnownLeaders;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * The documents of a shard in decisions of people, with the leaders that the texts gave them.
 *
 * @param docs a row for each document
 * @param leaders a row for the leader of each document
 */
public record DecidedDocs(List<DecisionDoc> found, DocList docs, DocList leaders) implements Writeable {

    /** A document of a decision, with the digest of its text if a person saw this text; otherwise {@code null}. */
    public record DecisionDoc(String id, String digest) implements Writeable {

        DecisionDoc(StreamInput in) throws IOException {
            this(in.readString(), in.readOptionalString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeOptionalString(digest);
        }
    }

    public DecidedDocs(StreamInput in) throws IOException {
        this(in.readCollectionAsList(DecisionDoc::new), new DocList(in), new DocList(in));
    }

    /**
     * Finds the documents of a shard, and their leaders on any shard. Must be called when all documents have leaders, and before decisions
     * of people change these.
     *
     * @param digestsById ids with the digests that people saw
     */
    public static DecidedDocs find(
            ShardRun shard, Map<String, SortedSet<String>> digestsById, ShardClients peers, Runnable ensureNotCancelled)
            throws IOException {
        PinnedShard pinned = shard.pinned();
        List<DecisionDoc> found = new ArrayList<>();
        DocList docs = new DocList(pinned.docs().width());
        for (LeafReaderContext leaf : pinned.reader().leaves()) {
            Terms ids = leaf.reader().terms(IdFieldMapper.NAME);
            TermsEnum terms = ids == null ? null : ids.iterator();
            for (Map.Entry<String, SortedSet<String>> document : digestsById.entrySet()) {
                ensureNotCancelled.run();
                if (terms == null || terms.seekExact(Uid.encodeId(document.getKey())) == false) {
                    continue;
                }
                PostingsEnum postings = terms.postings(null, PostingsEnum.NONE);
                for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                    if (pinned.participants().get(leaf.docBase + doc)) {
                        String digest = digest(leaf, doc, document.getValue(), pinned.target());
                        found.add(new DecisionDoc(document.getKey(), digest));
                        docs.add(pinned.docs(), leaf.docBase + doc);
                    }
                }
            }
        }
        int[] all = IntStream.range(0, docs.size())
                .map(row -> DocRef.doc(docs.ref(row)))
                .toArray();
        return new DecidedDocs(found, docs, KnownLeaders.current(shard.decisions(), peers, all));
    }

    /**
     * Returns the digest of a document among the given ones, or {@code null}. An empty digest matches any document that has none of the
     * others.
     */
    private static String digest(LeafReaderContext leaf, int doc, SortedSet<String> digests, String target)
            throws IOException {
        Terms terms = leaf.reader().terms(new DocumentFields(target).digest());
        for (String digest : digests) {
            TermsEnum seeker = terms == null || digest.isEmpty() ? null : terms.iterator();
            if (seeker != null
                    && seeker.seekExact(new BytesRef(digest))
                    && seeker.postings(null, PostingsEnum.NONE).advance(doc) == doc) {
                return digest;
            }
        }
        return digests.contains("") ? "" : null;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(found);
        docs.writeTo(out);
        leaders.writeTo(out);
    }

    /**
     * Collects the documents of all shards in decisions of people, with their leaders before and after the decisions. The same on every
     * node. Not thread-safe.
     */
    public static final class DecidedRows {

        private final Map<DocumentName, Row> byName = new HashMap<>();
        private final Map<Long, Row> byRef = new HashMap<>();
        private final Map<Long, Long> leadersBefore = new HashMap<>();

        /** @param digest {@code null} for a leader, and for a document whose text is not that of a decision */
        private record Row(DocList rows, int row, String digest) {

            RankedDoc doc() {
                return rows.doc(row);
            }
        }

        /** Adds the documents of a shard. Of several documents of the same index and id, the one of the first shard counts. */
        public void add(String index, DecidedDocs docs) {
            for (int i = 0; i < docs.found().size(); i++) {
                DecidedDocs.DecisionDoc found = docs.found().get(i);
                Row row = new Row(docs.docs(), i, found.digest());
                byName.putIfAbsent(new DocumentName(index, found.id()), row);
                byRef.put(docs.docs().ref(i), row);
                byRef.putIfAbsent(docs.leaders().ref(i), new Row(docs.leaders(), i, null));
                leadersBefore.put(docs.docs().ref(i), docs.leaders().ref(i));
            }
        }

        /** Whether a document exists with the text that a person saw, of this digest. */
        public boolean has(DocumentName name, String digest) {
            Row row = byName.get(name);
            return row != null && digest.equals(row.digest());
        }

        /** Computes the effect of decisions whose documents exist. */
        public DecidedDocuments decide(Collection<DecidedPair> pairs) {
            SortedMap<RankedDoc, Long> placed = new TreeMap<>();
            List<Decided> decisions = new ArrayList<>();
            for (DecidedPair pair : pairs) {
                RankedDoc a =
                        byName.get(new DocumentName(pair.indexA(), pair.idA())).doc();
                RankedDoc b =
                        byName.get(new DocumentName(pair.indexB(), pair.idB())).doc();
                decisions.add(new Decided(a.ref(), b.ref(), pair));
                for (RankedDoc doc : List.of(a, b)) {
                    long leader = leadersBefore.get(doc.ref());
                    placed.put(doc, leader);
                    placed.putIfAbsent(byRef.get(leader).doc(), leader);
                }
            }
            return new DecidedDocuments(
                    placed.entrySet().stream()
                            .map(one -> new DocumentLeader(one.getKey().ref(), one.getValue()))
                            .toList(),
                    (int) placed.keySet().stream()
                            .filter(doc -> doc.rank().isOfReference())
                            .count(),
                    decisions);
        }

        /**
         * Changes the leaders of the documents of a shard. A document of equal text follows its original, unless a decision gives it
         * another leader. Then it counts as its own original. Documents of a reference keep themselves as leaders.
         */
        public void apply(ShardRun shard, DecidedDocuments decided, Runnable ensureNotCancelled) {
            PinnedShard pinned = shard.pinned();
            ShardDecisions decisions = shard.decisions();
            decisions.decided(decided);
            if (pinned.isOfReference()) {
                return;
            }
            PeriodicCheck check = new PeriodicCheck(ensureNotCancelled);
            for (int doc = PinnedShard.nextDoc(pinned.participants(), 0);
                    doc < pinned.participants().length();
                    doc = PinnedShard.nextDoc(pinned.participants(), doc + 1)) {
                check.step();
                long ref = pinned.docs().ref(doc);
                long before = decisions.leaders().ref(doc);
                long leader;
                if (decided.isDecided(ref)) {
                    leader = decided.leader(ref);
                    boolean withOriginal = decisions.exact().get(doc)
                            && leader == decided.leader(decided.isDecided(before) ? before : leadersBefore.get(ref));
                    if (withOriginal) {
                        continue;
                    }
                    decisions.exact().clear(doc);
                } else if (decisions.exact().get(doc)) {
                    continue;
                } else {
                    // the shard may not have received that the leader has joined another one
                    leader = decided.leader(leadersBefore.getOrDefault(before, before));
                }
                if (leader != before) {
                    Row row = byRef.get(leader);
                    decisions.leaders().decide(doc, row.rows(), row.row());
                }
            }
        }
    }
}
