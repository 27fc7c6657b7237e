package org.ndd.lucene;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class CandidateTermsTests extends LuceneTestCase {

    private static final int CAP = 1000;

    /** What is deleted, or hidden from the user, which a reader shows in the same way, decides nothing. */
    public void testOnlyVisibleDocumentsCount() throws IOException {
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
            Probe probe = new Probe(Set.of("common"), null);
            return new CandidateTerms(reader, "prints", "digest", List.of(probe), 1).tooCommon();
        }
    }
}
