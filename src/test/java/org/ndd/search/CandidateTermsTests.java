package org.ndd.search;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class CandidateTermsTests extends LuceneTestCase {

    private static final int CAP = 1000;

    /** Deleted documents and hidden documents, which a reader represents in the same way, have no effect. */
    public void testCountsOnlyVisibleDocuments() throws IOException {
        try (Directory directory = newDirectory();
                IndexWriter writer =
                        new IndexWriter(directory, new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
            int hidden = 1 + random().nextInt(50);
            for (int i = 0; i < CAP + hidden; i++) {
                Document document = new Document();
                document.add(new StringField("prints", "common", Field.Store.NO));
                document.add(new StringField("hidden", String.valueOf(i < hidden), Field.Store.NO));
                writer.addDocument(document);
                if (random().nextInt(200) == 0) {
                    writer.flush();
                }
            }
            assertEquals(1, tooCommon(writer));
            writer.deleteDocuments(new Term("hidden", "true"));
            assertEquals(0, tooCommon(writer));
            Document one = new Document();
            one.add(new StringField("prints", "common", Field.Store.NO));
            writer.addDocument(one);
            assertEquals(1, tooCommon(writer));
        }
    }

    private static int tooCommon(IndexWriter writer) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            CandidateTerms.Probe probe = new CandidateTerms.Probe(Set.of("common", "rare", "rarer"), null);
            return new CandidateTerms(reader, "prints", "digest", List.of(probe), 1, () -> {}).tooCommon();
        }
    }

    private static void addCrowd(IndexWriter writer, int size, Set<String> prints) throws IOException {
        Document document = new Document();
        prints.forEach(print -> document.add(new StringField("prints", print, Field.Store.NO)));
        for (int i = 0; i < size; i++) {
            writer.addDocument(document);
        }
    }

    private static int found(CandidateTerms terms, DirectoryReader reader, Runnable cut) throws IOException {
        int found = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            CandidateWalk walk = terms.walk(leaf.reader(), doc -> -1, () -> {}, cut);
            while (walk != null && walk.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                found++;
            }
        }
        return found;
    }

    private static Set<String> prints(int count) {
        return IntStream.range(0, count).mapToObj(i -> "print" + i).collect(Collectors.toSet());
    }

    /**
     * A document with few fingerprints that are not common is part of a large group, and finds it; a document with more of them does not.
     */
    public void testCommonFingerprintsFindLargeGroup() throws IOException {
        try (Directory directory = newDirectory();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            int size = CAP + 1 + random().nextInt(500);
            addCrowd(writer, size, prints(14));
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                CandidateTerms.Probe crowd = new CandidateTerms.Probe(prints(14), null);
                CandidateTerms terms = new CandidateTerms(reader, "prints", "digest", List.of(crowd), 1, () -> {});
                assertEquals("eight fingerprints suffice", 14 - 8, terms.tooCommon());
                assertEquals(size, found(terms, reader, () -> fail("no documents are skipped")));
                CandidateTerms shared = new CandidateTerms(reader, "prints", "digest", List.of(crowd), 14, () -> {});
                assertEquals(
                        "all fingerprints are needed",
                        size,
                        found(shared, reader, () -> fail("no documents are skipped")));
                Set<String> mostlyOwn = new TreeSet<>(prints(14));
                IntStream.range(0, 15).forEach(i -> mostlyOwn.add("own" + i));
                CandidateTerms.Probe other = new CandidateTerms.Probe(mostlyOwn, null);
                CandidateTerms ofOther = new CandidateTerms(reader, "prints", "digest", List.of(other), 1, () -> {});
                assertEquals(14, ofOther.tooCommon());
                assertEquals(0, found(ofOther, reader, () -> fail("no documents are skipped")));
                CandidateTerms ofBoth =
                        new CandidateTerms(reader, "prints", "digest", List.of(other, crowd), 1, () -> {});
                assertEquals(size, found(ofBoth, reader, () -> fail("no documents are skipped")));
            }
        }
    }

    public void testLimitsFingerprintsOfPage() {
        Set<String> few = prints(CandidateTerms.Probe.MAX_FINGERPRINTS);
        assertEquals(few, new CandidateTerms.Probe(few, null).fingerprints());
        Set<String> many = prints(3 * CandidateTerms.Probe.MAX_FINGERPRINTS);
        Set<String> used = new CandidateTerms.Probe(many, null).fingerprints();
        assertEquals(
                many.stream()
                        .sorted()
                        .limit(CandidateTerms.Probe.MAX_FINGERPRINTS)
                        .collect(Collectors.toSet()),
                used);
    }

    public void testLimitsDocumentsOfLargeGroup() throws IOException {
        try (Directory directory = newDirectory();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            int most = CandidateTerms.COMMON_DOCUMENTS;
            addCrowd(writer, most, Set.of("print"));
            writer.forceMerge(1);
            CandidateTerms.Probe crowd = new CandidateTerms.Probe(Set.of("print"), null);
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                CandidateTerms terms = new CandidateTerms(reader, "prints", "digest", List.of(crowd), 1, () -> {});
                assertEquals(most, found(terms, reader, () -> fail("no documents are skipped")));
            }
            addCrowd(writer, 1 + random().nextInt(50), Set.of("print"));
            writer.forceMerge(1);
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                CandidateTerms terms = new CandidateTerms(reader, "prints", "digest", List.of(crowd), 1, () -> {});
                AtomicInteger cuts = new AtomicInteger();
                assertEquals(most, found(terms, reader, cuts::incrementAndGet));
                assertEquals(1, cuts.get());
                LeafReader leaf = reader.leaves().get(0).reader();
                CandidateWalk skipping = terms.walk(leaf, doc -> -1, () -> {}, () -> {});
                assertEquals("also if others are skipped", most - 1, skipping.advance(most - 1));
                assertEquals(DocIdSetIterator.NO_MORE_DOCS, skipping.advance(most));
            }
        }
    }
}
