package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Searches for duplicates on a real node with security: required privileges, and results if documents are hidden. */
public class SearchSecurityIT extends SecurePagesTestCase {

    private static final String NO_BOILERPLATE = "ndd_no_boilerplate";
    private static final String HALF_BOILERPLATE = "ndd_half_boilerplate";
    private static final String OTHER_BOILERPLATE = "ndd_other_boilerplate";
    private static final String NO_INPUT = "ndd_half_fields";

    /** The visible half of the documents in a separate index, in which the hidden documents of {@code pages} do not exist. */
    private static final String ORACLE = "pages-ndd-oracle";

    private static final String RUN = "/_ndd/partition?wait_for_completion=true";

    private static final String QUERY = "{'size':50,'explain':true,'query':{'near_dup':{'like':{'_id':'seen-0'}}}}";
    private static final String TEXT =
            "{'size':50,'explain':true,'query':{'near_dup':{'like':{'text':'Welcome to the pages of"
                    + " seen, the best of all.\\n\\nStory 3 of the harbour in the storm is told here.\\n\\nThe boats of captain number 93"
                    + " were tied up with ropes.\\n\\nAll rights are reserved by seen today.','url':'https://seen.example/new'}}}}";
    private static final String CONTAINED = "{'size':50,'explain':true,'query':{'near_dup':{'min_containment':0.95,"
            + "'like':{'text':'Welcome to the pages of seen, the best of all.'}}}}";
    private static final String CANDIDATES =
            "{'size':50,'explain':true,'query':{'near_dup':{'like':{'_id':'seen-0'},'verify':false}}}";
    private static final String RESCORER =
            "{'size':50,'explain':true,'query':{'match_all':{}},'rescore':{'window_size':50,'near_dup':{}}}";
    private static final String RETRIEVER =
            "{'size':50,'explain':true,'retriever':{'near_dup':{'retriever':{'standard':{'query':{'match_all':{}}}}}}}";
    private static final String GROUPS = "{'size':50,'retriever':{'near_dup':"
            + "{'dest':{'index':'%s'},'retriever':{'standard':{'query':{'match_all':{}}}}}}}";
    private static final String AGGREGATION = "{'size':0,'aggs':{'d':{'near_dup':{'verify':true,'size':100},"
            + "'aggs':{'top':{'top_hits':{'size':50}}}}}}";
    private static final String EVALUATE = "{'pairs':[{'a':'seen-0','b':'seen-1','duplicate':true},"
            + "{'a':'seen-0','b':'seen-2','duplicate':false},{'a':'seen-0','b':'hidden-0','duplicate':true}]}";

    private static final String STATUS =
            "{'ids':['seen-0','seen-1','hidden-0'],'documents':[{'text':'Welcome to the pages of"
                    + " seen, the best of all.\\n\\nStory 0 of the harbour in the storm is told here.\\n\\nThe boats of captain number 0"
                    + " were tied up with ropes.\\n\\nAll rights are reserved by seen today.','url':'https://seen.example/new'}]}";

    private static final List<String> SEARCHES =
            List.of(QUERY, TEXT, CONTAINED, CANDIDATES, RESCORER, RETRIEVER, AGGREGATION);

    private static TextResponse search(String user, String index, String body) throws IOException {
        return call(user, "POST", "/" + index + "/_search", body);
    }

    private static TextResponse evaluate(String user, String index) throws IOException {
        return call(user, "POST", "/" + index + "/_ndd/evaluate", EVALUATE);
    }

    private static TextResponse status(String user, String index, String body) throws IOException {
        return call(user, "POST", "/" + index + "/_ndd/check", body);
    }

    private static String partition(String user, String index, String body) throws IOException {
        TextResponse run = call(user, "POST", "/" + index + RUN, body).ok();
        assertEquals("completed", run.get("state"));
        return (String) run.get("id");
    }

    private static Object total(TextResponse response) {
        return response.ok().get("hits.total.value");
    }

