package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.ndd.ingest.TextReader;
import org.ndd.lucene.KeywordReader;
import org.ndd.partition.shard.ShardMethod.StoredPage;

/** Reads texts, titles and sites of a shard's documents, fastest in order of document. */
final class PageReader {

    private static final int MAX_CHARS = 2 << 20;

    private final IndexReader reader;
    private final String target;

    PageReader(IndexReader reader, String target) {
        this.reader = reader;
        this.target = target;
    }

    /** Returns the site of a document, or {@code null}. */
    String site(int doc) throws IOException {
        LeafReaderContext leaf = PinnedShard.leaf(reader, doc);
        return sites(leaf).value(doc - leaf.docBase);
    }

    /** Reads the texts of the first of ascending documents, at least one, up to about 4 MB, each cut at a length in code units. */
    List<StoredPage> read(int[] docs, int maxChars) throws IOException {
        List<StoredPage> pages = new ArrayList<>(docs.length);
        LeafReaderContext leaf = null;
        TextReader texts = null;
        KeywordReader titles = null;
        KeywordReader sites = null;
        int end = -1;
        long chars = 0;
        for (int doc : docs) {
            if (chars > MAX_CHARS) {
                return pages;
            }
            if (doc >= end || leaf == null) {
                leaf = PinnedShard.leaf(reader, doc);
                end = leaf.docBase + leaf.reader().maxDoc();
                texts = new TextReader(leaf.reader(), target + ".text");
                titles = new KeywordReader(leaf.reader(), target + ".title");
                sites = sites(leaf);
            }
            String text = texts.text(doc - leaf.docBase);
            String title = titles.value(doc - leaf.docBase);
            pages.add(new StoredPage(cut(text, maxChars), title == null ? "" : title, sites.value(doc - leaf.docBase)));
            chars += pages.get(pages.size() - 1).text().length();
        }
        return pages;
    }

    private KeywordReader sites(LeafReaderContext leaf) throws IOException {
        return new KeywordReader(leaf.reader(), target + ".site");
    }

    private static String cut(String text, int maxChars) {
        if (text == null) {
            return "";
        }
        return text.length() <= maxChars ? text : text.substring(0, maxChars);
    }
}
