package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.answer;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupStore;

/** Redirects across the indices of an alias that share ids and URLs, and are added, deleted, and recreated. */
public class RedirectsAcrossIndicesTests extends RedirectedGroupsTestCase {

    private static final String ALIAS = "all";

    /** Sorts before the other index by name, and is part of the alias with a filter. */
    private static final String OLDER = "older";

    private String text;

    public RedirectsAcrossIndicesTests() {
        options += ", \"dest\": {\"index\": \"" + DEST + "\"}";
    }

    @Override
    String source() {
        return ALIAS;
    }

    @Override
    List<String> indices() {
        return List.of(OLDER, INDEX);
    }

    @Override
    void create(String index, int shards) {
        super.create(index, shards);
        AliasActions alias = AliasActions.add().index(index).alias(ALIAS);
        if (index.equals(OLDER)) {
            alias.filter(QueryBuilders.boolQuery().mustNot(QueryBuilders.termQuery("moved_to", "hidden")));
        }
        assertAcked(indicesAdmin().aliases(Calls.aliases().addAliasAction(alias)));
    }

    /** The document exists, but the alias no longer includes it. */
    private void hide(String page) {
        there.remove(page);
        changed.add(page);
        DocumentName name = name(page);
        client().index(new IndexRequest(name.index())
                        .id(name.id())
                        .source(Map.of("url", url(name.id()), "moved_to", "hidden")))
                .actionGet();
    }

    /** All documents of the index are deleted, so the checkpoint receives the group members of that index. */
    private void deleteOlder() {
        DocumentName last = null;
        List<DocumentName> pages;
        do {
            DocumentName after = last;
            pages = answer(l -> GroupStore.pagesAfter(client(), run, Set.of(OLDER), after, between(1, 5), l));
            for (DocumentName page : pages) {
                changed.add(display(page));
                last = page;
            }
        } while (pages.isEmpty() == false);
        assertAcked(indicesAdmin().prepareDelete(OLDER));
        there.removeIf(page -> name(page).index().equals(OLDER));
        deletedIndices.add(OLDER);
    }

    /** Consecutive documents often have the same text, in one index or two. */
    @Override
    String anyText() {
        if (text == null || randomBoolean()) {
            text = super.anyText();
        }
        return text;
    }

    private String anyName() {
        return (randomBoolean() ? OLDER + "/" : "") + "page" + between(0, 20);
    }

    /** Two documents share some of the URLs, in one index or two; some addresses are ids in both. */
    private void anyPage(String page) throws IOException {
        String to = null;
        if (randomBoolean()) {
            String other = "page" + between(0, 20);
            to = switch (between(0, 4)) {
                case 0 -> MISSING_TARGET;
                case 1 -> name(page).id();
                case 2 -> other;
                default -> url(other);
            };
        }
        put(page, url("page" + between(0, 20)), to, to != null && randomBoolean() ? null : anyText());
    }

    public void testRandomUpdatesEqualRun() throws IOException {
        if (randomBoolean()) {
            options += ", \"markets\": {\"de\": {\"canonical\": [\"_url_length\"]}}";
        }
        create(between(1, 3));
        create(OLDER, between(1, 3));
        for (int i = 0; i < 25; i++) {
            anyPage(anyName());
        }
        begin();
        for (int step = 0; step < (TEST_NIGHTLY ? 6 : 3); step++) {
            for (int i = between(1, 8); i > 0; i--) {
                String known = RandomPicks.randomFrom(random(), List.copyOf(there));
                switch (between(0, 5)) {
                    case 0 -> delete(known);
                    case 1 -> hide(OLDER + "/page" + between(0, 20));
                    case 2 -> anyPage(known);
                    default -> anyPage(anyName());
                }
            }
            if (between(0, 3) == 0) {
                deleteOlder();
                create(OLDER, between(1, 3));
                for (int i = between(0, 8); i > 0; i--) {
                    anyPage(OLDER + "/page" + between(0, 20));
                }
            }
            update();
            assertEqualsNewRun();
        }
        deleteOlder();
        update();
        assertEqualsNewRun();
    }

    public void testDuplicateIdResolvesToFirstIndex() throws IOException {
        create(2);
        create(OLDER, 1);
        page("target", text(stories.get(0)));
        page(OLDER + "/target", text(stories.get(1)));
        redirect("from", "target");
        redirect(OLDER + "/from", url("target"));
        begin();
        assertEquals(Set.of(Set.of(OLDER + "/target", "from"), Set.of("target", OLDER + "/from")), groups());
        hide(OLDER + "/target");
        update();
        assertEquals(Set.of(Set.of("target", OLDER + "/from", "from")), groups());
        page(OLDER + "/target", text(stories.get(0)));
        update();
        assertEquals(Set.of(Set.of(OLDER + "/target", "target", OLDER + "/from", "from")), groups());
        assertEquals(Map.of("from", OLDER + "/target", OLDER + "/from", "target"), targets(documents(run)));
        assertEqualsNewRun();
    }

    public void testDeletedIndexRemovesBrokenRedirect() throws IOException {
        create(1);
        create(OLDER, 1);
        page("end", text(stories.get(0)));
        redirect(OLDER + "/end", MISSING_TARGET);
        redirect("from", "end");
        begin();
        assertEquals("the first document with the id redirects to a missing document", Set.of(), groups());
        deleteOlder();
        update();
        assertEquals(Set.of(Set.of("end", "from")), groups());
        assertEqualsNewRun();
    }

    public void testRedirectChainAcrossIndices() throws IOException {
        create(1);
        create(OLDER, 2);
        page("end", text(stories.get(0)));
        page("copy", text(stories.get(0)));
        redirect(OLDER + "/middle", url("end"));
        redirect("from", url(OLDER + "/middle"));
        begin();
        assertEquals(Set.of(Set.of("end", "copy", OLDER + "/middle", "from")), groups());
        deleteOlder();
        update();
        assertEquals("the chain ends where a document is missing", Set.of(Set.of("end", "copy")), groups());
        create(OLDER, 1);
        redirect(OLDER + "/middle", "copy");
        update();
        assertEquals(Set.of(Set.of("end", "copy", OLDER + "/middle", "from")), groups());
        assertEqualsNewRun();
    }

    /** Equal documents share a search. They have the same ids, sequence numbers and texts in both indices, of which one is recreated. */
    public void testEqualPagesInRecreatedIndex() throws IOException {
        create(1);
        create(OLDER, 1);
        String first = text(stories.get(0));
        String second = text(stories.get(1));
        for (String page : List.of("known", "known-too", OLDER + "/known", OLDER + "/known-too")) {
            page(page, first);
        }
        page("other", second);
        begin();
        for (String page : List.of("new", OLDER + "/new")) {
            page(page, second);
        }
        update();
        Set<String> others = Set.of("other", "new", OLDER + "/new");
        assertEquals(Set.of(Set.of("known", "known-too", OLDER + "/known", OLDER + "/known-too"), others), groups());
        deleteOlder();
        create(OLDER, 1);
        // the same sequence numbers with the text of the other group
        page(OLDER + "/known", second);
        page(OLDER + "/known-too", second);
        page("known", second);
        update();
        assertEquals(Set.of(Set.of("other", "new", "known", OLDER + "/known", OLDER + "/known-too")), groups());
        assertEqualsNewRun();
        deleteOlder();
        page("last", second);
        update();
        assertEquals(Set.of(Set.of("other", "new", "known", "last")), groups());
        assertEqualsNewRun();
    }
}
