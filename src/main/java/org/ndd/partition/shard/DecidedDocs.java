package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
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
import org.ndd.config.DocumentFields;

/**
 * The documents of a shard in decisions of people, with the leaders that the texts gave them.
 *
 * @param found the documents
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
}
