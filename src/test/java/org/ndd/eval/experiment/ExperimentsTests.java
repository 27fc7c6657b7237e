package org.ndd.eval.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.TestPages;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

public class ExperimentsTests extends LuceneTestCase {

    /** Twelve sentences that no other article has. */
    private static List<String> article(int number) {
        return IntStream.range(0, 12)
                .mapToObj(sentence -> "sentence " + sentence + " of article " + number + " tells of event "
                        + (number * 7919L + sentence * 104729L) % 100003 + " and of nothing else")
                .toList();
    }

    private static String text(List<String> sentences) {
        return sentences.stream().collect(Collectors.joining(". ", "", "."));
    }

    private final List<Page> pages = new ArrayList<>();
    private final List<LabeledPair> pairs = new ArrayList<>();

    /** Adds ten articles, each with a copy without its last sentence. */
    private void addArticlesAndCopies() {
        List<String> texts = new ArrayList<>();
        for (int number = 0; number < 10; number++) {
            List<String> article = article(number);
            texts.add(text(article));
            texts.add(text(article.subList(0, 11)));
            pairs.add(new LabeledPair("p" + 2 * number, "p" + (2 * number + 1), true));
            pairs.add(new LabeledPair("p" + 2 * number, "p" + (2 * number + 3) % 20, false));
        }
        pages.addAll(TestPages.of(texts.toArray(String[]::new)));
    }

    public void testSetsBySharedFingerprints() {
        addArticlesAndCopies();
        PossiblySimilarSets sets = new PossiblySimilarSets(pages, 16);
        assertEquals(10, sets.size());
        for (int page = 0; page < 20; page += 2) {
            assertEquals("more fingerprints rank higher", page, sets.head(page + 1));
            assertEquals(List.of(page, page + 1), sets.set(page + 1));
        }
    }

    /** Labels propagate to lower ranks only: a head does not collect a document through a lower one. */
    public void testLabelsPropagateDownward() {
        List<String> a = article(1);
        List<String> b = article(2);
        List<String> c = article(3);
        List<String> both = new ArrayList<>(a);
        both.addAll(b);
        List<String> longest = new ArrayList<>(both);
        longest.addAll(c);
        pages.addAll(TestPages.of(text(longest), text(both), text(b), text(article(4))));
        PossiblySimilarSets sets = new PossiblySimilarSets(pages, 16);
        assertEquals(2, sets.size());
        assertEquals(3, sets.set(0).size());
        assertEquals(3, sets.head(3));
    }

    public void testFigure5() {
        addArticlesAndCopies();
        FingerprintExperiment.Rates rates = new FingerprintExperiment(pages, pairs).run();
        assertEquals(16, rates.coverage().size());
        assertEquals("full coverage with 112", 1, rates.coverage().get(112.0), 0);
        assertTrue(rates.coverage().get(7.0) <= rates.coverage().get(112.0));
        assertEquals("no false positives", 1, rates.trustable().get(112.0), 0);
    }

    public void testFigure6() {
        addArticlesAndCopies();
        WindowExperiment.Rates rates = WindowExperiment.run(pages, pairs);
        // The articles share phrases of up to 20 characters.
        assertTrue(rates.strainAway().toString(), rates.strainAway().get(2.0) < 0.1);
        assertTrue(rates.strainAway().toString(), rates.strainAway().get(32.0) > 0.3);
        assertEquals(rates.reserved().toString(), 1, rates.reserved().get(2.0), 0.05);
        assertEquals(rates.reserved().toString(), 1, rates.reserved().get(16.0), 0.05);
    }

    public void testFigure7() {
        addArticlesAndCopies();
        SlopeExperiment.Precision precision = SlopeExperiment.run(pages, pairs);
        assertEquals(10, precision.precision().size());
        assertEquals(1, precision.precision().get(0.10), 0);
        assertEquals("11 of 12 sentences", 11 / 12.0, precision.threshold().get(0.10), 0.02);
    }

    public void testThresholdRetainsNineOfTen() {
        assertEquals(
                0.2,
                SlopeExperiment.threshold(
                        IntStream.rangeClosed(1, 10).mapToDouble(i -> i / 10.0).toArray()),
                0);
        assertEquals(0.5, SlopeExperiment.threshold(new double[] {0.5}), 0);
        assertEquals(0, SlopeExperiment.threshold(new double[0]), 0);
    }

    public void testStages() {
        addArticlesAndCopies();
        StagesExperiment.Stages stages = StagesExperiment.run(pages, pairs);
        assertEquals(190, stages.pagePairs(), 0);
        assertEquals(10, stages.comparisons());
        assertEquals(new PairScore(10, 0, 0), stages.groups());
        assertEquals(new PairScore(10, 0, 0), stages.sets());
        assertTrue(stages.wholeSeconds() > 0);
    }

    public void testSamplesAreDeterministicAndDistinct() {
        addArticlesAndCopies();
        pairs.add(new LabeledPair("p0", "p0", true));
        pairs.add(new LabeledPair("p0", "nowhere", true));
        List<Sample.Texts> drawn = Sample.pairs(pages, pairs, true, 100);
        assertEquals(10, drawn.size());
        assertEquals(drawn.subList(0, 3), Sample.pairs(pages, pairs, true, 3));
        assertTrue(drawn.stream()
                .allMatch(texts -> texts.first().length() > texts.second().length()));
    }
}
