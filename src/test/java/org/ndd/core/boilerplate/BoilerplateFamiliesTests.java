package org.ndd.core.boilerplate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.text.Site;

public class BoilerplateFamiliesTests extends LuceneTestCase {

    private static BoilerplateLine line(String text, Level level) {
        return new BoilerplateLine(LineHash.of(text), level, 9, text);
    }

    public void testFamilies() {
        assertEquals(List.of("/"), BoilerplateFamilies.of(Site.of(null, null)));
        assertEquals(List.of("/"), BoilerplateFamilies.of(Site.of("urn:isbn:1", " ")));
        assertEquals(List.of("a.org"), BoilerplateFamilies.of(Site.of("https://www.a.org/x", null)));
        assertEquals(List.of("a.org"), BoilerplateFamilies.of(Site.of("https://a.org/x", "a.org")));
        assertEquals(List.of("a.org", "a.org/b/c"), BoilerplateFamilies.of(Site.of("https://a.org/x", " b/c")));
        assertEquals(List.of("/", "/b c"), BoilerplateFamilies.of(Site.of(null, "b\n c")));
    }

    public void testWithoutSection() {
        assertNull(Site.withoutSection(null));
        assertEquals("a.org", Site.withoutSection("a.org"));
        assertEquals("a.org", Site.withoutSection("a.org/b/c"));
        assertEquals("a section without a host is a site", "/b", Site.withoutSection("/b"));
    }

    /** The boilerplate of a section is added to that of its host. */
    public void testMergesHostAndSection() {
        String text = "menu\nof the section\nhead\nnews";
        SiteBoilerplate host = new SiteBoilerplate(
                "a.org",
                List.of(line("menu", Level.COMMON), line("head", Level.FULL), line("guide", Level.TITLE)),
                new long[] {1, 2});
        SiteBoilerplate section = new SiteBoilerplate(
                "a.org/b",
                List.of(line("of the section", Level.FULL), line("head", Level.COMMON), line("guide", Level.FULL)),
                new long[] {2, 3});
        for (boolean lines : new boolean[] {true, false}) {
            Map<String, SiteBoilerplate> known = lines
                    ? Map.of("a.org", host, "a.org/b", section)
                    : Map.of("a.org", host.withoutLines(), "a.org/b", section.withoutLines());
            SiteBoilerplate both = BoilerplateFamilies.boilerplate("a.org/b", known::get);
            assertEquals("news", both.mask(text, Level.FULL));
            assertEquals("of the section\nnews", both.mask(text, Level.COMMON));
            assertTrue(both.hasTitleWord("guide"));
            assertTrue(both.hasLine(LineHash.of("guide")));
            assertEquals(lines ? 5 : 0, both.lines().size());
            assertEquals("a.org/b", both.site());
            assertTrue(Arrays.equals(lines ? new long[] {1, 2, 3} : new long[0], both.fingerprints()));
            assertEquals(known.get("a.org"), BoilerplateFamilies.boilerplate("a.org/other", known::get));
            assertEquals(known.get("a.org"), BoilerplateFamilies.boilerplate("a.org", known::get));
            assertNull(BoilerplateFamilies.boilerplate(null, known::get));
        }
        SiteBoilerplate both =
                BoilerplateFamilies.boilerplate("a.org/b", Map.of("a.org", host, "a.org/b", section)::get);
        assertEquals("equals a stored site", new SiteBoilerplate("a.org/b", both.lines(), both.fingerprints()), both);
        assertEquals(new SiteBoilerplate("a.org/b", both.lines(), both.fingerprints()).version(), both.version());
    }
}
