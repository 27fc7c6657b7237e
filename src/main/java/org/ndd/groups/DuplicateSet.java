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
 * Holds the ids of the duplicates of one index, and a bit set per searched segment until the segment is closed. So the ids are looked up
 * once per segment, in O(ids), and a search reads one bit per document that it examines. Thread-safe.
 */
final class DuplicateSet {

    private static final BitSet NONE = new FixedBitSet(0);

    private final TermInSetQuery ids;
    private final Map<IndexReader.CacheKey, BitSet> segments = new ConcurrentHashMap<>();

    /** @param ids ids of documents of one index, in any order */
    DuplicateSet(List<BytesRef> ids) {
        this.ids = new TermInSetQuery(IdFieldMapper.NAME, ids);
    }

    /** Encodes an id in the form of the set. */
    static BytesRef encode(String id) {
        return Uid.encodeId(id);
    }

    /** Returns the memory of the ids, in bytes. The bit sets take at most an eighth of a byte per document of the node. */
    long ramBytesUsed() {
        return ids.ramBytesUsed();
    }

    /** Returns the duplicates in a segment by their document numbers, including deleted documents; {@code null} if there are none. */
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

    /** Returns the number of segments with a bit set, for tests. */
    int segments() {
        return segments.size();
    }
}
