package org.ndd.core.group;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests of redirect resolution. */
public class RedirectPathTests extends LuceneTestCase {

    private final Map<String, String> redirects = new HashMap<>();

    private RedirectPath<String> path(String page) {
        return RedirectPath.of(page, redirects::containsKey, from -> {
            String to = redirects.get(from);
            return to.equals("nowhere") ? null : to;
        });
    }

    public void testSeveralHops() {
        redirects.putAll(Map.of("a", "b", "b", "c", "c", "page"));
        assertEquals(new RedirectPath<>(List.of("a", "b", "c", "page"), "page"), path("a"));
        assertFalse(path("a").isAlone());
    }

    public void testMissingTarget() {
        redirects.putAll(Map.of("a", "b", "b", "nowhere"));
        assertEquals(new RedirectPath<>(List.of("a", "b"), null), path("a"));
        assertTrue(path("a").isAlone());
        assertTrue(path("b").isAlone());
    }

    public void testCycleEndsAtFirstName() {
        redirects.putAll(Map.of("z", "c", "c", "b", "b", "d", "d", "c", "a", "z"));
        for (String page : List.of("a", "z", "c", "b", "d")) {
            assertEquals(page, "b", path(page).end());
            assertFalse(page, path(page).isAlone());
        }
        assertEquals(
                "redirects into a cycle are not part of it",
                List.of("a", "z", "c", "b", "d"),
                path("a").pages());
    }

    public void testSelfRedirect() {
        redirects.putAll(Map.of("a", "a", "b", "a"));
        assertEquals("a", path("a").end());
        assertTrue("a self-redirect joins no other document", path("a").isAlone());
        assertEquals("a", path("b").end());
        assertFalse(path("b").isAlone());
    }

    public void testHopsAreBounded() {
        List<String> chain = new ArrayList<>();
        for (int i = 0; i <= RedirectPath.MAX_HOPS + 1; i++) {
            chain.add("page" + i);
        }
        for (int i = 0; i <= RedirectPath.MAX_HOPS; i++) {
            redirects.put(chain.get(i), chain.get(i + 1));
        }
        assertNull(path("page0").end());
        assertTrue(path("page0").isAlone());
        assertEquals(chain.get(RedirectPath.MAX_HOPS + 1), path("page1").end());
    }
}
