package org.ndd.core.compare;

import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.PairMeasures;
import org.ndd.core.align.TestTexts;
import org.ndd.core.align.TrustedRegions.Region;

/** Compares two texts, and checks that all kinds of comparison have the same verdict. */
abstract class PairComparatorTestCase extends LuceneTestCase {

    static final Runnable NOT_CANCELLED = () -> {};

    static final List<SimilarityParameters> PRESETS =
            List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT, SimilarityParameters.PKU2007);

    static Comparison compare(SimilarityParameters parameters, String a, String b) {
        return compare(parameters, PageText.of(a), PageText.of(b));
    }

    static Comparison compare(SimilarityParameters parameters, PageText a, PageText b) {
        PairComparator comparator = new PairComparator(parameters);
        Comparison fast = comparator.compare(a, b, NOT_CANCELLED);
        Comparison full = comparator.explain(a, b, NOT_CANCELLED);
        assertNullIfNotNear(comparator, full, a, b);
        assertEquals(full.reason(), fast.reason());
        assertEquals(full.similar(), fast.similar());
        assertEquals(full.partOf(), fast.partOf());
        assertEquals(full.shared().resemblance(), fast.shared().resemblance(), 0.0);
        assertEquals(full.a().containment(), fast.a().containment(), 0.0);
        assertEquals(full.b().containment(), fast.b().containment(), 0.0);
        assertEquals(full.a().masked(), fast.a().masked());
        assertEquals(full.b().masked(), fast.b().masked());
        assertFalse(full.similar() && full.partOf());
        assertTrue(full.shared().lcs() >= 0
                && full.shared().lcs() <= Math.min(full.a().sketch(), full.b().sketch()));
        assertTrue(full.shared().tlcs() >= 0
                && full.shared().tlcs() <= Math.min(full.a().sketch(), full.b().sketch()));
        assertEquals(List.of(), fast.shared().regions());
        for (Region region : full.shared().regions()) {
            assertTrue(0 <= region.startA() && region.startA() < region.endA());
            assertTrue(region.endA() <= a.text().length());
            assertTrue(0 <= region.startB() && region.startB() < region.endB());
            assertTrue(region.endB() <= b.text().length());
        }
        assertEquals(PairMeasures.NOT_COMPUTED, fast.shared().lcs());
        assertTrue(fast.shared().tlcs() == PairMeasures.NOT_COMPUTED
                || fast.shared().tlcs() == full.shared().tlcs());
        return full;
    }

    private static void assertNullIfNotNear(PairComparator comparator, Comparison full, PageText a, PageText b) {
        Comparison there = comparator.compareIfNear(page(random(), a), page(random(), b), NOT_CANCELLED);
        Comparison back = comparator.compareIfNear(page(random(), b), page(random(), a), NOT_CANCELLED);
        assertEquals(there == null, back == null);
        if (there == null) {
            assertFalse(full.similar());
            assertTrue(comparator.parameters().preset() != SimilarityParameters.Preset.PKU2007
                    || full.reason() == Reason.SKETCH_BOUND);
        } else {
            assertTrue(full.reason() != Reason.SKETCH_BOUND);
            assertEquals(comparator.compare(a, b, NOT_CANCELLED), there);
            assertEquals(there.dependsOnOrder(), back.dependsOnOrder());
            if (there.dependsOnOrder() == false) {
                assertEquals("symmetric", there, back.swapped());
            }
        }
    }

    /** The same words in every run, without repeated windows. */
    static String fixed(int length) {
        return TestTexts.prose(new java.util.Random(42), length / 20 + 5).substring(0, length);
    }

    /** A page, randomly prepared for one or many comparisons. */
    static PreparedPage page(Random random, PageText page) {
        return new PreparedPage(page).asPivot(1 + random.nextInt(2));
    }
}