    public void testRequiresPrivileges() throws IOException {
        for (String body : SEARCHES) {
            search(USER_WITHOUT_ROLES, "pages", body).rejected(USER_WITHOUT_ROLES, "indices:data/read/search");
        }
        search(USER_WITHOUT_ROLES, "pages", groups("pages-ndd"))
                .rejected(USER_WITHOUT_ROLES, "indices:data/read/search");
        evaluate(USER_WITHOUT_ROLES, "pages").rejected(USER_WITHOUT_ROLES, "indices:data/read/ndd/evaluate");
        status(USER_WITHOUT_ROLES, "pages", STATUS).rejected(USER_WITHOUT_ROLES, "indices:data/read/ndd/check");
    }

    /** Groups of all documents contain canonical documents that are hidden from the user: they are treated as missing. */
    public void testStatusOfHiddenDocuments() throws IOException {
        String hiddenIsCanonical = "{'canonical':[{'url':['https://hidden.example/0','https://hidden.example/1']}]}";
        partition(PARTITION, "pages", hiddenIsCanonical);
        TextResponse all = status(READER, "pages", STATUS).ok();
        assertEquals("pages-ndd", all.get("dest.index"));
        assertEquals(List.of("duplicate", "duplicate", "canonical"), all.get("ids.result"));
        Map<String, String> canonical = Map.of("_index", "pages", "_id", "hidden-0");
        assertEquals(List.of(canonical, canonical), all.get("ids.canonical"));
        assertEquals(List.of(canonical), all.get("documents.canonical"));
        TextResponse half = status(HALF, "pages", STATUS).ok();
        Set<Object> kept = new HashSet<>((List<?>) half.get("ids.result"));
        assertEquals("one of the two visible documents is kept", Set.of("duplicate", "canonical", "missing"), kept);
        assertEquals(Map.of("_id", "hidden-0", "result", "missing"), ((List<?>) half.get("ids")).get(2));
        assertEquals(List.of("duplicate"), half.get("documents.result"));
        assertThat(half.text().replace("hidden-0", ""), not(containsString("hidden")));
        List<String> unprocessed = List.of("unprocessed", "unprocessed", "unprocessed");
        assertEquals(unprocessed, status(FIELDS, "pages", STATUS).ok().get("ids.result"));
        status(ONLY_SOURCE, "pages", STATUS).rejected(403, "on indices [pages-ndd]");
        status("ndd_no_visible", "pages", STATUS.replace("{'ids'", "{'must_agree':['visible'],'ids'"))
                .rejected(
                        403, "[must_agree] must be fields that the user may read in index [pages], but was [visible]");
    }

    private static TextResponse pairs(String user, String body) throws IOException {
        return call(user, "GET", "/pages/_ndd/evaluate/pairs", body);
    }

    /** Both the pairs to label and the documents to which they are compared are among the visible ones. */
    public void testPairsToLabel() throws IOException {
        pairs(USER_WITHOUT_ROLES, "{}").rejected(USER_WITHOUT_ROLES, "indices:data/read/ndd/evaluate/pairs");
        pairs(FIELDS, "{}").rejected(403, "[target_field] must be a field that the user may read in index [pages]");
        assertEquals(2 * PAGES, pairs(ONLY_SOURCE, "{}").ok().get("sampled"));
        for (boolean boilerplate : new boolean[] {false, true}) {
            if (boilerplate) {
                partition(PARTITION, "pages", null);
                pairs(ONLY_SOURCE, "{}").rejected(403, "on indices [pages-ndd-boilerplate]");
            }
            TextResponse all = pairs(READER, "{'size':1000,'query':{'prefix':{'url':'https://seen'}}}")
                    .ok();
            assertEquals(PAGES, all.get("sampled"));
            assertThat("visible documents have hidden neighbors", all.text(), containsString("hidden-"));
            TextResponse half = pairs(HALF, "{'size':1000}").ok();
            assertEquals(PAGES, half.get("sampled"));
            assertThat(((List<?>) half.get("pairs")).size(), greaterThanOrEqualTo(PAGES / 2));
            assertThat(half.text(), not(containsString("hidden")));
            TextResponse none =
                    pairs(HALF, "{'query':{'prefix':{'url':'https://hidden'}}}").ok();
            assertEquals(0, none.get("sampled"));
            assertEquals(List.of(), none.get("pairs"));
        }
    }

