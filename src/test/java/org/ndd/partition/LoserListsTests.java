package org.ndd.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.TermsLookup;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;
import org.ndd.plugin.NddPlugin;

public class LoserListsTests extends ESSingleNodeTestCase {

    private static final String RUN = "run";

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private static CancellableTask task() {
        return new CancellableTask(1, "test", "test", "", null, Map.of());
    }

    private void member(String index, String id, boolean winner, boolean verified, String role) {
        client().prepareIndex(RUN)
                .setSource(Map.of(
                        "doc", Map.of("index", index, "id", id), "winner", winner, "verified", verified, "role", role))
                .get();
    }

    private void createRunIndex() {
        PlainActionFuture<Void> created = new PlainActionFuture<>();
        new RunIndex(client(), RUN).create(created);
        created.actionGet();
    }

    private void write(int listSize) {
        indicesAdmin().prepareRefresh(RUN).get();
        PlainActionFuture<Void> written = new PlainActionFuture<>();
        new LoserLists(client(), RUN, task(), listSize).write(written);
        written.actionGet();
    }

    @SuppressWarnings("unchecked")
    private List<String> list(String id) {
        GetResponse list = client().prepareGet(RUN, id).get();
        return list.isExists() ? (List<String>) list.getSourceAsMap().get("losers") : null;
    }

    /** Each index has its lists, full ones first, each id once. */
    public void testListsHoldAllDuplicates() {
        createRunIndex();
        Map<String, List<String>> expected = new TreeMap<>();
        for (String index : List.of("a", "b")) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < between(0, 25); i++) {
                ids.add(index.equals("a") ? "x" + i : "y" + i);
                member(index, ids.get(i), false, true, randomFrom("leader", "member", "exact"));
            }
            ids.sort(null);
            expected.put(index, ids);
            member(index, "winner", true, true, "leader");
            member(index, "doubtful", false, false, "member");
            member(index, "part", false, true, "part_of");
        }
        int size = between(1, 10);
        write(size);
        expected.forEach((index, ids) -> {
            List<String> found = new ArrayList<>();
            int number = 0;
            for (List<String> list = list("losers-" + index + "-0");
                    list != null;
                    list = list("losers-" + index + "-" + ++number)) {
                assertTrue(list.size() <= size);
                assertTrue(
                        "only the last is not full",
                        list.size() == size || list("losers-" + index + "-" + (number + 1)) == null);
                found.addAll(list);
            }
            assertEquals(ids, found);
        });
    }

    public void testOneFilterHidesDuplicates() {
        createRunIndex();
        member("pages", "2", false, true, "member");
        member("pages", "1", true, true, "leader");
        write(LoserLists.LIST);
        for (String id : List.of("1", "2", "3")) {
            client().prepareIndex("pages")
                    .setId(id)
                    .setSource(Map.of("n", 1))
                    .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                    .get();
        }
        for (String list : List.of("losers-pages-0", "losers-pages-1")) {
            ElasticsearchAssertions.assertHitCount(
                    client().prepareSearch("pages")
                            .setQuery(QueryBuilders.boolQuery()
                                    .mustNot(QueryBuilders.termsLookupQuery(
                                            "_id", new TermsLookup(RUN, list, "losers")))),
                    list.endsWith("0") ? 2 : 3);
        }
    }

    public void testCancelledRunListsNothing() {
        createRunIndex();
        CancellableTask task = task();
        TaskCancelHelper.cancel(task, "test");
        PlainActionFuture<Void> written = new PlainActionFuture<>();
        expectThrows(TaskCancelledException.class, () -> new LoserLists(client(), RUN, task).write(written));
    }
}
