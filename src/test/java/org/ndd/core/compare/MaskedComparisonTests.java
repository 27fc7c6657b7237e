package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;

/** Comparison of pages whose sites have boilerplate. */
public class MaskedComparisonTests extends LuceneTestCase {
    private static final String SITE = "example.org";

    private final List<String> menu = lines(20);
    private final List<String> teasers = lines(20);
    private final SiteBoilerplate boilerplate = boilerplate(menu, teasers);
    private final SiteBoilerplate nothing = new SiteBoilerplate("example.net", List.of());

    private static List<String> lines(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(TestTexts.prose(random(), 1));
        }
        return lines;
    }

    private static SiteBoilerplate boilerplate(List<String> common, List<String> full) {
        return new SiteBoilerplate(
                SITE,
                Stream.concat(
                                common.stream().map(line -> line(line, Level.COMMON, 90)),
                                full.stream().map(line -> line(line, Level.FULL, 9)))
                        .toList());
    }

    private static BoilerplateLine line(String line, Level level, int pages) {
        return new BoilerplateLine(LineHash.of(line), level, pages, line);
    }

    @SafeVarargs
    private static String page(List<String>... blocks) {
        return Stream.of(blocks)
                .flatMap(List::stream)
                .reduce((a, b) -> a + "\n" + b)
                .orElse("");
    }

    private static Comparison explain(PageText a, PageText b) {
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        Comparison full = comparator.explain(a, b, () -> {});
        Comparison fast = comparator.compare(a, b, () -> {});
        Comparison ifNear =
                comparator.compareIfNear(TestTexts.page(random(), a), TestTexts.page(random(), b), () -> {});
        assertEquals(ifNear == null ? null : fast, ifNear);
        assertFalse(ifNear == null && fast.similar());
        assertEquals(full.reason(), fast.reason());
        assertEquals(full.resemblance(), fast.resemblance(), 0.0);
        return full;
    }

    private PageText of(String text, SiteBoilerplate known) {
        return new PageText(text, SITE, known);
    }

    public void testBoilerplateMakesNoDuplicates() {
        String a = page(menu, lines(12), teasers);
        String b = page(menu, lines(12), teasers);
        assertTrue(
                "unmasked, the boilerplate decides",
                explain(of(a, null), of(b, null)).similar());
        Comparison masked = explain(of(a, boilerplate), of(b, boilerplate));
        assertFalse(masked.similar());
        assertEquals(Reason.SKETCH_BOUND, masked.reason());
        assertTrue(masked.boilerplateKnown());
        int boilerplateLength = page(menu, teasers).length() + 1;
        assertEquals(boilerplateLength, masked.maskedA());
        assertEquals(a.length() - boilerplateLength, masked.lengthA());
        assertEquals(b.length() - boilerplateLength, masked.lengthB());
    }

    public void testSameContentUnderOtherBoilerplateIsFound() {
        List<String> content = lines(12);
        PageText here = of(page(menu, content, teasers), boilerplate);
        PageText there = new PageText(page(lines(1), content), "example.net", nothing);
        Comparison comparison = explain(here, there);
        assertTrue(comparison.similar());
        assertTrue(comparison.boilerplateKnown());
        assertEquals(0, comparison.maskedB());
    }

    public void testRegionsArePositionsOfTheWholeTexts() {
        List<String> content = lines(14);
        String a = page(menu, content, teasers);
        String b = page(menu, content.subList(0, 13), lines(1), teasers);
        Comparison comparison = explain(of(a, boilerplate), of(b, boilerplate));
        assertFalse(comparison.regions().isEmpty());
        for (Region region : comparison.regions()) {
            assertEquals(region.text(), a.substring(region.startA(), region.endA()));
            assertTrue(region.startB() >= page(menu).length());
            assertTrue(region.endB() <= b.length() - page(teasers).length());
        }
    }

    /** The full boilerplate would leave one line of 21 that are left without it: then teasers are content. */
    public void testLittleLeftMeansThatOnlyCommonLinesAreMasked() {
        String a = page(menu, teasers, lines(1));
        String b = page(menu, teasers, lines(1));
        Comparison comparison = explain(of(a, boilerplate), of(b, boilerplate));
        assertEquals(page(menu).length() + 1, comparison.maskedA());
        assertEquals(page(menu).length() + 1, comparison.maskedB());
        assertTrue(comparison.similar());
        // It is enough that one of the two would lose too much.
        String rich = page(menu, teasers, lines(40));
        assertEquals(
                page(menu).length() + 1,
                explain(of(rich, boilerplate), of(b, boilerplate)).maskedA());
        assertEquals(
                page(menu, teasers).length() + 1,
                explain(of(rich, boilerplate), of(page(menu, teasers, lines(40)), boilerplate))
                        .maskedA());
    }

    /** A short article under a long menu that only some pages of the site have is compared, not its menu. */
    public void testAParagraphIsEnoughHoweverLongTheMenuIs() {
        List<String> sidebar = lines(200);
        SiteBoilerplate known = boilerplate(menu, sidebar);
        List<String> article = lines(10);
        String a = page(menu, sidebar, article);
        Comparison copies = explain(of(a, known), of(page(menu, sidebar, article, lines(1)), known));
        assertEquals(page(menu, sidebar).length() + 1, copies.maskedA());
        assertTrue(copies.similar());
        assertFalse(explain(of(a, known), of(page(menu, sidebar, lines(10)), known))
                .similar());
    }

    /** What one site repeats is content where another site has it as its own, such as a licence: on both sides. */
    public void testWhatAnotherSiteHasAsItsOwnIsNotMasked() {
        List<String> licence = lines(30);
        SiteBoilerplate known = boilerplate(menu, licence);
        String here = page(menu, lines(12), licence);
        PageText there = new PageText(page(licence, lines(1)), "example.net", nothing);
        Comparison comparison = explain(of(here, known), there);
        assertEquals(page(menu).length() + 1, comparison.maskedA());
        assertEquals(0, comparison.maskedB());
        assertEquals(page(licence).length(), comparison.lcs(), 20);
        Comparison turned = explain(there, of(here, known));
        assertEquals(comparison.resemblance(), turned.resemblance(), 0);
        assertEquals(
                "within the site it is boilerplate",
                page(menu, licence).length() + 1,
                explain(of(here, known), of(page(menu, lines(12), licence), known))
                        .maskedA());
    }

    public void testPagesOfNothingButBoilerplateAreNotSimilar() {
        String a = page(menu);
        String b = page(menu.subList(0, 19));
        Comparison comparison = explain(of(a, boilerplate), of(b, boilerplate));
        assertFalse(comparison.similar());
        assertEquals(Reason.NO_TEXT, comparison.reason());
        assertEquals(0, comparison.lengthA());
        Comparison same = explain(of(a, boilerplate), of(a, boilerplate));
        assertEquals("equal texts are equal, boilerplate or not", Reason.SAME_WORDS, same.reason());
    }

    public void testOneBoilerplateUnknown() {
        List<String> content = lines(6);
        Comparison comparison = explain(of(page(menu, content), boilerplate), PageText.of(page(content, lines(1))));
        assertFalse(comparison.boilerplateKnown());
        assertTrue(comparison.maskedA() > 0);
        assertTrue(comparison.similar());
    }

    public void testReportMasksNothing() {
        String a = page(menu, lines(6), teasers);
        PairComparator comparator = new PairComparator(SimilarityParameters.PKU2007);
        Comparison comparison = comparator.explain(of(a, boilerplate), of(a + "\nmore", boilerplate), () -> {});
        assertEquals(0, comparison.maskedA());
        assertEquals(a.length(), comparison.lengthA());
    }

    /** Whatever is masked or quoted: what is rejected by its length is neither near nor the same. */
    public void testWhatIsFarByItsLengthIsNotNear() {
        int far = 0;
        for (int i = 0; i < 300; i++) {
            List<String> own = lines(1 + random().nextInt(30));
            List<String> quoted = lines(random().nextInt(3) * 20).stream()
                    .map(line -> "> " + line)
                    .toList();
            PageText longer =
                    new PageText(page(menu, own, teasers, quoted), SITE, random().nextBoolean() ? boilerplate : null);
            List<String> part = own.subList(0, 1 + random().nextInt(own.size()));
            String shorterText = random().nextBoolean() ? page(part) : page(menu, part);
            PageText shorter = new PageText(
                    shorterText,
                    random().nextBoolean() ? SITE : "example.net",
                    random().nextBoolean() ? boilerplate : nothing);
            for (SimilarityParameters parameters :
                    List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT, SimilarityParameters.PKU2007)) {
                PairComparator comparator = new PairComparator(parameters);
                if (comparator.isFarFromAll(new PreparedPage(longer), shorterText.length())) {
                    far++;
                    assertFalse(comparator
                            .compare(longer, shorter, () -> {})
                            .relation()
                            .isNear());
                    assertFalse(comparator
                            .compare(shorter, longer, () -> {})
                            .relation()
                            .isNear());
                }
            }
        }
        assertTrue("some are far: " + far, far > 30);
    }

    /** Punctuation does not count for documents that are the same, however much of it there is. */
    public void testPunctuationAloneIsNotFar() {
        String words = TestTexts.prose(random(), 2);
        PageText spaced = new PageText(words + " ." + " .".repeat(10_000), SITE, null);
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        assertEquals(
                Relation.SAME,
                comparator
                        .compare(spaced, new PageText(words, SITE, null), () -> {})
                        .relation());
        assertFalse(comparator.isFarFromAll(new PreparedPage(spaced), words.length()));
        assertTrue(comparator.isFarFromAll(new PreparedPage(spaced), 10));
    }
}
