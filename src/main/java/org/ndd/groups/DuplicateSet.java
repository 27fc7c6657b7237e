package org.ndd.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/**
 * The duplicates of one index by their ids, and a bit set for each segment that was searched for them, until the segment is closed. So the
 * ids are looked up once per segment, in O(ids), and a search reads one bit per document that it looks at. Thread-safe.
 */
final class DuplicateSet {

    private static final BitSet NONE = new FixedBitSet(0);

    private final TermInSetQuery ids;
    private final Map<IndexReader.CacheKey, BitSet> segments = new ConcurrentHashMap<>();

    /** @param ids of documents of one index, in any order */
    DuplicateSet(List<BytesRef> ids) {
        this.ids = new TermInSetQuery(IdFieldMapper.NAME, ids);
    }

    /** An id as the set keeps it. */
    static BytesRef encode(String id) {
        return Uid.encodeId(id);
    }

    /** Memory of the ids, in bytes. That of the bit sets is at most an eighth of a byte for each document of the node. */
    long ramBytesUsed() {
        return ids.ramBytesUsed();
    }

    /** The duplicates in a segment by their document numbers, deleted ones too; {@code null} of none. */
    BitSet bitSet(LeafReaderContext leaf) throws IOException {
        IndexReader.CacheHelper segment = leaf.reader().getCoreCacheHelper();
        if (segment == null) {
            return orNull(find(leaf));
        }
        BitSet duplicates = segments.get(segment.getKey());
        if (duplicates == null) {
            duplicates = find(leaf);
            if (segments.putIfAbsent(segment.getKey(), duplicates) == null) {
                segment.addClosedListener(segments::remove);
            }
        }
        return orNull(duplicates);
    }

    private static BitSet orNull(BitSet duplicates) {
        return duplicates == NONE ? null : duplicates;
    }

    private BitSet find(LeafReaderContext leaf) throws IOException {
        IndexSearcher searcher = new IndexSearcher(ReaderUtil.getTopLevelContext(leaf));
        searcher.setQueryCache(null);
        Query rewritten = searcher.rewrite(ids);
        Scorer scorer = searcher.createWeight(rewritten, ScoreMode.COMPLETE_NO_SCORES, 1)
                .scorer(leaf);
        return scorer == null
                ? NONE
                : BitSet.of(scorer.iterator(), leaf.reader().maxDoc());
    }

    /** For tests: how many segments have a bit set. */
    int segments() {
        return segments.size();
    }
}
