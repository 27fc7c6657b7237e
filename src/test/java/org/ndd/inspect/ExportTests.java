package org.ndd.inspect;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.inspect.ExportOptions.ExportFilter;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestPartitions;
import org.ndd.plugin.NddPlugin;

/** Exports of groups on one node, read part by part. */
public class ExportTests extends ESSingleNodeTestCase {

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(60);

    private static final int GROUPS = 150;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** Groups of two and of three documents; ids are not in the order of groups. */
    private void indexStories() throws Exception {
        assertAcked(indicesAdmin().prepareCreate("pages").setMapping("ndd", "type=near_dup", "lang", "type=keyword"));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int copy = 0; copy < 3; copy++) {
            for (int story = 0; story < GROUPS; story++) {
                if (copy < 2 + story % 2) {
                    bulk.add(new IndexRequest("pages").id(copy + "-" + story).source(page(story, copy)));
                }
            }
        }
        assertFalse(client().bulk(bulk).actionGet(TIMEOUT).hasFailures());
    }

    private static Map<String, Object> page(int story, int copy) {
        String text = "Story " + story * 7919 + " of the harbour: captain number " + story * 31 + " tied up "
                + story * 17 + " boats with ropes in the storm of the year " + story * 101 + ".";
        Map<String, Object> ndd = TestCorpus.fields(copy + "-" + story, null, text);
        ndd.put("title", "Story " + story);
        return Map.of("ndd", ndd, "lang", "en");
    }

    private String partition() {
        return TestPartitions.run(client(), "pages", "{\"max_retained_runs\": 3}")
                .id();
    }

    private static ExportOptions options(ExportOptions.Sort sort, int minSize, boolean contributions) {
        ExportFilter filter = new ExportFilter(
                null,
                null,
                true,
                List.of(),
                new ExportFilter.Interval("confidence", 0, 1),
                new ExportFilter.Interval("resemblance", 0, 1),
                new GroupSizeRange(minSize, Integer.MAX_VALUE));
        return new ExportOptions(filter, sort, List.of("lang"), contributions);
    }

    /** An export whose parts a test reads one by one. */
    private final class Export {

        private final PlainActionFuture<ActionResponse.Empty> end = new PlainActionFuture<>();
        private final PlainActionFuture<RowStream> started = new PlainActionFuture<>();
        private RowStream.Page page;

        Export(ExportOptions options) {
            ExportAction.Request request = new ExportAction.Request(new String[] {"pages"}, null, "ndd", options)
                    .withRowHandler((stream, first) -> {
                        page = first;
                        started.onResponse(stream);
                    });
            client().execute(ExportAction.TYPE, request, ActionListener.wrap(end::onResponse, e -> {
                end.onFailure(e);
                started.onFailure(e);
            }));
        }

        RowStream stream() {
            return started.actionGet(TIMEOUT);
        }

        /** @param characters assumed length of each part */
        List<Map<String, Object>> rest(long characters, int most) {
            RowStream stream = stream();
            List<Map<String, Object>> rows = new ArrayList<>(page.rows());
            while (page.last() == false) {
                stream.adaptPageSize(characters);
                PlainActionFuture<RowStream.Page> next = new PlainActionFuture<>();
                stream.next(next);
                page = next.actionGet(TIMEOUT);
                assertThat(page.rows().size(), lessThanOrEqualTo(most));
                rows.addAll(page.rows());
            }
            stream.close();
            end.actionGet(TIMEOUT);
            return rows;
        }
    }

    private static List<String> ids(List<Map<String, Object>> rows) {
        return rows.stream().map(row -> (String) row.get("_id")).toList();
    }

    private List<TaskInfo> exports() {
        return client().admin()
                .cluster()
                .prepareListTasks()
                .setActions(ExportAction.TYPE.name())
                .get()
                .getTasks();
    }

    private void assertNoOpenExports() throws Exception {
        assertSoon(() -> {
            assertEquals(List.of(), exports());
            assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts());
        });
    }

    public void testExportsPublishedRunInPartsOfAnySize() throws Exception {
        indexStories();
        String run = partition();
        for (ExportOptions.Sort sort : ExportOptions.Sort.values()) {
            Export export = new Export(options(sort, 2, false));
            export.stream();
            assertEquals(RowStream.FIRST_PAGE_SIZE, export.page.rows().size());
            assertEquals("the task is visible", 1, exports().size());
            if (sort == ExportOptions.Sort.GROUP) {
                client().prepareDelete("pages", "0-1").get();
                partition();
            }
            List<Map<String, Object>> rows = export.rest(Long.MAX_VALUE / 2_000, 1);
            assertEquals(GROUPS * 5 / 2, rows.size());
            assertEquals(rows.size(), new TreeSet<>(ids(rows)).size());
            for (Map<String, Object> row : rows) {
                assertEquals(run, row.get("run"));
                assertEquals(2 + Integer.parseInt(((String) row.get("_id")).substring(2)) % 2, row.get("size"));
            }
            assertNoOpenExports();
        }
    }

    public void testSortedByGroup() throws Exception {
        indexStories();
        partition();
        List<Map<String, Object>> rows =
                new Export(options(ExportOptions.Sort.GROUP, 3, false)).rest(1, RowStream.MAX_PAGE_SIZE);
        assertEquals(GROUPS / 2 * 3, rows.size());
        Map<Object, List<Map<String, Object>>> groups = rows.stream()
                .collect(Collectors.groupingBy(row -> row.get("group"), TreeMap::new, Collectors.toList()));
        List<Map<String, Object>> expected = new ArrayList<>();
        groups.values().forEach(expected::addAll);
        assertEquals(expected, rows);
        for (List<Map<String, Object>> group : groups.values()) {
            assertEquals(true, group.get(0).get("canonical"));
            for (Map<String, Object> row : group) {
                assertEquals(group.get(0).get("title"), row.get("canonical_title"));
                assertEquals(Map.of("lang", "en"), row.get("fields"));
            }
        }
        assertNoOpenExports();
    }

    public void testContributionsOfExistingDocuments() throws Exception {
        indexStories();
        partition();
        client().prepareDelete("pages", "1-0").get();
        int compared = 0;
        for (Map<String, Object> row :
                new Export(options(ExportOptions.Sort.DOC, 2, true)).rest(1, RowStream.MAX_PAGE_SIZE)) {
            boolean there = row.get("canonical").equals(false)
                    && row.get("_id").equals("1-0") == false
                    && row.get("canonical_id").equals("1-0") == false;
            assertEquals(row.toString(), there, row.containsKey("contributions"));
            compared += there ? 1 : 0;
        }
        assertThat(compared, greaterThan(GROUPS));
        assertNoOpenExports();
    }

    public void testCancellation() throws Exception {
        indexStories();
        partition();
        Export export = new Export(options(ExportOptions.Sort.DOC, 2, false));
        RowStream stream = export.stream();
        client().admin()
                .cluster()
                .prepareCancelTasks()
                .setTargetTaskId(exports().get(0).taskId())
                .get();
        PlainActionFuture<RowStream.Page> next = new PlainActionFuture<>();
        stream.next(next);
        assertThat(expectThrows(Exception.class, next::actionGet), instanceOf(TaskCancelledException.class));
        stream.close();
        stream.close();
        assertNoOpenExports();
    }

    public void testWithoutRun() throws Exception {
        indexStories();
        Export export = new Export(options(ExportOptions.Sort.DOC, 2, false));
        ResourceNotFoundException missing =
                expectThrows(ResourceNotFoundException.class, () -> export.end.actionGet(TIMEOUT));
        assertThat(
                missing.getMessage(),
                containsString(
                        "[pages] has no groups in [pages-ndd]: start a run first, or wait until it has published its groups"));
        assertNoOpenExports();
    }
}
