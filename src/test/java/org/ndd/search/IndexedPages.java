package org.ndd.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.ContentDigest;
import org.ndd.ingest.TextCodec;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.PairJudge;
import org.ndd.search.NearDupQuery.NearDupOptions;

/** Documents in a Lucene index, and a literal implementation of the search. */
final class IndexedPages {

    static final String INDEX = "pages";
    static final DocumentFields FIELDS = new DocumentFields("ndd");
    private static final String VERSION = FingerprintParameters.BALANCED.version();

    private IndexedPages() {}

    static ComparablePage page(String id, String site, String text) {
        return new ComparablePage(new IndexedSite(INDEX, site), id, text, "", VERSION);
    }

    static Document document(ComparablePage page) {
        Document document = new Document();
        BytesRef id = Uid.encodeId(page.id());
        document.add(new StringField("_id", id, Field.Store.NO));
        document.add(new StoredField("_id", id));
        document.add(new BinaryDocValuesField(FIELDS.text(), TextCodec.encode(page.text())));
        keyword(document, FIELDS.version(), page.version());
        keyword(document, FIELDS.site(), page.place().site());
        keyword(
                document,
                FIELDS.digest(),
                ContentDigest.of(page.text(), page.title(), page.place().site()));
        page.fingerprints().forEach(term -> document.add(new StringField(FIELDS.fingerprints(), term, Field.Store.NO)));
        return document;
    }

    private static void keyword(Document document, String field, String value) {
        if (value != null) {
            document.add(new StringField(field, value, Field.Store.NO));
            document.add(new SortedSetDocValuesField(field, new BytesRef(value)));
        }
    }

    /** Compares all pairs: the ids that must match, with their scores. */
    static Map<String, Float> search(List<ComparablePage> visible, List<ComparablePage> like, NearDupOptions options)
            throws IOException {
        PairJudge judge = new PairJudge(options.comparison().similarity(), ComparisonMemory.UNLIMITED);
        Map<String, Float> found = new HashMap<>();
        for (ComparablePage page : visible) {
            boolean self = like.stream().anyMatch(other -> page.id().equals(other.id()));
            for (ComparablePage other : like) {
                if (self && options.includeSelf() == false) {
                    continue;
                }
                int shared = shared(page, other);
                boolean equal = equalDigests(page, other);
                boolean candidate = equal || shared >= options.minimumShared();
                Comparison comparison = judge.judge(page, other, () -> {});
                boolean ofShare = options.comparison().match().minContainment() > 0;
                boolean related = ofShare
                        ? comparison.b().containment()
                                >= options.comparison().match().minContainment()
                        : comparison
                                .relation()
                                .isAtLeast(options.comparison().match().minRelation());
                double measure = ofShare
                        ? comparison.b().containment()
                        : comparison.shared().resemblance();
                if (candidate && (related || options.verify() == false)) {
                    float share =
                            equal ? 1 : (float) shared / other.fingerprints().size();
                    found.merge(page.id(), options.verify() ? (float) measure : share, Math::max);
                }
            }
        }
        return found;
    }

    /** The fingerprints that one document has among those of another, without boilerplate. */
    private static int shared(ComparablePage page, ComparablePage other) {
        return (int) other.ownFingerprints().stream()
                .filter(page.fingerprints()::contains)
                .count();
    }

    private static boolean equalDigests(ComparablePage a, ComparablePage b) {
        String digest = ContentDigest.of(a.text(), a.title(), a.place().site());
        return digest != null
                && digest.equals(ContentDigest.of(b.text(), b.title(), b.place().site()));
    }
}
