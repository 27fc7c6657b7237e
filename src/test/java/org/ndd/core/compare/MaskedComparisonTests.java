package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.TestTexts;
import org.ndd.core.align.TrustedRegions.Region;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;

/** Comparison of documents whose sites have boilerplate. */
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
        Comparison ifNear = comparator.compareIfNear(
                PairComparatorTestCase.page(random(), a), PairComparatorTestCase.page(random(), b), () -> {});
        assertEquals(ifNear == null ? null : fast, ifNear);
        assertFalse(ifNear == null && fast.similar());
        assertEquals(full.reason(), fast.reason());
        assertEquals(full.shared().resemblance(), fast.shared().resemblance(), 0.0);
        return full;
    }

    private PageText of(String text, SiteBoilerplate known) {
        return new PageText(text, SITE, known);
    }

    public void testSharedBoilerplateIsNotDuplicate() {
        String a = page(menu, lines(12), teasers);
        String b = page(menu, lines(12), teasers);
        assertTrue("similar without masking", explain(of(a, null), of(b, null)).similar());
        Comparison masked = explain(of(a, boilerplate), of(b, boilerplate));
        assertFalse(masked.similar());
        assertEquals(Reason.SKETCH_BOUND, masked.reason());
        assertTrue(masked.boilerplateKnown());
        int boilerplateLength = page(menu, teasers).length() + 1;
        assertEquals(boilerplateLength, masked.a().masked());
        assertEquals(a.length() - boilerplateLength, masked.a().length());
        assertEquals(b.length() - boilerplateLength, masked.b().length());
    }

    public void testSameContentWithDifferentBoilerplate() {
        List<String> content = lines(12);
        PageText here = of(page(menu, content, teasers), boilerplate);
        PageText there = new PageText(page(lines(1), content), "example.net", nothing);
        Comparison comparison = explain(here, there);
        assertTrue(comparison.similar());
        assertTrue(comparison.boilerplateKnown());
        assertEquals(0, comparison.b().masked());
    }

    public void testRegionsUseUnmaskedPositions() {
        List<String> content = lines(14);
        String a = page(menu, content, teasers);
        String b = page(menu, content.subList(0, 13), lines(1), teasers);
        Comparison comparison = explain(of(a, boilerplate), of(b, boilerplate));
        assertFalse(comparison.shared().regions().isEmpty());
        for (Region region : comparison.shared().regions()) {
            assertEquals(region.text(), a.substring(region.startA(), region.endA()));
            assertTrue(region.startB() >= page(menu).length());
            assertTrue(region.endB() <= b.length() - page(teasers).length());
        }
    }

    /** Masking the full boilerplate would leave one of 21 lines, so teasers are content. */
    public void testMasksCommonLinesOnlyIfLittleRemains() {
        String a = page(menu, teasers, lines(1));
        String b = page(menu, teasers, lines(1));
        Comparison comparison = explain(of(a, boilerplate), of(b, boilerplate));
        assertEquals(page(menu).length() + 1, comparison.a().masked());
        assertEquals(page(menu).length() + 1, comparison.b().masked());
        assertTrue(comparison.similar());
        // One of the two documents is enough.
        String rich = page(menu, teasers, lines(40));
        assertEquals(
                page(menu).length() + 1,
                explain(of(rich, boilerplate), of(b, boilerplate)).a().masked());
        assertEquals(
                page(menu, teasers).length() + 1,
                explain(of(rich, boilerplate), of(page(menu, teasers, lines(40)), boilerplate))
                        .a()
                        .masked());
    }

    /** A short article is compared without the long menu that only some documents of the site have. */
    public void testShortArticleUnderLongMenu() {
        List<String> sidebar = lines(200);
        SiteBoilerplate known = boilerplate(menu, sidebar);
        List<String> article = lines(10);
        String a = page(menu, sidebar, article);
        Comparison copies = explain(of(a, known), of(page(menu, sidebar, article, lines(1)), known));
        assertEquals(page(menu, sidebar).length() + 1, copies.a().masked());
        assertTrue(copies.similar());
        assertFalse(explain(of(a, known), of(page(menu, sidebar, lines(10)), known))
                .similar());
    }

    /** Text that is boilerplate of one site and content of the other, such as a license, is compared in both documents. */
    public void testContentOfOtherSiteIsNotMasked() {
        List<String> licence = lines(30);
        SiteBoilerplate known = boilerplate(menu, licence);
        String here = page(menu, lines(12), licence);
        PageText there = new PageText(page(licence, lines(1)), "example.net", nothing);
        Comparison comparison = explain(of(here, known), there);
        assertEquals(page(menu).length() + 1, comparison.a().masked());
        assertEquals(0, comparison.b().masked());
        assertEquals(page(licence).length(), comparison.shared().lcs(), 20);
        Comparison turned = explain(there, of(here, known));
        assertEquals(comparison.shared().resemblance(), turned.shared().resemblance(), 0);
        assertEquals(
                "boilerplate within the site",
                page(menu, licence).length() + 1,
                explain(of(here, known), of(page(menu, lines(12), licence), known))
                        .a()
                        .masked());
    }

    /** Numbers of a line that a site repeats with other numbers, such as a date, only distinguish documents of the site. */
    public void testDatedLines() {
        String article = page(lines(1));
        SiteBoilerplate here = dated(SITE, "published 2020-01-01");
        SiteBoilerplate there = dated("example.net", "read 1 times since 2020-01-01");
        PageText a = new PageText(article + "\npublished 2020-06-03", "A headline", SITE, here);
        PageText b = new PageText("read 3568 times since 2017-12-07\n" + article, "A headline", "example.net", there);
        Comparison comparison = explain(a, b);
        assertEquals(1, comparison.shared().resemblance(), 0);
        assertEquals(Relation.NEAR, comparison.relation());
        assertEquals("\npublished 2020-06-03".length(), comparison.a().masked());
        assertEquals(
                "read 3568 times since 2017-12-07\n".length(), comparison.b().masked());
        PageText earlier = new PageText(article + "\npublished 2011-10-30", "A headline", SITE, here);
        assertEquals("within the site", 0, explain(a, earlier).a().masked());
        PageText withoutSite = new PageText(b.text(), "A headline", null, null);
        assertEquals("the other site is unknown", 0, explain(a, withoutSite).a().masked());
        PageText table =
                new PageText(article + "\npublished 1999-01-01\npublished 2001-01-01", "A headline", SITE, here);
        assertEquals("two lines of the form", 0, explain(table, b).a().masked());
    }

    /** Dates are all that the histories of two places have. */
    public void testDatedLinesAreContentIfLittleElseRemains() {
        String[] facts = {
            "founded on %d.5.1950", "church built until 2001-10-%d", "market from 1/%d/1997", "harbour: %d.7.1980"
        };
        PageText a = new PageText(facts(facts, 1), "", SITE, dated(SITE, facts));
        PageText b = new PageText(facts(facts, 20), "", "example.net", dated("example.net", facts));
        assertEquals(Relation.OTHER_ITEM, explain(a, b).relation());
        assertEquals(0, explain(a, b).a().masked());
        assertEquals(0, explain(b, a).a().masked());
    }

    private static String facts(String[] facts, int first) {
        StringBuilder text = new StringBuilder("a village in the north");
        for (int i = 0; i < facts.length; i++) {
            text.append('\n').append(facts[i].replace("%d", Integer.toString(first + i)));
        }
        return text.toString();
    }

    /** A line of the boilerplate of one site that is dated on the other is masked on both. */
    public void testDatedLineIsNotContentOfOtherSite() {
        String article = page(lines(12));
        String footer = "all rights reserved, 3 june 2020";
        PageText a = new PageText(article + "\n" + footer, "", SITE, boilerplate(List.of(footer), List.of()));
        PageText b = new PageText(article + "\n" + footer + ".", "", "example.net", dated("example.net", footer + "."));
        PageText equal = new PageText(article + "\n" + footer, "", "example.net", dated("example.net", footer));
        assertEquals(1, explain(a, b).shared().resemblance(), 0);
        Comparison comparison =
                explain(a, new PageText(equal.text() + "\nmore", "", equal.site(), equal.boilerplate()));
        assertEquals(comparison.b().masked(), comparison.a().masked());
        assertEquals(footer.length() + 1, comparison.a().masked());
    }

    /** A dated line stays if it is content of the other document. */
    public void testDatedLineThatIsContentOfOtherSite() {
        String article = page(lines(1));
        PageText a = new PageText(article + "\nconcert on 2020-06-03", "", SITE, dated(SITE, "concert on 2020-01-01"));
        PageText copy = new PageText(article + "\nconcert on 2020-06-03\nmore", "", "example.net", nothing);
        PageText other = new PageText(article + "\nconcert on 2020-06-04", "", "example.net", nothing);
        assertEquals(0, explain(a, copy).a().masked());
        assertEquals(0, explain(copy, a).b().masked());
        assertEquals(Relation.NEAR, explain(a, copy).relation());
        assertEquals(Relation.OTHER_ITEM, explain(a, other).relation());
        assertEquals(Relation.OTHER_ITEM, explain(other, a).relation());
        PageText dated = new PageText(other.text(), "", "example.net", dated("example.net", "concert on 2020-01-01"));
        assertEquals("dated on both sites", Relation.NEAR, explain(a, dated).relation());
    }

    private static SiteBoilerplate dated(String site, String... lines) {
        return new SiteBoilerplate(
                site,
                Stream.of(lines)
                        .map(line -> line.replace("%d", "11"))
                        .map(line -> new BoilerplateLine(LineHash.ofForm(line, 0, line.length()), Level.DATED, 9, line))
                        .toList());
    }

    public void testBoilerplateOnlyDocumentsAreNotSimilar() {
        String a = page(menu);
        String b = page(menu.subList(0, 19));
        Comparison comparison = explain(of(a, boilerplate), of(b, boilerplate));
        assertFalse(comparison.similar());
        assertEquals(Reason.NO_TEXT, comparison.reason());
        assertEquals(0, comparison.a().length());
        Comparison same = explain(of(a, boilerplate), of(a, boilerplate));
        assertEquals("equal texts are the same, even if all of it is boilerplate", Reason.SAME_WORDS, same.reason());
    }

    public void testBoilerplateOfOneSiteUnknown() {
        List<String> content = lines(6);
        Comparison comparison = explain(of(page(menu, content), boilerplate), PageText.of(page(content, lines(1))));
        assertFalse(comparison.boilerplateKnown());
        assertTrue(comparison.a().masked() > 0);
        assertTrue(comparison.similar());
    }

    public void testPku2007PresetDoesNotMask() {
        String a = page(menu, lines(6), teasers);
        PairComparator comparator = new PairComparator(SimilarityParameters.PKU2007);
        Comparison comparison = comparator.explain(of(a, boilerplate), of(a + "\nmore", boilerplate), () -> {});
        assertEquals(0, comparison.a().masked());
        assertEquals(a.length(), comparison.a().length());
    }

    /** A forwarded message of any length is a duplicate of the message: sender, date and subject are not its text. */
    public void testShortForwardedMessage() {
        String message = "the office moves on monday.\nplease pack your boxes until friday noon.";
        String forwarded = "> -----original message-----\n> from: a. person sent: monday, 12 august 2002 17:49\n"
                + "> to: list@example.org\n> subject: moving\n> the office moves on monday.\n"
                + "> please pack your boxes until friday noon.";
        PageText a = new PageText(message, "", null, null);
        assertEquals(
                Relation.NEAR,
                explain(a, new PageText(forwarded, "", null, null)).relation());
        PageText reply =
                new PageText("we have no boxes left in our part of the building.\n" + forwarded, "", null, null);
        assertEquals(Relation.DIFFERENT, explain(a, reply).relation());
    }

    /** Documents that the length bound rejects are neither near nor the same, regardless of masking and quotations. */
    public void testLengthBoundNeverRejectsNearDuplicates() {
        int far = 0;
        SiteBoilerplate known = new SiteBoilerplate(
                SITE,
                Stream.concat(boilerplate.lines().stream(), dated(SITE, "posted 2020-01-01 long ago").lines().stream())
                        .toList());
        for (int i = 0; i < 300; i++) {
            List<String> own = lines(1 + random().nextInt(30));
            List<String> quoted = lines(random().nextInt(3) * 20).stream()
                    .map(line -> "> " + line)
                    .toList();
            List<String> dates =
                    random().nextBoolean() ? List.of("posted 2020-01-" + (1 + i % 31) + " long ago") : List.of();
            PageText longer =
                    new PageText(page(menu, own, dates, teasers, quoted), SITE, random().nextBoolean() ? known : null);
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
        assertTrue("rejected by length: " + far, far > 30);
    }

    /** Any amount of additional punctuation leaves the relation "same". */
    public void testLengthBoundIgnoresPunctuation() {
        String words = TestTexts.prose(random(), 2);
        PageText spaced = new PageText(words + ".".repeat(10_000), SITE, null);
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