    /** The searches of a user who does not see the fields of the destination must not change those of other users. */
    public void testHiddenFieldsOfDestination() throws IOException {
        partition(PARTITION, "pages", null);
        String known = "{'query':{'known_duplicates':{'dest':{'index':'pages-ndd'}}}}";
        for (int look = 0; look < 2; look++) {
            for (String user : List.of("ndd_no_lists", "ndd_group_names")) {
                search(user, "pages", known).rejected(400, "whose fields [duplicates] are missing or hidden");
            }
            assertEquals(2 * PAGES - PAGES / 2, total(search(READER, "pages", known)));
        }
        String hidden = "[dest] must be a destination whose fields the user may read";
        search("ndd_group_names", "pages", groups("pages-ndd")).rejected(403, hidden);
        status("ndd_group_names", "pages", STATUS).rejected(403, hidden);
        for (String path : List.of("groups", "groups?sort=doubt", "groups?doc=seen-0", "export")) {
            for (String user : List.of("ndd_group_names", "ndd_no_roles")) {
                call(user, "GET", "/pages/_ndd/" + path, null).rejected(403, hidden);
            }
        }
    }

    private static String groups(String destination) {
        return String.format(Locale.ROOT, GROUPS, destination);
    }

    public void testMinimalPrivileges() throws IOException {
        partition(PARTITION, "pages", null);
        assertEquals("both halves have the same texts", 3, total(search(READER, "pages", QUERY)));
        assertEquals(4, total(search(READER, "pages", TEXT)));
        assertEquals("short texts share n-grams", 23, total(search(READER, "pages", CANDIDATES)));
        assertEquals(2 * PAGES, total(search(READER, "pages", RESCORER)));
        for (String retriever : List.of(RETRIEVER, groups("pages-ndd"))) {
            TextResponse collapsed = search(READER, "pages", retriever).ok();
            assertEquals(PAGES / 2, ((List<?>) collapsed.get("hits.hits")).size());
        }
        TextResponse sets = search(READER, "pages", AGGREGATION).ok();
        // sets are based on fingerprints, of which short texts of two sites share few: those of two stories are
        // separate
        assertEquals(PAGES / 2 + 2, ((List<?>) sets.get("aggregations.d.buckets")).size());
        assertEquals(3, evaluate(READER, "pages").ok().get("pairs"));

        for (String body : List.of(QUERY, TEXT, RESCORER, RETRIEVER, AGGREGATION)) {
            search(ONLY_SOURCE, "pages", body).rejected(403, "on indices [pages-ndd-boilerplate]");
        }
        search(ONLY_SOURCE, "pages", groups("pages-ndd")).rejected(ONLY_SOURCE, "indices:data/read/search");
        evaluate(ONLY_SOURCE, "pages").rejected(403, "on indices [pages-ndd-boilerplate]");
        assertEquals("boilerplate is not required", 23, total(search(ONLY_SOURCE, "pages", CANDIDATES)));
        search(READER, "pages", "{'query':{'near_dup':{'like':{'_index':'strange','_id':'seen-0'}}}}")
                .rejected(READER, "indices:data/read/mget");
    }

