package org.ndd.evaluate;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.text.RandomText;

public class ThresholdsTests extends LuceneTestCase {

    public void testThePointOfThePresetIsThePreset() {
        for (SimilarityParameters preset : List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT)) {
            List<SimilarityParameters> points = Thresholds.around(preset);
            assertEquals(16, points.size());
            assertTrue(preset.toString(), points.contains(preset));
        }
    }

    public void testEverythingElseIsAsAsked() {
        SimilarityParameters asked = SimilarityParameters.REPORT.withFigures(true);
        for (SimilarityParameters point : Thresholds.around(asked)) {
            assertEquals(asked.preset(), point.preset());
            assertEquals(asked.containment(), point.containment(), 0);
            assertEquals(asked.regions(), point.regions());
            assertTrue(point.figures());
            assertEquals(Math.min(1, point.resemblance() + 0.72), point.sketchResemblance(), 1e-9);
        }
    }

    public void testReached() {
        for (int points = 0; points < 20; points++) {
            for (int reached = 0; reached <= points; reached++) {
                int expected = reached;
                assertEquals(expected, Thresholds.reached(points, point -> point < expected));
            }
        }
    }

    /** What the search for the last point of a pair takes for granted. */
    public void testSimilarAtOnePointIsSimilarAtAllLowerOnes() {
        List<PairComparator> points = Thresholds.around(SimilarityParameters.BALANCED).stream()
                .map(PairComparator::new)
                .toList();
        boolean[] seen = new boolean[points.size() + 1];
        for (int round = 0; round < 200; round++) {
            String a = RandomText.prose(random(), 200 + random().nextInt(600));
            String b = a.substring(0, random().nextInt(a.length())) + RandomText.prose(random(), random().nextInt(800));
            List<Boolean> similar = points.stream()
                    .map(point -> point.compare(PageText.of(a), PageText.of(b), () -> {})
                            .similar())
                    .toList();
            int reached = (int) similar.stream().filter(yes -> yes).count();
            seen[reached] = true;
            assertEquals(
                    IntStream.range(0, points.size()).mapToObj(i -> i < reached).toList(), similar);
        }
        assertTrue(IntStream.range(0, seen.length).filter(i -> seen[i]).count() > 5);
    }
}
