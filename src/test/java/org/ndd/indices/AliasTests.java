package org.ndd.indices;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.ndd.compat.Calls;

/** An alias of several indices, in every API that takes an index. */
public class AliasTests extends SeveralIndicesWriteTestCase {

    @Override
    String source() {
        return "both";
    }

    @Override
    String first() {
        return "pages-1";
    }

    @Override
    String second() {
        return "pages-2";
    }

    @Override
    void name() {
        addToName(first());
        addToName(second());
    }

    private void addToName(String index) {
        client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index(index).alias(source())))
                .actionGet();
    }

    @Override
    boolean canBeRestored() {
        return true;
    }

    @Override
    String addName() throws IOException {
        create("pages-3", "");
        ask("PUT", "/pages-3/_doc/new?refresh", "{\"body\": \"Nobody has processed this.\"}")
                .ok();
        addToName("pages-3");
        return "pages-3";
    }

    /** Boilerplate was learned separately per index: the lines of a site cannot be listed for both. */
    public void testDifferentBoilerplate() throws IOException {
        for (String index : new String[] {first(), second()}) {
            // half of the documents are too few to learn boilerplate
            StringBuilder bulk = new StringBuilder();
            for (int i = 0; i < MENU_PAGES; i++) {
                add(bulk, index, "menu-more" + i, 1, STORM + "\n\n" + randomAlphaOfLength(30));
            }
            ask("POST", "/_bulk?refresh", bulk.toString()).ok();
            ask("POST", "/" + index + "/_ndd/boilerplate", null).ok();
        }
        String differ =
                "[index] must name indices with the same boilerplate, but was [both], whose indices have that of [";
        ask("GET", "/both/_ndd/boilerplate/" + MENU_SITE, null).rejected(400, differ);
        String page = "{\"text\": \"" + FOG + "\"";
        String url = ", \"url\": \"https://" + MENU_SITE + "/x\"}";
        ask("POST", "/both/_ndd/compare", "{\"a\": " + page + url + ", \"b\": " + page + "}}")
                .rejected(400, differ);
        ask("POST", "/pages-1/_ndd/compare", "{\"a\": " + page + url + ", \"b\": " + page + "}}")
                .ok();
        // Documents without a host are a family, which has its own boilerplate.
        ask("POST", "/both/_ndd/compare", "{\"a\": " + page + "}, \"b\": " + page + "}}")
                .rejected(400, differ);
    }

    public void testFilteredAlias() throws IOException {
        client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add()
                                .indices(first(), second())
                                .alias("some")
                                .filter(Map.of("term", Map.of("views", 9)))))
                .actionGet();
        ask("POST", "/some/_ndd/mark", "{\"dest\": {\"index\": \"any\"}}")
                .rejected(400, "must be an index or an alias without a filter and routing");
        assertEquals(2, ask("GET", "/some/_ndd/evaluate/pairs", null).ok().get("sampled"));
        ask("POST", "/some/_ndd/compare", "{\"a\": {\"_id\": \"only\"}, \"b\": {\"_id\": \"storm\"}}")
                .rejected(404, "document [only] of index [some] does not exist");
        assertEquals(
                pages("2 storm"),
                search("some", named("{'query': {'near_dup': {'like': '1 storm', 'include_self': true}}}"))
                        .hits());
    }
}
