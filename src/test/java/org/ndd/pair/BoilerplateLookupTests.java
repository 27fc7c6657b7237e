package org.ndd.pair;

import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.boilerplate.BoilerplateAction;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.plugin.NddPlugin;

public class BoilerplateLookupTests extends ESSingleNodeTestCase {

    private static final String TEXT = "menu\nmenu of the news\nmenu of two\nmenu of all without a host\nstory";

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    public void testBoilerplatePerIndex() {
        save("one", "a.org", "menu");
        save("two", "a.org", "menu of two");
        List<ComparablePage> found = complete(
                client(),
                page("one", "a.org"),
                page("two", "a.org"),
                page("two", "b.org"),
                page("three", "a.org"),
                page("one", null),
                page(null, "a.org"));
        assertEquals("menu of the news\nmenu of two\nmenu of all without a host\nstory", masked(found.get(0)));
        assertEquals("menu\nmenu of the news\nmenu of all without a host\nstory", masked(found.get(1)));
        found.subList(2, found.size()).forEach(page -> assertNull(page.boilerplate()));
    }

    public void testSectionIncludesHost() {
        save("one", "a.org", "menu");
        save("one", "a.org/news", "menu of the news");
        save("one", "/", "menu of all without a host");
        List<ComparablePage> found = complete(
                client(),
                page("one", "a.org/news"),
                page("one", "a.org/sports"),
                page("one", null),
                page("one", "b.org/news"));
        assertEquals("menu of two\nmenu of all without a host\nstory", masked(found.get(0)));
        assertEquals("menu of the news\nmenu of two\nmenu of all without a host\nstory", masked(found.get(1)));
        assertEquals("menu\nmenu of the news\nmenu of two\nstory", masked(found.get(2)));
        assertNull(found.get(3).boilerplate());
    }

    /** The documents of all indices have the boilerplate of a family that the first index with any has. */
    public void testFirstIndexOfSeveral() {
        save("one", "a.org", "menu");
        save("two", "a.org", "menu of two");
        save("two", "a.org/news", "menu of the news");
        List<String> indices = List.of("none", "one", "two");
        LoadedBoilerplate loaded = answer(l -> lookup(client()).load(indices, l));
        assertEquals(
                "menu of two\nmenu of all without a host\nstory",
                masked(page("one", null).with(loaded.ofFirst(indices, "a.org/news"))));
        assertNull(loaded.ofFirst(indices, "b.org"));
        assertNull(loaded.ofFirst(List.of(), "a.org"));
    }

    /** A node with outdated boilerplate in memory does not use it. */
    public void testDeletedAndAddedBoilerplate() {
        save("one", "a.org", "menu");
        save("one", "b.org", "menu of two");
        assertNotNull(complete(client(), page("one", "a.org")).get(0).boilerplate());
        client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request("one", "a.org"))
                .actionGet();
        assertNull(complete(client(), page("one", "a.org")).get(0).boilerplate());
        assertNotNull(complete(client(), page("one", "b.org")).get(0).boilerplate());
        save("one", "a.org", "menu");
        assertNotNull(complete(client(), page("one", "a.org")).get(0).boilerplate());
    }

    public void testThrowsSecurityException() {
        save("one", "a.org", "menu");
        Client forbidden = new FilterClient(client()) {
            @Override
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                listener.onFailure(new ElasticsearchSecurityException("may not read", RestStatus.FORBIDDEN));
            }
        };
        ElasticsearchSecurityException e =
                expectThrows(ElasticsearchSecurityException.class, () -> complete(forbidden, page("one", "a.org")));
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertNull(
                "no request without an index",
                complete(forbidden, page(null, "a.org")).get(0).boilerplate());
    }

    private List<ComparablePage> complete(Client client, ComparablePage... pages) {
        return answer(l -> lookup(client).complete(List.of(pages), l));
    }

    private BoilerplateLookup lookup(Client client) {
        return new BoilerplateLookup(getInstanceFromNode(BoilerplateRegistry.class), client);
    }

    private static ComparablePage page(String index, String site) {
        return new ComparablePage(
                new IndexedSite(index, site),
                index == null ? null : "1",
                TEXT,
                "",
                FingerprintParameters.BALANCED.version());
    }

    private static String masked(ComparablePage page) {
        return page.boilerplate().mask(page.text(), SiteBoilerplate.Level.COMMON);
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
