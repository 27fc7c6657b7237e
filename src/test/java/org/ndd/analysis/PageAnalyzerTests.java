package org.ndd.analysis;

import static org.hamcrest.Matchers.lessThan;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.ndd.AllocatedBytes;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.text.RandomText;

public class PageAnalyzerTests extends ESTestCase {

    private static PageAnalyzer analyzer(Format format, int maxBytes) {
        return new PageAnalyzer(new PageParameters(PageParameters.DEFAULT.fingerprints(), format, maxBytes));
    }

    private static PageInput parts(List<String> parts) {
        return new PageInput(parts, null, null, null);
    }

    /** Each part is analyzed separately; the maximum length applies to all parts together. */
    public void testPartsAreAnalyzedSeparately() {
        for (int i = 0; i < 50; i++) {
            List<String> parts = randomList(1, 4, () -> RandomText.any(random(), between(0, 300)));
            Format format = randomFrom(Format.values());
            PageAnalysis all = analyzer(format, 1 << 20).analyze(parts(parts));
            String expected = String.join(
                    "\n",
                    parts.stream()
                            .map(part -> analyzer(format, 1 << 20)
                                    .analyze(PageInput.of(part, null))
                                    .text())
                            .filter(text -> text.isEmpty() == false)
                            .toList());
            assertEquals(expected, all.text());
            assertFalse(all.canonicalText().truncated());
            int bound = between(1, 200);
            PageAnalysis cut = analyzer(format, bound).analyze(parts(parts));
            assertTrue(cut.length() <= bound);
            int source = cut.canonicalText().truncated() ? cut.text().lastIndexOf("\n... ") : -1;
            String kept = source < 0 ? cut.text() : cut.text().substring(0, source);
            assertTrue(expected.startsWith(kept));
            assertEquals(kept.equals(expected) == false, cut.canonicalText().truncated());
        }
    }

    /** A list of parts may have millions. If each of them was appended to a new text, 100,000 would take minutes. */
    public void testWorkIsLinearInParts() {
        PageAnalyzer analyzer = analyzer(Format.TEXT, 1 << 20);
        PageInput few = parts(Collections.nCopies(1_000, "word"));
        PageInput many = parts(Collections.nCopies(4_000, "word"));
        long bytes = AllocatedBytes.of(() -> analyzer.text(few));
        assertThat(AllocatedBytes.of(() -> analyzer.text(many)), lessThan(6 * bytes));
    }

    /** Reading all of a longer input would take several times its size in memory. */
    public void testReadsLimitedInput() {
        for (Format format : Format.values()) {
            PageAnalysis page = analyzer(format, 1 << 20)
                    .analyze(parts(List.of("first", " ".repeat(HtmlPage.MAX_CHARS - 10) + "middle", "last")));
            assertTrue(page.canonicalText().truncated());
            assertTrue(page.text(), page.text().startsWith("first\nmiddl\n... "));
            assertFalse(page.text(), page.text().contains("last"));
        }
    }

    /** Otherwise documents whose titles differ only at their ends would be the same, and one of them could be deleted. */
    public void testLongTitlesStayDifferent() {
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        String title = "word ".repeat(199) + "final";
        for (String cut : List.of(title + "s", title + " one", title + " two")) {
            PageAnalysis page = analyzer.analyze(new PageInput(List.of("text"), null, cut, null));
            assertTrue(page.title(), page.title().length() <= 1000);
            PageAnalysis other = analyzer.analyze(new PageInput(List.of("text"), null, cut + "!", null));
            assertNotEquals(page.title(), other.title());
            assertEquals(
                    Relation.NEAR,
                    new PairComparator(SimilarityParameters.BALANCED)
                            .compare(text(page), text(other), () -> {})
                            .relation());
        }
        assertEquals(
                title,
                analyzer.analyze(new PageInput(List.of("text"), null, title, null))
                        .title());
    }

    private static PageText text(PageAnalysis page) {
        return new PageText(
                "the same text that both documents have, of more than a few words", page.title(), null, null);
    }

    /** A reply shares no fingerprints with the quoted message; a forwarded message shares most of them. */
    public void testFingerprintsIgnoreQuotedText() {
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        String message =
                "The first message says what it has to say in one long sentence.\nAnd then it says it once more in other words.\n";
        String quoted = "Somebody wrote:\n> " + message.replace("\n", "\n> ").strip();
        String response = "\n\nThe answer is about as long as that, and it has words of its own.";
        PageAnalysis original = analyzer.analyze(PageInput.of(message, null));
        assertTrue(original.fingerprints().length > 0);
        assertArrayEquals(
                analyzer.analyze(PageInput.of(response, null)).fingerprints(),
                analyzer.analyze(PageInput.of(quoted + response, null)).fingerprints());
        PageAnalysis forwarded = analyzer.analyze(PageInput.of("-----Original Message-----\n\n" + message, null));
        int shared = 0;
        for (long fingerprint : original.fingerprints()) {
            shared += Arrays.stream(forwarded.fingerprints()).anyMatch(other -> other == fingerprint) ? 1 : 0;
        }
        assertTrue(shared + " of " + original.fingerprints().length, 2 * shared > original.fingerprints().length);
        assertNotEquals(
                original.digest(), analyzer.analyze(PageInput.of(quoted, null)).digest());
    }

