package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.Found;
import org.ndd.core.compare.Relation;
import org.ndd.groups.KnownDuplicatesQueryBuilder.DuplicateSelection;
import org.ndd.plugin.NddPlugin;

/** Searches with query {@code known_duplicates} on one node, with lists and groups that the tests write. */
abstract class KnownDuplicatesTestCase extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    KnownDuplicatesQueryBuilder duplicates(String groups, Relation least, String market) {
        return duplicates(groups, least, 0, market);
    }

    KnownDuplicatesQueryBuilder duplicates(String groups, Relation least, double confidence, String market) {
        return new KnownDuplicatesQueryBuilder(
                new DuplicateSelection(groups, least, confidence, market),
                () -> getInstanceFromNode(DuplicateSets.class));
    }

    QueryBuilder duplicates(Relation least) {
        return QueryBuilders.boolQuery().filter(duplicates("dest", least, null));
    }

    void createDestination(String name) {
        assertAcked(client().admin()
                .indices()
                .prepareCreate(name)
                .setMapping(
                        "group",
                        "type=keyword",
                        "doc.index",
                        "type=keyword",
                        "doc.id",
                        "type=keyword",
                        "doc.index_uuid",
                        "type=keyword",
                        "relation",
                        "type=keyword",
                        "confidence",
                        "type=float",
                        "canonical",
                        "type=boolean",
                        "verified",
                        "type=boolean",
                        "duplicates",
                        "type=keyword,doc_values=false"));
    }

    void page(String index, String id) {
        client().prepareIndex(index)
                .setId(id)
                .setSource(Map.of("x", 1))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    void list(String prefix, String index, int number, String... ids) {
        list("dest", prefix, index, number, ids);
    }

    void list(String run, String prefix, String index, int number, String... ids) {
        client().prepareIndex(run)
                .setId(prefix + resolveIndex(index).getUUID() + "-" + number)
                .setSource(Map.of("duplicates", List.of(ids)))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    /** A missing destination has a warning, which only a request by HTTP receives in any case. The REST tests check it. */
    @Override
    protected boolean enableWarningsCheck() {
        return false;
    }

    /** The matching documents as index and id. */
    TreeSet<String> found(QueryBuilder query, String... indices) {
        return new TreeSet<>(Found.hits(
                client().prepareSearch(indices).setQuery(query).setSize(100),
                hit -> hit.getIndex() + "/" + hit.getId()));
    }

    void groupDocument(String index, String id, String relation, Double confidence) {
        Map<String, Object> doc = Map.of(
                "id", id, "index", index, "index_uuid", resolveIndex(index).getUUID());
        Map<String, Object> source = new TreeMap<>(
                Map.of("doc", doc, "group", "g", "canonical", false, "verified", true, "relation", relation));
        if (confidence != null) {
            source.put("confidence", confidence);
        }
        client().prepareIndex("dest")
                .setId("group-" + index + id)
                .setSource(source)
                .get();
    }

    void refreshGroups() {
        indicesAdmin().prepareRefresh("dest").get();
    }

    List<String> found(double confidence, String... indices) {
        QueryBuilder query = QueryBuilders.boolQuery().filter(duplicates("dest", Relation.NEAR, confidence, null));
        return List.copyOf(found(query, indices));
    }

    void fourDuplicates(String index) {
        createIndex(index);
        IntStream.range(0, 6).forEach(i -> page(index, "" + i));
        list("duplicates-", index, 0, "1", "2");
        list("duplicates-", index, 1, "3", "4");
        groupDocument(index, "1", "near", 0.6);
        groupDocument(index, "2", "near", 0.9);
        groupDocument(index, "3", "same", 1.0);
        groupDocument(index, "4", "redirect", null);
        refreshGroups();
    }
}