    /** If document-level security hides half of an index, each response equals that of an index with only the other half. */
    public void testHiddenDocumentsLeaveNoTrace() throws IOException {
        createPages(ORACLE);
        index(ORACLE, "seen", true);
        partition(HALF, "pages", "{\"dest\":{\"index\":\"pages-ndd-half\"}}");
        partition(ADMIN, ORACLE, null);
        for (String body : SEARCHES) {
            assertSameResponse(body, search(ADMIN, ORACLE, body), search(HALF, "pages", body));
        }
        assertSameResponse(
                GROUPS,
                search(ADMIN, ORACLE, groups(ORACLE + "-ndd")),
                search(HALF, "pages", groups("pages-ndd-half")));
        assertSameResponse(EVALUATE, evaluate(ADMIN, ORACLE), evaluate(HALF, "pages"));
        String query = "{\"query\":{\"near_dup\":{\"like\":{\"_id\":\"seen-0\"}}}}";
        for (String id : List.of("seen-1", "seen-2", "hidden-0")) {
            assertSameResponse(
                    "_explain/" + id,
                    call(ADMIN, "POST", "/" + ORACLE + "/_explain/" + id, query),
                    call(HALF, "POST", "/pages/_explain/" + id, query));
        }
    }

    /** The first part of the window does not fill the page: hidden documents are between the hits of each part. */
    public void testHiddenDocumentsLeaveNoTraceInLargeWindows() throws IOException {
        createPages(ORACLE);
        for (String index : List.of(ORACLE, "pages")) {
            index(index, "many", true, 150, 50);
        }
        index(ORACLE, "seen", true);
        index("pages", "many-hidden", false, 150, 50);
        partition(HALF, "pages", "{\"dest\":{\"index\":\"pages-ndd-half\"}}");
        partition(ADMIN, ORACLE, null);
        String first =
                "'size':3,'track_total_hits':true,'retriever':{'near_dup':{'rank_window_size':200,'track_similar':true,";
        String sorted = "'retriever':{'standard':{'query':{'match_all':{}},'sort':[{'url':'asc'}]}}}}}";
        String live = "{" + first + sorted;
        TextResponse response = search(HALF, "pages", live).ok();
        assertEquals(150 + PAGES, total(response));
        assertEquals("all documents of three stories are read", 3, ((List<?>) response.get("hits.hits")).size());
        assertThat(response.text(), not(containsString("hidden")));
        assertSameResponse(live, search(ADMIN, ORACLE, live), response);
        String grouped = "{" + first + "'dest':{'index':'%s'}," + sorted;
        assertSameResponse(
                grouped,
                search(ADMIN, ORACLE, String.format(Locale.ROOT, grouped, ORACLE + "-ndd")),
                search(HALF, "pages", String.format(Locale.ROOT, grouped, "pages-ndd-half")));
    }

    /** Boilerplate hidden by document-level security has no effect, though each node has it in memory. */
    public void testHiddenBoilerplateHasNoEffect() throws IOException {
        Map<String, TextResponse> unmasked = new HashMap<>();
        for (String body : List.of(QUERY, RESCORER, AGGREGATION, RETRIEVER)) {
            unmasked.put(body, search(NO_BOILERPLATE, "pages", body).ok());
        }
        partition(PARTITION, "pages", null);
        for (String body : unmasked.keySet()) {
            assertSameResponse(body, unmasked.get(body), search(NO_BOILERPLATE, "pages", body));
        }
        assertNotEquals(
                "visible boilerplate has an effect",
                unmasked.get(QUERY).get("hits"),
                search(READER, "pages", QUERY).ok().get("hits"));
    }

    /** Results must not depend on lines that the user may not read, with and without cached boilerplate. */
    public void testPartlyHiddenBoilerplate() throws IOException {
        partition(PARTITION, "pages", null);
        for (int look = 0; look < 2; look++) {
            for (String body : List.of(QUERY, TEXT, RESCORER, AGGREGATION, RETRIEVER)) {
                TextResponse response = search(HALF_BOILERPLATE, "pages", body);
                response.rejected(
                        403,
                        "must be visible as a whole or not at all, but a part of it is hidden by"
                                + " document- or field-level security");
                assertThat(response.text(), not(containsString("best of all")));
            }
            assertEquals("no texts are compared", 23, total(search(HALF_BOILERPLATE, "pages", CANDIDATES)));
            assertEquals(3, total(search(READER, "pages", QUERY)));
        }
    }

