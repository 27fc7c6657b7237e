package org.ndd.pair;

import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.get.TransportMultiGetAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.telemetry.InstrumentType;
import org.elasticsearch.telemetry.RecordingMeterRegistry;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.boilerplate.BoilerplateWaits;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.core.boilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.plugin.NddPlugin;

public class BoilerplateLookupTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    public void testEachIndexHasItsOwn() {
        BoilerplateStore store = TestBoilerplate.store(client());
        save("one", "a.org", "menu of one");
        save("two", "a.org", "menu of two");
        Map<IndexedSite, SiteBoilerplate> found = new BoilerplateLookup(store)
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

    public void testASectionHasThatOfItsHostInAddition() {
        BoilerplateStore store = TestBoilerplate.store(client());
        save("one", "a.org", "menu");
        save("one", "a.org/news", "menu of the news");
        save("one", "/", "menu of all without a host");
        IndexedSite section = new IndexedSite("one", "a.org/news");
        IndexedSite unknown = new IndexedSite("one", "a.org/sports");
        IndexedSite none = new IndexedSite("one", null);
        List<IndexedSite> sites = List.of(section, unknown, none, new IndexedSite("one", "b.org/news"));
        Map<IndexedSite, SiteBoilerplate> found = new BoilerplateLookup(store).loadAndWait(sites, () -> {});
        PlainActionFuture<Map<IndexedSite, SiteBoilerplate>> later = new PlainActionFuture<>();
        new BoilerplateLookup(store).load(sites, later);
        assertEquals(found, later.actionGet());
        assertEquals(Set.of(section, unknown, none), found.keySet());
        String text = "menu\nmenu of the news\nmenu of all without a host\nstory";
        assertEquals("menu of all without a host\nstory", found.get(section).mask(text, SiteBoilerplate.Level.COMMON));
        assertEquals("menu", found.get(unknown).lines().get(0).text());
        assertEquals("menu\nmenu of the news\nstory", found.get(none).mask(text, SiteBoilerplate.Level.COMMON));
    }

    public void testRefusalIsNotTakenForNoBoilerplate() {
        BoilerplateLookup lookup = new BoilerplateLookup(TestBoilerplate.store(client((listener) ->
                listener.onFailure(new ElasticsearchSecurityException("may not read", RestStatus.FORBIDDEN)))));
        ElasticsearchSecurityException e = expectThrows(
                ElasticsearchSecurityException.class,
                () -> lookup.loadAndWait(List.of(new IndexedSite("one", "a.org")), () -> {}));
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertEquals(
                "no index, no question",
                Map.of(),
                lookup.loadAndWait(List.of(new IndexedSite(null, "a.org")), () -> {}));
    }

    public void testWaitingEndsWhenTheSearchDoes() {
        BoilerplateLookup lookup = new BoilerplateLookup(TestBoilerplate.store(client(listener -> {})));
        int[] checks = {3};
        expectThrows(
                ArithmeticException.class,
                () -> lookup.loadAndWait(List.of(new IndexedSite("one", "a.org")), () -> {
                    if (checks[0]-- == 0) {
                        throw new ArithmeticException("cancelled");
                    }
                }));
    }

    /** The boilerplate never comes: as many searches as may wait for them, each until it is cancelled; the others are refused. */
    public void testFewThreadsWaitLong() throws Exception {
        int most = between(1, 3);
        BoilerplateLookup lookup = new BoilerplateLookup(
                TestBoilerplate.store(client(listener -> {}), new BoilerplateWaits(most, MeterRegistry.NOOP)));
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
        assertSoon(() -> assertEquals(searches.size() - most, refused.get()), 25, TimeUnit.SECONDS);
        assertEquals(0, ended.get());
        cancelled.set(true);
        for (Thread search : searches) {
            search.join();
        }
        assertEquals(most, ended.get());
        assertEquals(searches.size() - most, refused.get());
    }

