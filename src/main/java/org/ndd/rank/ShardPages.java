package org.ndd.rank;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.ndd.config.DocumentFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.SegmentPages;

/**
 * Reads pages of a shard.
 *
 * @param index concrete index of the shard
 * @param fields what the processor wrote
 */
record ShardPages(String index, DocumentFields fields) {

    /** Takes one page after another. */
    @FunctionalInterface
    interface Visitor {

        /**
         * Takes a page.
         *
         * @param i place of the document among those asked for
         * @param page null where the processor wrote none, or none that the user may see
         */
        void visit(int i, ComparablePage page) throws IOException;
    }

    /**
     * Reads pages in the order in which they are on disk, so that each segment is gone through once.
     *
     * @param docs numbers within the shard, any order
     * @param visitor is called once a document
     */
    void read(IndexSearcher searcher, int[] docs, Visitor visitor) throws IOException {
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        Integer[] order = new Integer[docs.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Integer.compare(docs[a], docs[b]));
        LeafReaderContext leaf = null;
        SegmentPages pages = null;
        for (int i : order) {
            LeafReaderContext next = leaves.get(ReaderUtil.subIndex(docs[i], leaves));
            if (next != leaf) {
                leaf = next;
                pages = new SegmentPages(index, leaf.reader(), fields);
            }
            visitor.visit(i, pages.page(docs[i] - leaf.docBase));
        }
    }
}
