package org.ndd.config;

import static org.hamcrest.Matchers.startsWith;

import java.util.List;
import org.elasticsearch.test.ESTestCase;

public class NameCheckTests extends ESTestCase {

    private static void assertRejected(String name, String suffix, String message) {
        Exception e = expectThrows(
                IllegalArgumentException.class, () -> NameCheck.checkNewIndex("backup", "an index", name, suffix));
        assertThat(e.getMessage(), startsWith(message));
    }

    public void testValidIndexNames() {
        for (String name : List.of("a", "pages-ndd", "\u00e4\u4f8b", "\uD83D\uDE00", "1")) {
            NameCheck.checkNewIndex("backup", "an index", name, "");
        }
    }

    public void testRejectsInvalidIndexNames() {
        for (String name : List.of("", "_a", "-a", "A", "a b", "a,b", "a*", "..", "a#", "a/b", "a".repeat(300))) {
            assertRejected(name, "", "[backup] must be a valid name of an index, but was [" + name + "]: ");
        }
        for (String name : List.of("", ".", "..")) {
            assertRejected(name, "-suffix", "[backup] must be a valid name of an index, but was [" + name + "]: ");
        }
        assertRejected("a".repeat(250), "-suffix", "[backup] must be a valid name of an index, but was [aaa");
    }

    /** A master cannot serialize a cluster state with such an index. */
    public void testRejectsUnpairedSurrogates() {
        assertRejected("a\uD800", "", "[backup] must be well-formed Unicode, but was [a?]");
        assertRejected("\uDC00\uD800", "-x", "[backup] must be well-formed Unicode, but was [??]");
        assertFalse(NameCheck.isWellFormed("a\uDFFFb"));
        assertTrue(NameCheck.isWellFormed("a\uD83D\uDE00b"));
    }
}
