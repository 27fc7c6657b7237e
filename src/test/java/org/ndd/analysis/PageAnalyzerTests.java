package org.ndd.analysis;

import java.util.Arrays;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.text.RandomText;

public class PageAnalyzerTests extends ESTestCase {

    private static PageAnalyzer analyzer(Format format, int maxBytes) {
        return new PageAnalyzer(new PageParameters(PageParameters.DEFAULT.fingerprints(), format, maxBytes));
    }

    private static PageInput parts(List<String> parts) {
        return new PageInput(parts, null, null, null);
    }

    /** Parts are read one by one, so their texts are those that they have alone, and the bound is of all. */
    public void testTextOfPartsIsThatOfEachAlone() {
        for (int i = 0; i < 50; i++) {
            List<String> parts = randomList(1, 4, () -> RandomText.any(random(), between(0, 300)));
            Format format = randomFrom(Format.values());
            PageAnalysis all = analyzer(format, 1 << 20).analyze(parts(parts));
            String expected = String.join(
                    "\n",
                    parts.stream()
                            .map(part -> analyzer(format, 1 << 20)
                                    .analyze(part, null)
                                    .text())
                            .filter(text -> text.isEmpty() == false)
                            .toList());
            assertEquals(expected, all.text());
            assertFalse(all.truncated());
            int bound = between(1, 200);
            PageAnalysis cut = analyzer(format, bound).analyze(parts(parts));
            assertTrue(cut.length() <= bound);
            assertTrue(expected.startsWith(cut.text()));
            assertEquals(cut.text().equals(expected) == false, cut.truncated());
        }
    }

    /** A reply shares no fingerprint with the message that it quotes; a message that is only forwarded shares all. */
    public void testFingerprintsAreThoseOfOwnText() {
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        String message =
                "The first message says what it has to say in one long sentence.\nAnd then it says it once more in other words.\n";
        String quoted = "Somebody wrote:\n> " + message.replace("\n", "\n> ").strip();
        String answer = "\n\nThe answer is about as long as that, and it has words of its own.";
        PageAnalysis original = analyzer.analyze(message, null);
        assertTrue(original.fingerprints().length > 0);
        assertArrayEquals(
                analyzer.analyze(answer, null).fingerprints(),
                analyzer.analyze(quoted + answer, null).fingerprints());
        PageAnalysis forwarded = analyzer.analyze("-----Original Message-----\n\n" + message, null);
        for (long fingerprint : original.fingerprints()) {
            assertTrue(Arrays.stream(forwarded.fingerprints()).anyMatch(other -> other == fingerprint));
        }
        assertNotEquals(original.digest(), analyzer.analyze(quoted, null).digest());
    }

    public void testFormatsAndTitles() {
        PageInput page = parts(List.of("words", "<html><title></title><p>x", "<html><title>Second</title><p>x", ""));
        PageAnalyzer auto = analyzer(Format.AUTO, 1 << 20);
        assertEquals(List.of(Format.TEXT, Format.HTML), auto.analyze(page).formats());
        assertEquals("Second", auto.analyze(page).title());
        assertEquals("Second", auto.title(page));
        assertEquals(List.of(Format.TEXT), auto.analyze(parts(List.of(""))).formats());
        assertEquals(
                List.of(Format.HTML),
                analyzer(Format.HTML, 100).analyze(parts(List.of(""))).formats());
        assertEquals("Given", auto.title(new PageInput(page.parts(), null, " Given ", null)));
    }

    public void testSites() {
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        assertEquals("a.org", analyzer.analyze("x", "https://www.a.org/").site());
        assertEquals("A b", analyzer.site(new PageInput(List.of("x"), "https://www.a.org/", null, " A\n b ")));
        assertEquals("a.org", analyzer.site(new PageInput(List.of("x"), "https://www.a.org/", null, " ")));
        assertNull(analyzer.site(new PageInput(List.of("x"), null, null, "x".repeat(254))));
    }

    public void testHashTellsPartsApart() {
        assertEquals(
                PageAnalyzer.sourceHash("x"),
                PageAnalyzer.sourceHash(parts(List.of("x")).joined()));
        assertNotEquals(
                parts(List.of("x", "")).joined(), parts(List.of("", "x")).joined());
        assertNotEquals(
                parts(List.of("x", "y")).joined(), parts(List.of("x\n\ny")).joined());
        expectThrows(IllegalArgumentException.class, () -> parts(List.of()));
    }
}