    /** More sites than are read at once, some of them unknown: all from this node's own copy, on the thread that asks. */
    public void testNothingIsAskedOfOtherNodes() {
        Set<IndexedSite> expected = new HashSet<>();
        Set<IndexedSite> asked = new HashSet<>();
        List<StoredBoilerplate> boilerplate = new ArrayList<>();
        for (int i = between(1, 120); i > 0; i--) {
            String site = "site" + i + ".org";
            asked.add(new IndexedSite("one", site));
            if (rarely() == false) {
                boilerplate.add(boilerplate(site, "menu of " + site));
                expected.add(new IndexedSite("one", site));
            }
        }
        TestBoilerplate.save(client(), "one", boilerplate);
        BoilerplateStore store = TestBoilerplate.store(new ForwardingClient(action -> {
            if (action.equals(TransportMultiGetAction.NAME)) {
                throw new AssertionError("another node is asked");
            }
        }));
        for (String time : List.of("first", "from the cache")) {
            Map<IndexedSite, SiteBoilerplate> found = new BoilerplateLookup(store).loadAndWait(asked, () -> {});
            assertEquals(time, expected, found.keySet());
            found.forEach((site, ofSite) ->
                    assertEquals("menu of " + site.site(), ofSite.lines().get(0).text()));
        }
        save("one", "site1.org", "another menu");
        assertEquals(
                "seen at once",
                "another menu",
                new BoilerplateLookup(store)
                        .loadAndWait(List.of(new IndexedSite("one", "site1.org")), () -> {})
                        .get(new IndexedSite("one", "site1.org"))
                        .lines()
                        .get(0)
                        .text());
    }

    /** While this node has no copy another one is asked, which is counted; each other failure is that of the search. */
    public void testAnotherNodeIsAskedWhereThereIsNoCopyHere() {
        save("one", "a.org", "menu");
        Exception failure = randomFrom(
                new NoShardAvailableActionException(new ShardId("one-ndd-boilerplate", "uuid", 0)),
                new ShardNotFoundException(new ShardId("one-ndd-boilerplate", "uuid", 0)),
                new AlreadyClosedException("closed"),
                new IllegalStateException("something else"));
        ForwardingClient client = new ForwardingClient(action -> {
            if (action.equals("indices:data/read/ndd/boilerplate/local")) {
                throw failure;
            }
        });
        RecordingMeterRegistry meters = new RecordingMeterRegistry();
        BoilerplateLookup lookup =
                new BoilerplateLookup(TestBoilerplate.store(client, new BoilerplateWaits(1, meters)));
        List<IndexedSite> sites = List.of(new IndexedSite("one", "a.org"));
        boolean copyIsMissing =
                failure instanceof IllegalStateException == false || failure instanceof AlreadyClosedException;
        if (copyIsMissing) {
            assertEquals("menu", line(lookup.loadAndWait(sites, () -> {}), "one"));
        } else {
            assertSame(failure, expectThrows(IllegalStateException.class, () -> lookup.loadAndWait(sites, () -> {})));
        }
        meters.getRecorder().collect();
        assertEquals(
                copyIsMissing ? 1 : 0,
                meters.getRecorder()
                        .getMeasurements(InstrumentType.LONG_ASYNC_COUNTER, BoilerplateWaits.METRIC)
                        .get(0)
                        .getLong());
    }

    private interface Look {
        void at(String action) throws Exception;
    }

    /** Lets requests through, unless whoever looks at them throws. */
    private final class ForwardingClient extends FilterClient {

        private final Look look;

        private ForwardingClient(Look look) {
            super(client());
            this.look = look;
        }

        @Override
        protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                ActionType<Response> action, Request request, ActionListener<Response> listener) {
            try {
                look.at(action.name());
            } catch (Exception e) {
                listener.onFailure(e);
                return;
            }
            super.doExecute(action, request, listener);
        }
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

    private static String line(Map<IndexedSite, SiteBoilerplate> found, String index) {
        return found.get(new IndexedSite(index, "a.org")).lines().get(0).text();
    }

    private void save(String index, String site, String line) {
        TestBoilerplate.save(client(), index, boilerplate(site, line));
    }

    private static StoredBoilerplate boilerplate(String site, String line) {
        SiteBoilerplate boilerplate = new SiteBoilerplate(
                site, List.of(new BoilerplateLine(LineHash.of(line), SiteBoilerplate.Level.COMMON, 3, line)));
        return new StoredBoilerplate(boilerplate, 7, 1);
    }
}
