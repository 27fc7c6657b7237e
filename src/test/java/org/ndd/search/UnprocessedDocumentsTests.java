package org.ndd.search;

import static org.ndd.search.NearDupAggregatorTests.DAY;
import static org.ndd.search.NearDupAggregatorTests.DIGEST;
import static org.ndd.search.NearDupAggregatorTests.FINGERPRINTS;
import static org.ndd.search.NearDupAggregatorTests.document;
import static org.ndd.search.NearDupAggregatorTests.dups;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.AggregatorTestCase;
import org.elasticsearch.search.aggregations.bucket.terms.StringTerms;
import org.elasticsearch.search.aggregations.bucket.terms.TermsAggregationBuilder;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.plugin.NddPlugin;

/** Unprocessed documents are in no set, and the response counts them. */
public class UnprocessedDocumentsTests extends AggregatorTestCase {

    @Override
    protected List<SearchPlugin> getSearchPlugins() {
        return List.of(new NddPlugin());
    }

    private static void assertOnlyUnprocessed(int documents, InternalNearDup result) {
        assertEquals(List.of(), result.getBuckets());
        assertEquals(0, result.otherDocuments());
        assertEquals(documents, result.sample().unprocessed());
    }

    /** The result is empty, as for other aggregations, and a warning names misspelled fields. */
    public void testWarnsIfFieldIsNotMapped() throws IOException {
        testCase(
                writer -> writer.addDocument(new Document()),
                (InternalNearDup result) -> assertOnlyUnprocessed(1, result),
                new AggTestConfig(dups()).withShouldBeCached(true));
        assertWarnings("[near_dup] finds nothing: [target_field] must be mapped as [near_dup] in index ["
                + createIndexSettings().getIndex().getName()
                + "], but was [ndd], whose [ndd.fingerprints] is not mapped");
    }

    public void testIndexWithoutProcessedDocuments() throws IOException {
        int documents = between(0, 9);
        testCase(
                writer -> {
                    for (int i = 0; i < documents; i++) {
                        writer.addDocument(new Document());
                    }
                },
                (InternalNearDup result) -> assertOnlyUnprocessed(documents, result),
                new AggTestConfig(dups(), FINGERPRINTS, DIGEST).withShouldBeCached(true));
    }

    /** Counts matching documents per bucket; a text without letters and digits is processed. */
    public void testCountsUnprocessedDocuments() throws IOException {
        TermsAggregationBuilder days =
                new TermsAggregationBuilder("days").field("day").subAggregation(dups());
        testCase(
                writer -> {
                    for (int i = 0; i < 7; i++) {
                        String text = i < 2 ? "..." : "Nobody else tells of the ropes in the harbour of the town.";
                        boolean processed = i < 3;
                        Document document = processed ? document(text, FingerprintParameters.BALANCED) : new Document();
                        String day = i < 6 ? "today" : "tomorrow";
                        document.add(new StringField("day", day, Field.Store.NO));
                        document.add(new SortedSetDocValuesField("day", new BytesRef(day)));
                        writer.addDocument(document);
                    }
                },
                (StringTerms result) -> {
                    assertEquals(1, result.getBuckets().size());
                    InternalNearDup sets =
                            result.getBuckets().get(0).getAggregations().get("dups");
                    assertEquals(3, sets.sample().unprocessed());
                    assertEquals(1, sets.otherDocuments());
                },
                new AggTestConfig(days, FINGERPRINTS, DIGEST, DAY).withQuery(new TermQuery(new Term("day", "today"))));
    }
}