    /** Copies with variant characters have the same digest and fingerprints. */
    public void testVariantSpellingsHaveEqualFingerprints() {
        for (List<String> copies : List.of(
                // Arabic: "The boy wrote a long letter to his father in the village", with vowel marks and tatweel, and
                // without
                List.of(
                        "\u0643\u064E\u062A\u064E\u0628\u064E \u0671\u0644\u0652\u0648\u064E\u0644\u064E\u062F\u064F "
                                + "\u0631\u0650\u0633\u064E\u0627\u0644\u064E\u0629\u064B "
                                + "\u0637\u064E\u0648\u0650\u064A\u0644\u064E\u0629\u064B "
                                + "\u0625\u0650\u0644\u064E\u0649 \u0623\u064E\u0628\u0650\u064A\u0647\u0650 \u0641\u0650\u064A "
                                + "\u0627\u0644\u0642\u064E\u0631\u0640\u0640\u0652\u064A\u064E\u0629\u0650",
                        "\u0643\u062A\u0628 \u0627\u0644\u0648\u0644\u062F \u0631\u0633\u0627\u0644\u0629 \u0637\u0648\u064A\u0644\u0629 "
                                + "\u0625\u0644\u0649 \u0623\u0628\u064A\u0647 \u0641\u064A \u0627\u0644\u0642\u0631\u064A\u0629"),
                // Hebrew: "The children read the names of the mountains"
                List.of(
                        "\u05D4\u05B7\u05D9\u05B0\u05DC\u05B8\u05D3\u05B4\u05D9\u05DD \u05E7\u05B8\u05E8\u05B0\u05D0\u05D5\u05BC "
                                + "\u05D0\u05B6\u05EA \u05E9\u05C1\u05B0\u05DE\u05D5\u05B9\u05EA "
                                + "\u05D4\u05B6\u05D4\u05B8\u05E8\u05B4\u05D9\u05DD",
                        "\u05D4\u05D9\u05DC\u05D3\u05D9\u05DD \u05E7\u05E8\u05D0\u05D5 \u05D0\u05EA \u05E9\u05DE\u05D5\u05EA "
                                + "\u05D4\u05D4\u05E8\u05D9\u05DD"),
                // Japanese: "A picture that was drawn beside the school's hearth in the daytime", in old and in new
                // characters
                List.of(
                        "\u665D\u306B\u5B78\u6821\u306E\u7210\u908A\u3067\u756B\u3044\u305F\u5716",
                        "\u663C\u306B\u5B66\u6821\u306E\u7089\u8FBA\u3067\u753B\u3044\u305F\u56F3"),
                // Korean, decomposed
                List.of(
                        "\u1112\u1161\u11AB\u1100\u1173\u11AF \u1106\u116E\u11AB\u1109\u1165",
                        "\uD55C\uAE00 \uBB38\uC11C"),
                List.of("\uFF33\uFF48\uFF49\uFF50\uFF53 wa\u00ADit in the b\u200Bay", "ships wait in the bay"))) {
            PageAnalysis first = analyzer(Format.TEXT, 1 << 20).analyze(PageInput.of(copies.get(0), null));
            PageAnalysis second = analyzer(Format.TEXT, 1 << 20).analyze(PageInput.of(copies.get(1), null));
            assertEquals(copies.get(1), first.text());
            assertEquals(second.text(), first.text());
            assertEquals(second.digest(), first.digest());
            assertEquals(second.fingerprintTerms(), first.fingerprintTerms());
        }
    }

    public void testTitleAfterLeadingText() {
        for (String before :
                List.of("\uFEFF", "Warning: x in /srv/x.php on line 3\n", "<script>a</script>", "<!-- a -->")) {
            PageAnalysis page = analyzer(Format.AUTO, 1 << 20)
                    .analyze(PageInput.of(
                            before + "<!doctype html><html><head><title>Ships</title></head><p>Ships wait.</html>",
                            null));
            assertEquals(List.of(Format.HTML), page.formats());
            assertEquals("Ships", page.title());
        }
    }

    public void testFormatsAndTitles() {
        PageInput page = parts(List.of("words", "<html><title></title><p>x", "<html><title>Second</title><p>x", ""));
        PageAnalyzer auto = analyzer(Format.AUTO, 1 << 20);
        assertEquals(List.of(Format.TEXT, Format.HTML), auto.analyze(page).formats());
        assertEquals("Second", auto.analyze(page).title());
        assertEquals(List.of(Format.TEXT), auto.analyze(parts(List.of(""))).formats());
        assertEquals(
                List.of(Format.HTML),
                analyzer(Format.HTML, 100).analyze(parts(List.of(""))).formats());
        assertEquals(
                "Given",
                auto.analyze(new PageInput(page.parts(), null, " Given ", null)).title());
    }

    public void testSites() {
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        assertEquals(
                "a.org",
                analyzer.analyze(PageInput.of("x", "https://www.a.org/")).site());
        assertEquals("a.org/A b", analyzer.site(new PageInput(List.of("x"), "https://www.a.org/", null, " A\n b ")));
        assertEquals("a.org", analyzer.site(new PageInput(List.of("x"), "https://www.a.org/", null, " ")));
        assertNull(analyzer.site(new PageInput(List.of("x"), null, null, "x".repeat(254))));
    }

    public void testSourceHashDependsOnParts() {
        assertEquals(
                PageInput.of("x", "https://a.org/").sourceHash(),
                parts(List.of("x")).sourceHash());
        assertNotEquals(
                parts(List.of("x", "")).sourceHash(), parts(List.of("", "x")).sourceHash());
        assertNotEquals(
                parts(List.of("x", "y")).sourceHash(), parts(List.of("x\n\ny")).sourceHash());
        expectThrows(IllegalArgumentException.class, () -> parts(List.of()));
    }
}
