package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.test.ESSingleNodeTestCase;

/** Lists of redirecting documents, numbered after the existing lists. */
public class RedirectListsTests extends ESSingleNodeTestCase {

    private static final String RUN = "run";

    private final AtomicInteger writes = new AtomicInteger();

    private void put(String id, Map<String, Object> source) {
        client().index(new IndexRequest(RUN)
                        .id(id)
                        .source(source)
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    private void write(CircuitBreaker breaker) {
        writes.set(0);
        Client client = new FilterClient(client()) {
            @Override
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                if (request instanceof IndexRequest) {
                    writes.incrementAndGet();
                }
                super.doExecute(action, request, listener);
            }
        };
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        new RedirectLists(client, breaker, RUN, List.of("de"), () -> {}).write(done);
        done.actionGet();
        assertEquals("all memory is released", 0, breaker.getUsed());
    }

    public void testWritesEachListOnce() {
        assertAcked(indicesAdmin()
                .prepareCreate(RUN)
                .setMapping("doc.index_uuid", "type=keyword", "doc.id", "type=keyword", "group", "type=keyword"));
        int lists = between(0, 9);
        for (int i = 0; i < lists; i++) {
            put("duplicates-uuid-" + i, Map.of("duplicates", List.of("text" + i)));
        }
        for (String page : List.of("a", "b")) {
            put(page, Map.of("group", "group", "role", "redirect", "doc", Map.of("index_uuid", "uuid", "id", page)));
        }
        CircuitBreaker small = newLimitedBreaker(ByteSizeValue.ofBytes(150));
        expectThrows(CircuitBreakingException.class, () -> write(small));
        assertEquals("all memory is released", 0, small.getUsed());
        write(newLimitedBreaker(ByteSizeValue.ofKb(1)));
        assertEquals("one list for all markets and one for the only market", 2, writes.get());
        for (String id : List.of("duplicates-uuid-" + lists, "duplicates:de:uuid-0")) {
            assertEquals(
                    List.of("a", "b"),
                    client().prepareGet(RUN, id).get().getSourceAsMap().get("duplicates"));
        }
    }
}
