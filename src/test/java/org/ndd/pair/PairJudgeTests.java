package org.ndd.pair;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.group.Rank;

public class PairJudgeTests extends LuceneTestCase {

    private static final String STORY = sentences("the harbour of the old town was closed because of the storm");
    private static final String EDITED = STORY.replace("number 7 ", "number seven, as the keeper says, ");

    private final PairJudge judge = new PairJudge(SimilarityParameters.BALANCED, ComparisonMemory.UNLIMITED);

    public void testOrdersDocumentsByRank() {
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        for (int i = 0; i < 16; i++) {
            ComparablePage a = document("a" + i, STORY);
            ComparablePage b = document("b" + i, EDITED);
            boolean above = Rank.of("a" + i).compareTo(Rank.of("b" + i)) < 0;
            Comparison expected = above
                    ? comparator.explain(PageText.of(STORY), PageText.of(EDITED), () -> {})
                    : comparator
                            .explain(PageText.of(EDITED), PageText.of(STORY), () -> {})
                            .swapped();
            assertEquals(expected, judge.explain(a, b, () -> {}));
            assertEquals(expected, judge.explain(b, a, () -> {}).swapped());
        }
    }

    public void testOrdersProvidedTextsByText() {
        Comparison there = judge.explain(page(STORY), page(EDITED), () -> {});
        assertTrue(there.similar());
        assertEquals(there, judge.explain(page(EDITED), page(STORY), () -> {}).swapped());
        assertEquals(there, judge.explain(document("x", STORY), page(EDITED), () -> {}));
        assertEquals(there, judge.explain(page(STORY), document("x", EDITED), () -> {}));
    }

    public void testJudgeAgreesWithExplain() {
        for (String other : List.of(STORY, EDITED, "another matter altogether, which nobody has reported so far")) {
            Comparison brief = judge.judge(page(STORY), page(other), () -> {});
            Comparison explained = judge.explain(page(STORY), page(other), () -> {});
            boolean far = explained.reason() == Reason.SKETCH_BOUND;
            assertEquals(far ? null : brief, judge.judgeIfNear(page(STORY), page(other), () -> {}));
            assertEquals(explained.similar(), brief.similar());
            assertEquals(explained.reason(), brief.reason());
            assertEquals(explained.shared().resemblance(), brief.shared().resemblance(), 0);
        }
    }

