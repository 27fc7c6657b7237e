package org.ndd.pair;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.boilerplate.BoilerplateStore;
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

    public void testBoilerplatePerIndex() {
        BoilerplateStore store = TestBoilerplate.store(client());
        save("one", "a.org", "menu of one");
        save("two", "a.org", "menu of two");
        Map<IndexedSite, SiteBoilerplate> found = load(
                store,
                List.of(
                        new IndexedSite("one", "a.org"),
                        new IndexedSite("two", "a.org"),
                        new IndexedSite("two", "b.org"),
                        new IndexedSite("three", "a.org"),
                        new IndexedSite("one", null),
                        new IndexedSite(null, "a.org")));
        assertEquals(2, found.size());
        assertEquals("menu of one", line(found, "one"));
        assertEquals("menu of two", line(found, "two"));
    }

    public void testSectionIncludesHost() {
        BoilerplateStore store = TestBoilerplate.store(client());
        save("one", "a.org", "menu");
        save("one", "a.org/news", "menu of the news");
        save("one", "/", "menu of all without a host");
        IndexedSite section = new IndexedSite("one", "a.org/news");
        IndexedSite unknown = new IndexedSite("one", "a.org/sports");
        IndexedSite none = new IndexedSite("one", null);
        List<IndexedSite> sites = List.of(section, unknown, none, new IndexedSite("one", "b.org/news"));
        Map<IndexedSite, SiteBoilerplate> found = load(store, sites);
        assertEquals(Set.of(section, unknown, none), found.keySet());
        String text = "menu\nmenu of the news\nmenu of all without a host\nstory";
        assertEquals("menu of all without a host\nstory", found.get(section).mask(text, SiteBoilerplate.Level.COMMON));
        assertEquals("menu", found.get(unknown).lines().get(0).text());
        assertEquals("menu\nmenu of the news\nstory", found.get(none).mask(text, SiteBoilerplate.Level.COMMON));
    }

    public void testThrowsSecurityException() {
        BoilerplateStore store = TestBoilerplate.store(client((listener) ->
                listener.onFailure(new ElasticsearchSecurityException("may not read", RestStatus.FORBIDDEN))));
        ElasticsearchSecurityException e = expectThrows(
                ElasticsearchSecurityException.class, () -> load(store, List.of(new IndexedSite("one", "a.org"))));
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertEquals("no request without an index", Map.of(), load(store, List.of(new IndexedSite(null, "a.org"))));
    }

    private static Map<IndexedSite, SiteBoilerplate> load(BoilerplateStore store, List<IndexedSite> sites) {
        PlainActionFuture<Map<IndexedSite, SiteBoilerplate>> found = new PlainActionFuture<>();
        new BoilerplateLookup(store).load(sites, found);
        return found.actionGet();
    }

    private interface Response {
        void to(ActionListener<?> listener);
    }

    private FilterClient client(Response response) {
        return new FilterClient(client()) {
            @Override
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                response.to(listener);
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
