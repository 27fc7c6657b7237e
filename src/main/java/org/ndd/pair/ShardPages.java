package org.ndd.pair;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.elasticsearch.common.CheckedBiConsumer;
import org.ndd.config.DocumentFields;

/** Reads pages of a shard, with the visibility of the given segments. Used by one thread at a time. */
public final class ShardPages {

    private final List<LeafReaderContext> leaves;
    private final SegmentPages[] segments;
    private final String index;
    private final DocumentFields fields;

    /**
     * @param leaves segments of the shard
     * @param index concrete index of the shard
     * @param fields names of the fields that the processor writes
     */
    public ShardPages(List<LeafReaderContext> leaves, String index, DocumentFields fields) {
        this.leaves = leaves;
        this.segments = new SegmentPages[leaves.size()];
        this.index = index;
        this.fields = fields;
    }

    /**
     * Returns the page of a document without its boilerplate; see {@link SegmentPages#page}.
     *
     * @param doc document number within the shard
     */
    public ComparablePage page(int doc) throws IOException {
        int leaf = ReaderUtil.subIndex(doc, leaves);
        return segment(leaf).page(doc - leaves.get(leaf).docBase);
    }

    /**
     * Returns the length of the text of a document in bytes of UTF-8; see {@link SegmentPages#length}.
     *
     * @param doc document number within the shard, ascending from call to call
     */
    public long length(int doc) throws IOException {
        int leaf = ReaderUtil.subIndex(doc, leaves);
        return segment(leaf).length(doc - leaves.get(leaf).docBase);
    }

    /**
     * Reads pages in the order of their documents, so that each segment is traversed once.
     *
     * @param docs document numbers within the shard, in any order
     * @param visitor called once for each document, with its position among the requested ones, and its page; null if the processor has not
     *     processed the document, or the user may not see it
     */
    public void visit(int[] docs, CheckedBiConsumer<Integer, ComparablePage, IOException> visitor) throws IOException {
        Integer[] order = new Integer[docs.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Integer.compare(docs[a], docs[b]));
        for (int i : order) {
            visitor.accept(i, page(docs[i]));
        }
    }

    private SegmentPages segment(int leaf) throws IOException {
        if (segments[leaf] == null) {
            segments[leaf] = new SegmentPages(index, leaves.get(leaf).reader(), fields);
        }
        return segments[leaf];
    }
}
