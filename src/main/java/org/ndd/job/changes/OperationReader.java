package org.ndd.job.changes;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.lucene.Lucene;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.ndd.pair.StoredIds;

/**
 * Reads a range of a shard's operations from its Lucene index. The index also contains overwritten and deleted operations, while a lease
 * retains them.
 *
 * <p>Does not use {@code IndexShard.newChangesSnapshot}, for two reasons. First, that method returns whole operations. It loads the source
 * of each, about 50 kB for a web page, or rebuilds it for synthetic source, and ndd would discard it. Second, it sorts: each batch reads
 * all operations up to the end of the history. This class reads a range of sequence numbers, which the points or the skip index of {@code
 * _seq_no} find directly, and loads only ids. Missing operations are still detected, because the numbers have no gaps: each belongs to an
 * operation or to a NoOp, which is also a document. Several operations may have the same number, because the documents of a shrunken index
 * keep the numbers that they had in different shards. The documents of all of them are returned.
 */
final class OperationReader {

    /** The ids of the operations that were found, and whether all operations of the range exist. */
    record Window(Set<String> ids, boolean complete) {}

    private final Set<String> ids = new LinkedHashSet<>();
    private final FixedBitSet found;
    private final long from;

    private OperationReader(long from, int size) {
        this.from = from;
        this.found = new FixedBitSet(size);
    }

    /**
     * Reads operations. Searches the numbers of each segment, and loads a stored document per operation.
     *
     * @param reader reader of the engine, not the reader of a search, which security may have wrapped
     * @param from first sequence number, 0 or more
     * @param size number of sequence numbers
     */
    static Window read(DirectoryReader reader, long from, int size) throws IOException {
        OperationReader window = new OperationReader(from, size);
        IndexSearcher searcher = new IndexSearcher(Lucene.wrapAllDocsLive(reader));
        searcher.setQueryCache(null);
        Query range = searcher.rewrite(range(reader, from, from + size - 1));
        Weight weight = searcher.createWeight(range, ScoreMode.COMPLETE_NO_SCORES, 1);
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            Scorer scorer = weight.scorer(leaf);
            if (scorer != null) {
                window.readLeaf(leaf, scorer.iterator());
            }
        }
        return new Window(window.ids, window.found.cardinality() == size);
    }

    /** Matches a range of numbers. In Elasticsearch 9, indices of logs and time series have no points of them. */
    private static Query range(DirectoryReader reader, long from, long to) {
        FieldInfo numbers = FieldInfos.getMergedFieldInfos(reader).fieldInfo(SeqNoFieldMapper.NAME);
        return numbers != null && numbers.getPointDimensionCount() == 0
                ? NumericDocValuesField.newSlowRangeQuery(SeqNoFieldMapper.NAME, from, to)
                : LongPoint.newRangeQuery(SeqNoFieldMapper.NAME, from, to);
    }

    /** Reads the operations of a segment. Nested documents have the sequence number of their parent document, but no primary term. */
    private void readLeaf(LeafReaderContext leaf, DocIdSetIterator matches) throws IOException {
        Bits valid = leaf.reader().getLiveDocs();
        NumericDocValues numbers = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.NAME);
        NumericDocValues tombstones = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.TOMBSTONE_NAME);
        NumericDocValues terms = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.PRIMARY_TERM_NAME);
        StoredIds stored = new StoredIds(leaf.reader());
        for (int doc = matches.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = matches.nextDoc()) {
            if (valid != null && valid.get(doc) == false || terms.advanceExact(doc) == false) {
                continue;
            }
            if (numbers.advanceExact(doc) == false) {
                throw new IllegalStateException("an operation has no number");
            }
            found.set(Math.toIntExact(numbers.longValue() - from));
            String id = stored.of(doc).id();
            if (id != null) {
                ids.add(id);
            } else if (tombstones.advanceExact(doc) == false) {
                throw new IllegalStateException("an operation has no id");
            }
        }
    }
}
