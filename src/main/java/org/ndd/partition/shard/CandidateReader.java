package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.ndd.config.DocumentFields;
import org.ndd.core.group.CanonicalCandidate;
import org.ndd.core.group.Rank;
import org.ndd.lucene.KeywordReader;
import org.ndd.pair.StoredIds;
import org.ndd.pair.StoredIds.StoredId;
import org.ndd.partition.shard.Member.StoredDoc;

/** Reads the values that canonical document rules compare, only for members of groups. Reads a shard or a segment. */
public final class CandidateReader {

    private final IndexReader reader;
    private final String length;
    private final String url;
    private final CanonicalFields fields;

    public CandidateReader(IndexReader reader, DocumentFields target, CanonicalFields fields) {
        this.reader = reader;
        this.length = target.path(DocumentFields.LENGTH);
        this.url = target.path(DocumentFields.URL);
        this.fields = fields;
    }

    public CanonicalCandidate read(int doc, String id, Rank rank) throws IOException {
        LeafReaderContext leaf = PinnedShard.leaf(reader, doc);
        int leafDoc = doc - leaf.docBase;
        SortedNumericDocValues lengths = DocValues.getSortedNumeric(leaf.reader(), length);
        return new CanonicalCandidate(
                id,
                rank,
                lengths.advanceExact(leafDoc) ? lengths.nextValue() : 0,
                new KeywordReader(leaf.reader(), url).value(leafDoc),
                fields.values(leaf, leafDoc));
    }

    /** @param routing of the document, or {@code null} */
    StoredDoc stored(int doc, String routing) throws IOException {
        LeafReaderContext leaf = PinnedShard.leaf(reader, doc);
        int leafDoc = doc - leaf.docBase;
        NumericDocValues seqNo = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.NAME);
        NumericDocValues primaryTerm = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.PRIMARY_TERM_NAME);
        return new StoredDoc(
                routing,
                seqNo.advanceExact(leafDoc) ? seqNo.longValue() : SequenceNumbers.UNASSIGNED_SEQ_NO,
                primaryTerm.advanceExact(leafDoc) ? primaryTerm.longValue() : SequenceNumbers.UNASSIGNED_PRIMARY_TERM);
    }

    /** Returns the id and routing of a document with a given id. Reads them only if documents of its segment have routing. */
    StoredId named(int doc, String id) throws IOException {
        boolean routed =
                PinnedShard.leaf(reader, doc).reader().getFieldInfos().fieldInfo(RoutingFieldMapper.NAME) != null;
        return routed ? id(doc) : new StoredId(id, null);
    }

    /** Returns the id and routing of a document. */
    StoredId id(int doc) throws IOException {
        LeafReaderContext leaf = PinnedShard.leaf(reader, doc);
        return new StoredIds(leaf.reader()).of(doc - leaf.docBase);
    }
}
