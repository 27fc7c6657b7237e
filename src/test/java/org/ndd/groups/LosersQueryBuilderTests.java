package org.ndd.groups;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.compare.Relation;
import org.ndd.line.Calls;
import org.ndd.plugin.NddPlugin;

public class LosersQueryBuilderTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private static QueryBuilder losers(Relation least) {
        return QueryBuilders.boolQuery().filter(new LosersQueryBuilder("dest", least, null));
    }

    private void page(String index, String id) {
        client().prepareIndex(index)
                .setId(id)
                .setSource(Map.of("x", 1))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    private void list(String prefix, String index, int number, String... ids) {
        client().prepareIndex("dest")
                .setId(prefix + resolveIndex(index).getUUID() + "-" + number)
                .setSource(Map.of("losers", List.of(ids)))
                .get();
    }

    /** The pages that match, as index and id. */
    private TreeSet<String> found(QueryBuilder query, String... indices) {
        TreeSet<String> found = new TreeSet<>();
        var response =
                client().prepareSearch(indices).setQuery(query).setSize(100).get();
        try {
            for (SearchHit hit : response.getHits()) {
                found.add(hit.getIndex() + "/" + hit.getId());
            }
        } finally {
            response.decRef();
        }
        return found;
    }

    public void testPagesAreIndexAndId() {
        for (String index : List.of("one", "two", "three")) {
            createIndex(index);
            IntStream.range(0, 6).forEach(i -> page(index, "" + i));
        }
        assertEquals("no run yet", List.of(), List.copyOf(found(losers(Relation.NEAR), "one", "two", "three")));
        createIndex("dest");
        assertEquals("a run without losers", List.of(), List.copyOf(found(losers(Relation.NEAR), "one")));
        list("losers-", "one", 0, "1", "2");
        list("losers-", "one", 1, "3", "gone");
        list("losers-", "one", 3, "5");
        list("losers-", "two", 0, "2", "4");
        list("same-", "two", 0, "4");
        assertEquals(
                List.of("one/1", "one/2", "one/3", "two/2", "two/4"),
                List.copyOf(found(losers(Relation.NEAR), "one", "two", "three")));
        assertEquals(List.of("two/2", "two/4"), List.copyOf(found(losers(Relation.NEAR), "two")));
        assertEquals(List.of("two/4"), List.copyOf(found(losers(Relation.SAME), "one", "two", "three")));
        BoolQueryBuilder winners =
                QueryBuilders.boolQuery().mustNot(new LosersQueryBuilder("dest", Relation.NEAR, null));
        assertEquals(
                List.of("one/0", "one/4", "one/5", "two/0", "two/1", "two/3", "two/5"),
                List.copyOf(found(winners, "one", "two")));
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().indices("one", "two").alias("both")))
                .actionGet()
                .isAcknowledged());
        assertEquals(7, found(winners, "both").size());
    }

    public void testDocumentsOfARecreatedIndexAreInNoList() {
        createIndex("one");
        page("one", "1");
        createIndex("dest");
        list("losers-", "one", 0, "1");
        assertEquals(List.of("one/1"), List.copyOf(found(losers(Relation.NEAR), "one")));
        assertTrue(indicesAdmin().prepareDelete("one").get().isAcknowledged());
        createIndex("one");
        page("one", "1");
        assertEquals(List.of(), List.copyOf(found(losers(Relation.NEAR), "one")));
    }

    public void testLosersOfAMarketAreThoseOfItsLists() {
        createIndex("one");
        IntStream.range(0, 6).forEach(i -> page("one", "" + i));
        QueryBuilder german = new LosersQueryBuilder("dest", Relation.NEAR, "de");
        assertEquals("no run yet", List.of(), List.copyOf(found(german, "one")));
        createIndex("dest");
        Exception e = expectThrows(Exception.class, () -> found(german, "one"));
        assertEquals(
                "[market] must be one of those of [dest], which are [], but was [de]",
                ExceptionsHelper.unwrapCause(e).getMessage());
        client().prepareIndex("dest")
                .setId("report")
                .setSource(Map.of("report", Map.of("parameters", Map.of("winners", Map.of("de", List.of())))))
                .get();
        assertEquals("a market without losers", List.of(), List.copyOf(found(german, "one")));
        list("losers-", "one", 0, "1", "2");
        list("losers:de:", "one", 0, "2", "3");
        list("losers:de:", "one", 1, "4");
        list("losers:d:", "one", 0, "5");
        assertEquals(List.of("one/2", "one/3", "one/4"), List.copyOf(found(german, "one")));
        e = expectThrows(Exception.class, () -> found(new LosersQueryBuilder("dest", Relation.NEAR, "us"), "one"));
        assertEquals(
                "[market] must be one of those of [dest], which are [de], but was [us]",
                ExceptionsHelper.unwrapCause(e).getMessage());
        assertEquals(
                "[min_relation] must be [near] where [market] is given, but was [same]",
                expectThrows(IllegalArgumentException.class, () -> new LosersQueryBuilder("dest", Relation.SAME, "de"))
                        .getMessage());
    }

    public void testWrittenAndRead() throws IOException {
        LosersQueryBuilder query = randomBoolean()
                ? new LosersQueryBuilder("dest", randomFrom(Relation.NEAR, Relation.SAME), null)
                : new LosersQueryBuilder("dest", Relation.NEAR, "de");
        query.boost(2).queryName("name");
        assertEquals(query, parse(query.toString()));
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeNamedWriteable(query);
            try (StreamInput in = new NamedWriteableAwareStreamInput(out.bytes().streamInput(), writableRegistry())) {
                assertEquals(query, in.readNamedWriteable(QueryBuilder.class));
            }
        }
        assertNotEquals(query, new LosersQueryBuilder("other", Relation.NEAR, null));
        assertEquals(
                new LosersQueryBuilder("dest", Relation.NEAR, null),
                parse("{\"near_dup_losers\": {\"groups\": \"dest\"}}"));
    }

    private QueryBuilder parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return AbstractQueryBuilder.parseTopLevelQuery(parser);
        }
    }

    @Override
    protected org.elasticsearch.xcontent.NamedXContentRegistry xContentRegistry() {
        return getInstanceFromNode(org.elasticsearch.xcontent.NamedXContentRegistry.class);
    }

    @Override
    protected org.elasticsearch.common.io.stream.NamedWriteableRegistry writableRegistry() {
        return getInstanceFromNode(org.elasticsearch.common.io.stream.NamedWriteableRegistry.class);
    }

    public void testWhatIsWrong() {
        Exception e =
                expectThrows(IllegalArgumentException.class, () -> new LosersQueryBuilder("", Relation.NEAR, null));
        assertEquals("[groups] must be the destination of a run, but was empty", e.getMessage());
        e = expectThrows(IllegalArgumentException.class, () -> new LosersQueryBuilder("dest", Relation.OVERLAP, null));
        assertEquals("[min_relation] must be [near] or [same], but was [overlap]", e.getMessage());
        createIndex("pages");
        createIndex("dest");
        assertTrue(indicesAdmin().prepareClose("dest").get().isAcknowledged());
        page("pages", "1");
        ElasticsearchException closed =
                expectThrows(ElasticsearchException.class, () -> found(losers(Relation.NEAR), "pages"));
        assertThat(closed.toString(), containsString("closed"));
    }
}