    public void testMinScore() {
        List<String> texts = new ArrayList<>(List.of(STORY, STORY + "!", EDITED));
        for (int i = 0; i < 10; i++) {
            texts.add(STORY.substring(random().nextInt(STORY.length() / 2)) + " and more of the day number " + i);
        }
        for (SimilarityParameters parameters :
                List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT, SimilarityParameters.PKU2007)) {
            PairJudge all = new PairJudge(parameters, ComparisonMemory.UNLIMITED);
            double least = random().nextDouble();
            PairJudge best = all.withMinScore(least);
            assertEquals(best == all, parameters.preset() == SimilarityParameters.Preset.PKU2007);
            for (String a : texts) {
                for (String b : texts) {
                    Comparison expected = all.compareIfRelated(page(a), page(b), () -> {});
                    boolean low = best != all && expected != null && all.score(expected) < least;
                    assertEquals(low ? null : expected, best.compareIfRelated(page(a), page(b), () -> {}));
                }
            }
        }
    }

    public void testReadsIdsOnlyIfOrderMatters() {
        IndexedSite place = new IndexedSite("pages", "a.org");
        String version = FingerprintParameters.BALANCED.version();
        SiteBoilerplate nothing = new SiteBoilerplate("a.org", List.of());
        int[] read = {0};
        ComparablePage lazy = ComparablePage.withLazyId(
                place,
                () -> {
                    read[0]++;
                    return "lazy";
                },
                EDITED,
                "",
                version);
        ComparablePage story = new ComparablePage(place, "story", STORY, "", version);
        Comparison known = judge.judgeIfNear(lazy.with(nothing), story.with(nothing), () -> {});
        assertTrue(known.similar());
        assertEquals(0, read[0]);
        ComparablePage eager = new ComparablePage(place, "lazy", EDITED, "", version);
        assertEquals(judge.judge(eager.with(nothing), story.with(nothing), () -> {}), known);
        PairJudge report = new PairJudge(SimilarityParameters.PKU2007, ComparisonMemory.UNLIMITED);
        assertEquals(report.judge(eager, story, () -> {}), report.judgeIfNear(lazy, story, () -> {}));
        assertEquals("trustable regions start with document A", 1, read[0]);
        assertEquals("lazy", lazy.id());
        assertEquals(1, read[0]);
    }

    public void testVerdictIsIndependentOfFingerprints() {
        // too many passages for character n-grams, and a change in each of them
        ComparablePage a = page(STORY);
        ComparablePage b = page(STORY.replace("harbour", "harbours"));
        assertEquals(0, (int) a.sharedFingerprints(b));
        assertTrue(judge.judge(a, b, () -> {}).similar());
        assertEquals(judge.judge(a, b, () -> {}), judge.judgeIfNear(a, b, () -> {}));
        ComparablePage report = new ComparablePage(
                new IndexedSite(null, null), null, b.text(), "", FingerprintParameters.PKU2007.version());
        assertNull("unknown without the texts", a.sharedFingerprints(report));
        assertTrue(judge.judge(a, report, () -> {}).similar());
    }

    public void testEqualTextsWithoutFingerprints() {
        ComparablePage page = page("Not found");
        assertEquals(Set.of(), page.fingerprints());
        assertEquals(
                Reason.SAME_WORDS,
                judge.judge(page, page("Not found"), () -> {}).reason());
    }

    public void testMasksBoilerplate() {
        SiteBoilerplate boilerplate = new SiteBoilerplate(
                "a.org", List.of(new BoilerplateLine(LineHash.of("home"), SiteBoilerplate.Level.COMMON, 9, "home")));
        IndexedSite place = new IndexedSite("pages", "a.org");
        String version = FingerprintParameters.BALANCED.version();
        ComparablePage a = new ComparablePage(place, "1", "home\n" + STORY, "", version).with(boilerplate);
        ComparablePage b = new ComparablePage(place, "2", "home\n" + EDITED, "", version).with(boilerplate);
        Comparison masked = judge.judge(a, b, () -> {});
        assertTrue(masked.boilerplateKnown());
        assertEquals(STORY.length(), masked.a().length());
        assertFalse(judge.judge(a, b.with(null), () -> {}).boilerplateKnown());
    }

    public void testIgnoresFingerprintsOfBoilerplate() {
        IndexedSite place = new IndexedSite("pages", "a.org");
        IndexedSite other = new IndexedSite("pages", "b.org");
        String version = FingerprintParameters.BALANCED.version();
        ComparablePage a = new ComparablePage(place, "1", STORY, "", version);
        ComparablePage b = new ComparablePage(other, "2", EDITED, "", version);
        assertTrue(judge.judge(a, b, () -> {}).similar());
        long[] all =
                a.fingerprints().stream().mapToLong(FingerprintTerms::decode).toArray();
        ComparablePage masked = a.with(new SiteBoilerplate("a.org", List.of(), all));
        assertEquals(Set.of(), masked.ownFingerprints());
        assertEquals(0, (int) masked.sharedFingerprints(b));
        assertTrue("its text is not masked", judge.judge(masked, b, () -> {}).similar());
    }

    public void testFingerprintsEqualProcessor() {
        for (FingerprintParameters parameters :
                List.of(FingerprintParameters.BALANCED, FingerprintParameters.PKU2007)) {
            Set<String> stored =
                    new HashSet<>(new PageAnalyzer(new PageParameters(parameters, PageParameters.Format.TEXT, 1 << 20))
                            .analyze(PageInput.of(STORY, null))
                            .fingerprintTerms());
            assertFalse(stored.isEmpty());
            assertEquals(
                    stored,
                    new ComparablePage(new IndexedSite(null, null), null, STORY, "", parameters.version())
                            .fingerprints());
        }
        ComparablePage unknown = new ComparablePage(new IndexedSite(null, null), null, STORY, "", "q9:1");
        expectThrows(IllegalArgumentException.class, unknown::fingerprints);
    }

    public void testCancellation() {
        expectThrows(
                ArithmeticException.class,
                () -> judge.explain(page(STORY), page(EDITED), () -> {
                    throw new ArithmeticException("cancelled");
                }));
    }

    public void testRequiresIndex() {
        expectThrows(
                IllegalArgumentException.class,
                () -> new ComparablePage(new IndexedSite(null, null), "1", STORY, "", "p2:10:40:28"));
    }

    private static ComparablePage document(String id, String text) {
        return new ComparablePage(
                new IndexedSite("pages", null), id, text, "", FingerprintParameters.BALANCED.version());
    }

    private static ComparablePage page(String text) {
        return new ComparablePage(
                new IndexedSite(null, null), null, text, "", FingerprintParameters.BALANCED.version());
    }

    private static String sentences(String about) {
        return IntStream.range(0, 12)
                .mapToObj(i -> "in part number " + i + " it is said that " + about + " by the "
                        + "abcdefghijkl".charAt(i) + " team.")
                .collect(Collectors.joining(" "));
    }
}
