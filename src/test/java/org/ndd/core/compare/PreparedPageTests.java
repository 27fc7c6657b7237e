package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.TestTexts;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.compare.PreparedPage.Masking;

public class PreparedPageTests extends LuceneTestCase {

    /** Lines that the documents of a round share. */
    private static List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("", "1 2 3 4 5 6", "7 8 9 10 11", "posted on 3.6.2020"));
        for (int i = 0; i < 12; i++) {
            lines.add(
                    random().nextBoolean()
                            ? TestTexts.units(random(), random().nextInt(80))
                            : TestTexts.prose(random(), 1));
        }
        return lines;
    }

    private static SiteBoilerplate boilerplate(List<String> lines) {
        List<BoilerplateLine> some = new ArrayList<>();
        for (String line : lines) {
            if (random().nextInt(3) == 0) {
                Level level = random().nextBoolean() ? Level.COMMON : Level.FULL;
                some.add(new BoilerplateLine(LineHash.of(line), level, 10, line));
            } else if (LineHash.ofForm(line, 0, line.length()) != 0 && random().nextBoolean()) {
                some.add(new BoilerplateLine(LineHash.ofForm(line, 0, line.length()), Level.DATED, 10, line));
            }
        }
        return new SiteBoilerplate("example.org", some);
    }

    private static PageText page(List<String> lines, SiteBoilerplate boilerplate) {
        List<String> some = new ArrayList<>();
        for (int i = random().nextInt(14); i > 0; i--) {
            String line = lines.get(random().nextInt(lines.size()));
            some.add(random().nextInt(4) == 0 ? TestTexts.mutate(random(), line, 3) : line);
        }
        SiteBoilerplate known = random().nextInt(5) == 0 ? null : boilerplate;
        String site = random().nextBoolean() ? "example.org" : "example.net";
        return new PageText(String.join("\n", some), known == null ? null : site, known);
    }

    /** Previous comparisons of a prepared page do not change the result. */
    public void testPreparedPagesCompareLikeNewPages() {
        for (int round = 0; round < 60; round++) {
            List<String> lines = lines();
            SiteBoilerplate boilerplate = boilerplate(lines);
            List<PageText> pages = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                pages.add(page(lines, boilerplate));
            }
            SimilarityParameters parameters = switch (random().nextInt(3)) {
                case 0 -> SimilarityParameters.BALANCED;
                case 1 -> SimilarityParameters.STRICT;
                default -> SimilarityParameters.PKU2007;
            };
            PairComparator comparator = new PairComparator(parameters);
            List<PreparedPage> prepared = pages.stream().map(PreparedPage::new).toList();
            for (int i = 0; i < 8; i++) {
                PreparedPage pivot = prepared.get(i).asPivot(1 + random().nextInt(2));
                for (int j = 0; j < 8; j++) {
                    PageText a = pages.get(i);
                    PageText b = pages.get(j);
                    assertEquals(
                            comparator.compare(a, b, () -> {}), comparator.compare(pivot, prepared.get(j), () -> {}));
                    Comparison full = comparator.compare(b, a, () -> {});
                    Comparison ifNear = comparator.compareIfNear(prepared.get(j), pivot, () -> {});
                    if (ifNear == null) {
                        assertFalse(full.similar());
                    } else {
                        assertEquals(full, ifNear);
                    }
                    assertEquals(
                            comparator.compare(b, a, () -> {}), comparator.compare(prepared.get(j), pivot, () -> {}));
                }
            }
        }
    }

    /** Previous comparisons of a pair with other thresholds and weights do not change its relation and reason. */
    public void testPreparedPairsMatchNewPairs() {
        for (int round = 0; round < 200; round++) {
            List<String> lines = lines();
            SiteBoilerplate boilerplate = boilerplate(lines);
            PageText a = page(lines, boilerplate);
            PageText b = page(lines, boilerplate);
            PreparedPair pair = new PreparedPair(new PreparedPage(a), new PreparedPage(b));
            for (int i = 0; i < 4; i++) {
                SimilarityParameters parameters = SimilarityParameters.BALANCED
                        .withMinConfidence(random().nextDouble())
                        .withResemblance(random().nextDouble());
                PairComparator comparator = new PairComparator(
                        parameters, random().nextBoolean() ? VerdictWeights.SHARED_TEXT_ONLY : VerdictWeights.DEFAULT);
                Comparison once = comparator.compare(a, b, () -> {});
                Comparison again = comparator.compare(pair, () -> {});
                assertEquals(once.relation(), again.relation());
                assertEquals(once.reason(), again.reason());
                assertEquals(once.contributions(), again.contributions());
            }
        }
    }

    public void testMaskingMatchesBoilerplate() {
        for (int round = 0; round < 200; round++) {
            List<String> lines = lines();
            PageText page = page(lines, boilerplate(lines));
            SiteBoilerplate.Masked masked = new PreparedPage(page).masked();
            SiteBoilerplate boilerplate = page.boilerplate();
            assertEquals(boilerplate == null ? page.text() : boilerplate.mask(page.text(), Level.FULL), masked.full());
            String common = boilerplate == null ? page.text() : boilerplate.mask(page.text(), Level.COMMON);
            assertEquals(common.length(), masked.commonLength());
        }
    }

    /** The JVM stores Latin text in one byte per code unit, other text in two; masking at most doubles this. */
    public void testBytes() {
        BoilerplateLine menu = new BoilerplateLine(LineHash.of("menu"), Level.FULL, 10, "menu");
        SiteBoilerplate boilerplate = new SiteBoilerplate("example.org", List.of(menu));
        int length = 1 + random().nextInt(5000);
        long none = new PreparedPage(PageText.of("")).ramBytes();
        assertTrue("object overhead", none >= 100);
        assertEquals(none + length, bytes("\u00e9".repeat(length), null));
        assertEquals(none + 2L * length, bytes("\u4e00".repeat(length), null));
        assertEquals(none + length, bytes("a".repeat(length), new SiteBoilerplate("example.org", List.of())));
        int hashedLine = 12;
        assertEquals(none + 2L * length + hashedLine, bytes("a".repeat(length), boilerplate));
        assertEquals(none + 8L * length + hashedLine, bytes("a\u4e00".repeat(length), boilerplate));
    }

    /** The masked texts of a document with quotations are kept with these and without. */
    public void testBytesOfAllTexts() {
        String date = "posted on 1/2020";
        SiteBoilerplate boilerplate = new SiteBoilerplate(
                "example.org",
                List.of(
                        new BoilerplateLine(LineHash.of("menu"), Level.FULL, 10, "menu"),
                        new BoilerplateLine(LineHash.ofForm(date, 0, date.length()), Level.DATED, 10, date)));
        String text = "menu\nposted on 7/2020\n" + "own text ".repeat(1000)
                + "\n> from: a. person sent: monday, 12 august 2002 17:49\n> to: list@example.org\n> subject: moving\n"
                + "> the office moves on monday";
        PreparedPage page = new PreparedPage(new PageText(text, "example.org", boilerplate));
        Set<String> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.add(text);
        for (PreparedPage each : List.of(page, page.withQuotes())) {
            for (Masking masking : Masking.values()) {
                kept.add(each.text(masking).text());
            }
        }
        assertEquals(7, kept.size());
        long bytes = kept.stream().mapToLong(String::length).sum();
        assertTrue(bytes + " of " + page.ramBytes(), bytes <= page.ramBytes());
    }

    private static long bytes(String text, SiteBoilerplate boilerplate) {
        PreparedPage page = new PreparedPage(new PageText(text, "example.org", boilerplate));
        long before = page.ramBytes();
        new PairComparator(SimilarityParameters.BALANCED)
                .compare(page, new PreparedPage(PageText.of("other text")), () -> {});
        assertEquals("the weight of a cache entry must not change", before, page.ramBytes());
        return before;
    }
}
