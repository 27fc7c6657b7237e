package org.ndd.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.core.text.Sentences;

public class SketchReaderTests extends LuceneTestCase {

    private static final Fingerprinter FINGERPRINTER = new Fingerprinter(FingerprintParameters.BALANCED);
    private static final Runnable NOT_CANCELLED = () -> {};

    public void testReturnsSmallestFingerprints() throws Exception {
        List<long[]> expected = new ArrayList<>();
        int size = 1 + random().nextInt(16);
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(
                        random(), directory, newIndexWriterConfig().setMergePolicy(newLogMergePolicy()))) {
            List<String> sentences = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                sentences.add(TestUtil.randomSimpleString(random(), 30, 40).toLowerCase(Locale.ROOT) + ". ");
            }
            int count = 100 + random().nextInt(200);
            for (int i = 0; i < count; i++) {
                Document document = new Document();
                StringBuilder text = new StringBuilder();
                for (int s = random().nextInt(60); s > 0; s--) {
                    text.append(sentences.get(random().nextInt(sentences.size())));
                }
                long[] fingerprints = FINGERPRINTER.fingerprints(Sentences.split(text.toString()));
                if (random().nextInt(5) == 0) {
                    fingerprints = new long[0];
                } else {
                    document.add(new BinaryDocValuesField("text", TextCodec.encode(text.toString())));
                }
                for (long fingerprint : fingerprints) {
                    String term = FingerprintTerms.encode('p', fingerprint);
                    document.add(new StringField("fingerprints", term, Field.Store.NO));
                }
                expected.add(FingerprintSketch.of(fingerprints, size));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
            try (DirectoryReader reader = writer.getReader()) {
                LeafReader leaf = getOnlyLeafReader(reader);
                int[] docs = random().ints(random().nextInt(count), 0, count)
                        .sorted()
                        .distinct()
                        .toArray();
                SketchReader sketches = new SketchReader("fingerprints", "text", FINGERPRINTER, size, NOT_CANCELLED);
                long[][] terms = sketches.fromTerms(leaf.terms("fingerprints"), leaf.maxDoc(), docs);
                long[][] texts = sketches.fromTexts(leaf, docs);
                long[][] either = sketches.read(leaf, docs);
                for (int i = 0; i < docs.length; i++) {
                    assertArrayEquals(expected.get(docs[i]), terms[i]);
                    assertArrayEquals(expected.get(docs[i]), texts[i]);
                    assertArrayEquals(expected.get(docs[i]), either[i]);
                }
            }
        }
    }

    public void testSegmentWithoutFingerprints() throws Exception {
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            writer.addDocument(new Document());
            try (DirectoryReader reader = writer.getReader()) {
                long[][] sketches = new SketchReader("fingerprints", "text", FINGERPRINTER, 16, NOT_CANCELLED)
                        .read(getOnlyLeafReader(reader), new int[] {0});
                assertEquals(1, sketches.length);
                assertEquals(0, sketches[0].length);
            }
        }
    }

    public void testCancellation() throws Exception {
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            Document document = new Document();
            document.add(new StringField("fingerprints", FingerprintTerms.encode('p', 1), Field.Store.NO));
            writer.addDocument(document);
            try (DirectoryReader reader = writer.getReader()) {
                SketchReader sketches = new SketchReader("fingerprints", "text", FINGERPRINTER, 16, () -> {
                    throw new IllegalStateException("cancelled");
                });
                expectThrows(
                        IllegalStateException.class, () -> sketches.read(getOnlyLeafReader(reader), new int[] {0}));
            }
        }
    }
}
