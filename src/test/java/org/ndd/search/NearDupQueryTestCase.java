package org.ndd.search;

import static org.ndd.core.compare.ComparisonMemory.UNLIMITED;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.SegmentPages;
import org.ndd.partition.TestCorpus;
import org.ndd.search.NearDupQuery.NearDupOptions;

/** Indexes generated documents in random segments, and searches them with queries that are created directly. */
abstract class NearDupQueryTestCase extends LuceneTestCase {

    static final LoadedBoilerplate NO_BOILERPLATE = TestBoilerplate.none();
    Directory directory;
    DirectoryReader reader;
    final List<ComparablePage> visible = new ArrayList<>();

    /** Documents in random segments, some of them deleted or updated. */
    void index(int size) throws IOException {
        List<ComparablePage> pages = new ArrayList<>();
        for (TestCorpus.Page page : new TestCorpus(random(), size).pages()) {
            var analysis = TestCorpus.analyze(page, FingerprintParameters.BALANCED);
            pages.add(IndexedPages.page(page.id(), analysis.site(), analysis.text()));
        }
        index(pages);
    }

    void index(List<ComparablePage> pages) throws IOException {
        directory = newDirectory();
        try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (ComparablePage page : pages) {
                writer.addDocument(flagged(page));
                if (random().nextInt(5) == 0) {
                    writer.addDocument(new Document());
                }
            }
            for (ComparablePage page : pages) {
                Term id = new Term("_id", Uid.encodeId(page.id()));
                switch (random().nextInt(10)) {
                    case 0 -> writer.deleteDocuments(id);
                    case 1 -> {
                        writer.deleteDocuments(id);
                        writer.addDocument(flagged(page));
                        visible.add(page);
                    }
                    default -> visible.add(page);
                }
            }
            reader = writer.getReader();
        }
    }

    static Document flagged(ComparablePage page) {
        Document document = IndexedPages.document(page);
        document.add(new StringField("flag", page.id().hashCode() % 3 == 0 ? "yes" : "no", Field.Store.NO));
        return document;
    }

    @Override
    public void tearDown() throws Exception {
        if (reader != null) {
            reader.close();
            directory.close();
        }
        super.tearDown();
    }

    static NearDupOptions randomOptions() {
        SimilarityParameters similarity =
                random().nextBoolean() ? SimilarityParameters.BALANCED : SimilarityParameters.STRICT;
        boolean verify = random().nextBoolean();
        boolean contained = verify && random().nextInt(3) == 0;
        return new NearDupOptions(
                1 + random().nextInt(4),
                verify,
                10_000,
                random().nextBoolean(),
                ComparisonOptions.DEFAULT
                        .with(similarity)
                        .with(new MatchRule(
                                verify && contained == false ? Relation.values()[random().nextInt(3)] : Relation.NEAR,
                                contained ? (1 + random().nextInt(100)) / 100.0 : MatchRule.NO_CONTAINMENT)));
    }

    static NearDupQuery query(List<ComparablePage> like, NearDupOptions options) {
        return new NearDupQuery(
                new NearDupQuery.Shard(
                        IndexedPages.INDEX, IndexedPages.FIELDS, false, MustAgreeFields.NONE, () -> 1, UNLIMITED),
                like,
                options,
                () -> NO_BOILERPLATE);
    }

    List<ComparablePage> randomLike() {
        List<ComparablePage> like = new ArrayList<>();
        for (int i = 1 + random().nextInt(3); i > 0; i--) {
            ComparablePage page = visible.get(random().nextInt(visible.size()));
            like.add(
                    random().nextBoolean()
                            ? page
                            : new ComparablePage(page.place(), null, page.text(), "", page.version()));
        }
        return like;
    }

    Map<String, Float> run(IndexSearcher searcher, Query query) throws IOException {
        Map<String, Float> found = new HashMap<>();
        TopDocs top = searcher.search(query, Math.max(1, reader.maxDoc()));
        for (ScoreDoc hit : top.scoreDocs) {
            found.put(id(hit.doc), hit.score);
        }
        return found;
    }

    String id(int doc) throws IOException {
        var leaf = reader.leaves().get(org.apache.lucene.index.ReaderUtil.subIndex(doc, reader.leaves()));
        return new SegmentPages(IndexedPages.INDEX, leaf.reader(), IndexedPages.FIELDS)
                .page(doc - leaf.docBase)
                .id();
    }

    static Query bool(Query a, BooleanClause.Occur howA, Query b, BooleanClause.Occur howB) {
        return new BooleanQuery.Builder().add(a, howA).add(b, howB).build();
    }

    static NearDupOptions atLeast(Relation least) {
        return new NearDupOptions(1, true, 10_000, true, ComparisonOptions.DEFAULT.with(new MatchRule(least)));
    }
}