    /** A search of two indices whose user may read the boilerplate of one of them. */
    public void testUnreadableBoilerplateOfOneIndex() throws IOException {
        for (String index : List.of("pages", "strange")) {
            partition(ADMIN, index, null);
        }
        for (String body : List.of(QUERY.replace("{'_id'", "{'_index':'pages','_id'"), TEXT, RESCORER, AGGREGATION)) {
            search(ADMIN, "pages,strange", body).ok();
            search(OTHER_BOILERPLATE, "pages,strange", body).rejected(403, "on indices [strange-ndd-boilerplate]");
            search(OTHER_BOILERPLATE, "pages", body).ok();
        }
    }

    private static void assertSameResponse(String what, TextResponse oracle, TextResponse half) {
        assertEquals(what, oracle.status(), half.status());
        Map<String, Object> expected = new TextResponse(200, oracle.text().replace(ORACLE, "pages"), List.of()).map();
        Map<String, Object> actual = half.map();
        expected.remove("took");
        actual.remove("took");
        assertEquals(what, expected, actual);
    }

    /** If the input field is hidden from a user, computed texts are hidden too. */
    public void testTextsOfHiddenInputField() throws IOException {
        call(ADMIN, "DELETE", "/pages", null).ok();
        call(ADMIN, "PUT", "/_ingest/pipeline/pages", "{\"processors\":[]}").ok();
        String mapping =
                "{'mappings':{'_ndd':{'field':'body','url_field':'url'},'properties':{'ndd':{'type':'near_dup'},"
                        + "'visible':{'type':'boolean'},'url':{'type':'keyword'}}}}";
        call(ADMIN, "PUT", "/pages", mapping).ok();
        index("pages", "seen", true);
        for (String body : SEARCHES) {
            search(ADMIN, "pages", body).ok();
            TextResponse response = search(NO_INPUT, "pages", body);
            assertEquals(response.text(), body.contains("'_id'") ? 400 : 200, response.status());
            assertThat(response.text(), not(containsString("captain")));
        }
        assertEquals(0, total(search(NO_INPUT, "pages", TEXT)));
        assertThat(search(NO_INPUT, "pages", RETRIEVER).text(), containsString("\"compared\":false"));
        String compare = "{'a':{'_id':'seen-0'},'b':{'_id':'seen-1'}}";
        call(ADMIN, "POST", "/pages/_ndd/compare", compare).ok();
        call(NO_INPUT, "POST", "/pages/_ndd/compare", compare)
                .rejected(400, "document [seen-0] of index [pages] has no");
        call(NO_INPUT, "POST", "/pages" + RUN, "{\"dest\":{\"index\":\"pages-ndd-hidden\"}}")
                .rejected(403, "[target_field] must be a field that the user may read in index [pages]");
    }

    /** A hidden field must not be treated as if no document had a value. */
    public void testRejectsHiddenMustAgreeField() throws IOException {
        String hidden = "[must_agree] must be fields that the user may read in index [pages], but was [visible]";
        String option = "'near_dup':{'must_agree':['visible'],";
        for (String body : List.of(QUERY, TEXT, CANDIDATES, RESCORER, RETRIEVER)) {
            String apart =
                    body.replace("'near_dup':{'", option + "'").replace("'near_dup':{}", option.replace(",", "}"));
            assertEquals(apart, 200, search(ADMIN, "pages", apart).status());
            search("ndd_no_visible", "pages", apart).rejected(403, hidden);
        }
        Map<String, String> requests = Map.of(
                "/pages/_ndd/compare",
                "{'a':{'_id':'seen-0'},'b':{'_id':'seen-1'},'must_agree':['visible']}",
                "/pages" + RUN,
                "{'dest':{'index':'pages-ndd-apart'},'must_agree':['visible']}");
        for (Map.Entry<String, String> request : requests.entrySet()) {
            call(ADMIN, "POST", request.getKey(), request.getValue()).ok();
            call("ndd_no_visible", "POST", request.getKey(), request.getValue()).rejected(403, hidden);
        }
    }

