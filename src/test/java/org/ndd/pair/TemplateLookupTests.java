package org.ndd.pair;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.core.template.LineHash;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLine;
import org.ndd.plugin.NddPlugin;
import org.ndd.template.LongWaits;
import org.ndd.template.StoredTemplate;
import org.ndd.template.TemplateStore;
import org.ndd.template.TestTemplates;

public class TemplateLookupTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    public void testEachIndexHasItsOwn() {
        TemplateStore store = TestTemplates.store(client());
        save("one", "a.org", "menu of one");
        save("two", "a.org", "menu of two");
        Map<IndexedSite, SiteTemplate> found = new TemplateLookup(store)
                .loadAndWait(
                        List.of(
                                new IndexedSite("one", "a.org"),
                                new IndexedSite("two", "a.org"),
                                new IndexedSite("two", "b.org"),
                                new IndexedSite("three", "a.org"),
                                new IndexedSite("one", null),
                                new IndexedSite(null, "a.org")),
                        () -> {});
        assertEquals(2, found.size());
        assertEquals("menu of one", line(found, "one"));
        assertEquals("menu of two", line(found, "two"));
    }

    public void testRefusalIsNotTakenForNoTemplate() {
        TemplateLookup lookup = new TemplateLookup(TestTemplates.store(client((listener) ->
                listener.onFailure(new ElasticsearchSecurityException("may not read", RestStatus.FORBIDDEN)))));
        ElasticsearchSecurityException e = expectThrows(
                ElasticsearchSecurityException.class,
                () -> lookup.loadAndWait(List.of(new IndexedSite("one", "a.org")), () -> {}));
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertEquals(
                "no site, no question", Map.of(), lookup.loadAndWait(List.of(new IndexedSite("one", null)), () -> {}));
    }

    public void testWaitingEndsWhenTheSearchDoes() {
        TemplateLookup lookup = new TemplateLookup(TestTemplates.store(client(listener -> {})));
        int[] checks = {3};
        expectThrows(
                ArithmeticException.class,
                () -> lookup.loadAndWait(List.of(new IndexedSite("one", "a.org")), () -> {
                    if (checks[0]-- == 0) {
                        throw new ArithmeticException("cancelled");
                    }
                }));
    }

    /** The templates never come: as many searches as may wait for them, each until it is cancelled; the others are refused. */
    public void testFewThreadsWaitLong() throws Exception {
        int most = between(1, 3);
        TemplateLookup lookup = new TemplateLookup(TestTemplates.store(client(listener -> {}), new LongWaits(most)));
        AtomicBoolean cancelled = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        List<Thread> searches = new ArrayList<>();
        for (int i = most + between(1, 3); i > 0; i--) {
            Thread search = new Thread(() -> {
                try {
                    lookup.loadAndWait(List.of(new IndexedSite("one", "a.org")), () -> {
                        if (cancelled.get()) {
                            throw new TaskCancelledException("cancelled");
                        }
                    });
                } catch (EsRejectedExecutionException e) {
                    refused.incrementAndGet();
                } catch (TaskCancelledException e) {
                    ended.incrementAndGet();
                }
            });
            searches.add(search);
            search.start();
        }
        assertBusy(() -> assertEquals(searches.size() - most, refused.get()), 25, TimeUnit.SECONDS);
        assertEquals(0, ended.get());
        cancelled.set(true);
        for (Thread search : searches) {
            search.join();
        }
        assertEquals(most, ended.get());
        assertEquals(searches.size() - most, refused.get());
    }

    private interface Answer {
        void to(ActionListener<?> listener);
    }

    private FilterClient client(Answer answer) {
        return new FilterClient(client()) {
            @Override
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                answer.to(listener);
            }
        };
    }

    private static String line(Map<IndexedSite, SiteTemplate> found, String index) {
        return found.get(new IndexedSite(index, "a.org")).lines().get(0).text();
    }

    private void save(String index, String site, String line) {
        SiteTemplate template = new SiteTemplate(
                site, List.of(new TemplateLine(LineHash.of(line), SiteTemplate.Level.COMMON, 3, line)));
        TestTemplates.save(client(), index, new StoredTemplate(template, 7, 1));
    }
}
