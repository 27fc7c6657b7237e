package org.ndd.pair;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.config.DocumentFields;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.ingest.TextCodec;

public class SegmentPagesTests extends LuceneTestCase {

    private static final String VERSION = FingerprintParameters.BALANCED.version();

    /** The indexed values; nulls are omitted. */
    private record IndexedPage(String id, String text, String site, String version) {}

    public void testReadsForwardAndBack() throws Exception {
        List<IndexedPage> pages = new ArrayList<>();
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(
                        random(), directory, newIndexWriterConfig().setMergePolicy(newLogMergePolicy()))) {
            for (int i = 0; i < 100; i++) {
                IndexedPage page = new IndexedPage(
                        "id" + i,
                        random().nextInt(5) == 0 ? null : "text " + i,
                        random().nextInt(5) == 0 ? null : "site" + random().nextInt(3) + ".org",
                        random().nextInt(5) == 0 ? null : VERSION);
                pages.add(page);
                writer.addDocument(document(page));
            }
            writer.forceMerge(1);
            try (DirectoryReader reader = writer.getReader()) {
                LeafReader leaf = getOnlyLeafReader(reader);
                SegmentPages forward = new SegmentPages("pages", leaf, new DocumentFields("ndd"));
                for (int doc = 0; doc < pages.size(); doc++) {
                    check(pages.get(doc), forward, doc);
                    check(pages.get(doc), forward, doc);
                }
                for (int i = 0; i < 300; i++) {
                    int doc = random().nextInt(pages.size());
                    check(pages.get(doc), forward, doc);
                }
            }
        }
    }

    private static void check(IndexedPage expected, SegmentPages pages, int doc) throws Exception {
        assertEquals(new IndexedSite("pages", expected.site()), pages.place(doc));
        ComparablePage page = pages.page(doc);
        if (expected.text() == null || expected.version() == null) {
            assertNull(page);
        } else {
            assertEquals(expected.id(), page.id());
            assertEquals(expected.text(), page.text());
            assertEquals(expected.version(), page.version());
            assertEquals(new IndexedSite("pages", expected.site()), page.place());
            assertNull(page.boilerplate());
        }
    }

    private static Document document(IndexedPage page) {
        Document document = new Document();
        document.add(new StoredField("_id", Uid.encodeId(page.id())));
        document.add(new StoredField("_routing", "elsewhere"));
        if (page.text() != null) {
            document.add(new BinaryDocValuesField("ndd.text", TextCodec.encode(page.text())));
        }
        if (page.site() != null) {
            document.add(new SortedSetDocValuesField("ndd.site", new BytesRef(page.site())));
        }
        if (page.version() != null) {
            document.add(new SortedSetDocValuesField("ndd.version", new BytesRef(page.version())));
        }
        return document;
    }
}