    public void testHiddenDocumentsInGroups() throws IOException {
        partition(PARTITION, "pages", null);
        TextResponse response = search(HALF, "pages", groups("pages-ndd")).ok();
        assertEquals(PAGES, total(response));
        assertThat(response.text(), not(containsString("hidden")));
        List<?> hits = (List<?>) response.get("hits.hits");
        assertEquals(PAGES / 2, hits.size());
        for (Object hit : hits) {
            Object field = ((List<?>) ((Map<?, ?>) ((Map<?, ?>) hit).get("fields")).get("near_dup")).get(0);
            assertEquals(2, ((Map<?, ?>) field).get("count"));
        }
    }

    /** A text that only hidden documents contain is not found, also by a check. */
    public void testContainmentInHiddenDocuments() throws IOException {
        for (String user : List.of(READER, HALF)) {
            assertEquals(PAGES, total(search(user, "pages", CONTAINED)));
            int visible = user.equals(READER) ? PAGES : 0;
            assertEquals(visible, total(search(user, "pages", CONTAINED.replace("seen", "hidden"))));
        }
        String check =
                "{'min_containment':0.95,'documents':[{'text':'Welcome to the pages of hidden, the best of all.'}]}";
        assertEquals(List.of("part_of"), status(READER, "pages", check).ok().get("documents.result"));
        TextResponse half = status(HALF, "pages", check).ok();
        assertEquals(List.of("unique"), half.get("documents.result"));
        assertThat(half.text(), not(containsString("hidden")));
    }

    public void testHiddenDocumentIsReportedAsMissing() throws IOException {
        for (String verify : List.of("true", "false")) {
            String body = "{'query':{'near_dup':{'verify':" + verify + ",'like':{'_id':'%s'}}}}";
            TextResponse hidden = search(HALF, "pages", String.format(Locale.ROOT, body, "hidden-0"));
            TextResponse nowhere = search(HALF, "pages", String.format(Locale.ROOT, body, "nowhere-0"));
            assertEquals(hidden.text(), 404, hidden.status());
            assertEquals(nowhere.text(), hidden.text().replace("hidden-0", "nowhere-0"));
        }
        search(HALF, "pages", QUERY.replace("'explain'", "'profile'"))
                .rejected(400, "cannot be profiled if document level security is enabled");
    }

    /** If the user may not read the fields, documents are treated as unprocessed, as documented for each request. */
    public void testHiddenFields() throws IOException {
        partition(PARTITION, "pages", null);
        for (String body : List.of(QUERY, CANDIDATES)) {
            search(FIELDS, "pages", body).rejected(400, "document [seen-0] of index [pages] has no [ndd.text]");
        }
        assertEquals(400, evaluate(FIELDS, "pages").status());
        assertEquals("a text finds no documents", 0, total(search(FIELDS, "pages", TEXT)));
        assertEquals(List.of(), search(FIELDS, "pages", AGGREGATION).ok().get("aggregations.d.buckets"));
        List<?> rescored = (List<?>) search(FIELDS, "pages", RESCORER).ok().get("hits.hits");
        for (Object hit : rescored) {
            assertEquals("no hits are demoted", 1.0, ((Map<?, ?>) hit).get("_score"));
        }
        List<?> kept = (List<?>) search(FIELDS, "pages", RETRIEVER).ok().get("hits.hits");
        assertEquals("no hits are collapsed", 2 * PAGES, kept.size());
        for (Object hit : kept) {
            assertEquals(
                    Map.of("near_dup", List.of(Map.of("count", 1, "compared", false))),
                    ((Map<?, ?>) hit).get("fields"));
        }
    }
}
