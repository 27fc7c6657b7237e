package org.ndd.ingest;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class TextReaderTests extends LuceneTestCase {

    public void testReadsForwardAndBack() throws Exception {
        List<String> texts = new ArrayList<>();
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(
                        random(), directory, newIndexWriterConfig().setMergePolicy(newLogMergePolicy()))) {
            int count = 50 + random().nextInt(100);
            for (int i = 0; i < count; i++) {
                Document document = new Document();
                String text = random().nextInt(5) == 0 ? null : TestUtil.randomRealisticUnicodeString(random(), 0, 200);
                if (text != null) {
                    document.add(new BinaryDocValuesField("text", TextCodec.encode(text)));
                }
                texts.add(text);
                writer.addDocument(document);
            }
            writer.forceMerge(1);
            try (DirectoryReader reader = writer.getReader()) {
                LeafReader leaf = getOnlyLeafReader(reader);
                TextReader forward = new TextReader(leaf, "text");
                for (int doc = 0; doc < count; doc++) {
                    assertEquals(texts.get(doc), forward.text(doc));
                    assertEquals("the same document again", texts.get(doc), forward.text(doc));
                }
                TextReader anywhere = new TextReader(leaf, "text");
                for (int i = 0; i < 500; i++) {
                    int doc = random().nextInt(count);
                    assertEquals(texts.get(doc), anywhere.text(doc));
                }
            }
        }
    }

    public void testMissingFieldAndWrongType() throws Exception {
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            Document document = new Document();
            document.add(new NumericDocValuesField("number", 7));
            writer.addDocument(document);
            try (DirectoryReader reader = writer.getReader()) {
                LeafReader leaf = getOnlyLeafReader(reader);
                assertNull(new TextReader(leaf, "text").text(0));
                expectThrows(IllegalStateException.class, () -> new TextReader(leaf, "number"));
            }
        }
    }
}
