package org.ndd.pair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.common.CheckedBiConsumer;
import org.ndd.config.DocumentFields;
import org.ndd.ingest.KeywordReader;
import org.ndd.ingest.TextReader;

/**
 * Reads pages of one segment of a shard, with the visibility of the given reader. Fastest in ascending order of documents. Used by one
 * thread at a time.
 */
public final class SegmentPages {

    private final String index;
    private final TextReader texts;
    private final KeywordReader sites;
    private final KeywordReader titles;
    private final KeywordReader versions;
    private final StoredIds ids;
    private final SortedNumericDocValues lengths;

    public SegmentPages(String index, LeafReader reader, DocumentFields fields) throws IOException {
        this.index = index;
        this.texts = new TextReader(reader, fields.text());
        this.sites = new KeywordReader(reader, fields.site());
        this.titles = new KeywordReader(reader, fields.title());
        this.versions = new KeywordReader(reader, fields.version());
        this.ids = new StoredIds(reader);
        this.lengths = DocValues.getSortedNumeric(reader, fields.path(DocumentFields.LENGTH));
    }

    /**
     * Returns the page of a document without its boilerplate; null if the processor has not processed it, or the user may not see it. Does
     * not check whether the document is deleted.
     *
     * @param doc document number within the segment
     */
    public ComparablePage page(int doc) throws IOException {
        ComparablePage page = pageWithLazyId(doc);
        if (page != null) {
            page.id();
        }
        return page;
    }

    /**
     * Returns the same page with an id that is read on first use. Reading the id takes longer than reading the text, since it is stored
     * together with the source. Valid as long as the segment is open, and only for the thread that reads it.
     */
    public ComparablePage pageWithLazyId(int doc) throws IOException {
        String text = texts.text(doc);
        String version = text == null ? null : versions.value(doc);
        return version == null ? null : ComparablePage.withLazyId(place(doc), () -> id(doc), text, title(doc), version);
    }

    /**
     * Returns the length of the text of a document in bytes of UTF-8, an upper bound of its UTF-16 code units, without reading the text.
     * Returns 0 if there is no text, or the user may not see it.
     *
     * @param doc document number within the segment, ascending from call to call
     */
    public long length(int doc) throws IOException {
        return lengths.advanceExact(doc) ? lengths.nextValue() : texts.length(doc);
    }

    private String title(int doc) throws IOException {
        String title = titles.value(doc);
        return title == null ? "" : title;
    }

    private String id(int doc) {
        try {
            return ids.of(doc).id();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the site and index of a document, without reading its text.
     *
     * @param doc document number within the segment
     */
    public IndexedSite place(int doc) throws IOException {
        return new IndexedSite(index, sites.value(doc));
    }

    /** Reads pages of a shard, with the visibility of the given segments. Used by one thread at a time. */
    public static final class ShardPages {

        private final List<LeafReaderContext> leaves;
        private final SegmentPages[] segments;
        private final String index;
        private final DocumentFields fields;

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
         * @param visitor called once for each document, with its position among the requested ones, and its page; null if the processor has
         *     not processed the document, or the user may not see it
         */
        public void visit(int[] docs, CheckedBiConsumer<Integer, ComparablePage, IOException> visitor)
                throws IOException {
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
}
