package org.ndd.eval.baseline;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.CanonicalText;

public class FeaturesTests extends LuceneTestCase {

    private static long[] hashes(String... words) {
        return Stream.of(words).mapToLong(Hash64::of).toArray();
    }

    public void testWordsAreAlphanumericSequences() {
        assertArrayEquals(
                hashes("see", "www", "cs", "berkeley", "edu", "near", "dup", "index2", "html"),
                Words.of("see www.cs.berkeley.edu/near-dup/index2.html!"));
        assertArrayEquals(new long[0], Words.of(" .,; "));
        assertArrayEquals(new long[0], Words.of(""));
    }

    public void testSplitsScriptsWithoutSpaces() {
        assertArrayEquals(hashes("北", "京", "2008", "年", "ab"), Words.of("北京2008年,ab"));
        assertArrayEquals(hashes("𠀀", "x"), Words.of("𠀀x"));
    }

    public void testFoldsNumbers() {
        assertArrayEquals(hashes("up", "0", "0", "r2d2"), Words.withoutNumbers("up 3.25 r2d2"));
        assertArrayEquals(hashes("up", "25", "r2d2"), Words.atLeast("up 3.25 r2d2", 2));
    }

    /** The example of the slides about Henzinger's paper. */
    public void testShingles() {
        long[] words = Words.of("a rose is a rose is a rose");
        long[] shingles = Shingles.of(words, 4);
        assertEquals("n-k+1", 5, shingles.length);
        Set<Long> distinct = new HashSet<>();
        for (String shingle : List.of("a rose is a", "rose is a rose", "is a rose is")) {
            distinct.add(Shingles.of(Words.of(shingle), 4)[0]);
        }
        assertEquals(3, distinct.size());
        assertEquals(distinct, new HashSet<>(LongStream.of(shingles).boxed().toList()));
        assertArrayEquals(words, Shingles.of(words, 1));
        assertEquals("a short text has one shingle", 1, Shingles.of(words, 9).length);
        assertEquals(0, Shingles.of(new long[0], 4).length);
    }

    /** The example of the SpotSigs slides, with their antecedents. */
    public void testSpotSignatures() {
        String snippet =
                "At a rally to kick off a weeklong campaign for the South Carolina primary, Obama tried to set the record "
                        + "straight from an attack circulating widely on the Internet that is designed to play into prejudices against "
                        + "Muslims "
                        + "and fears of terrorism.";
        long[] found = new SpotSignatures(Set.of("a", "an", "the", "is"), 1, 2)
                .of(Words.of(CanonicalText.of(snippet, 1000).value()));
        long[] expected = Stream.of(
                        "a rally kick",
                        "a weeklong campaign",
                        "the south carolina",
                        "the record straight",
                        "an attack circulating",
                        "the internet designed",
                        "is designed play")
                .mapToLong(chain -> LongStream.of(Words.of(chain)).reduce(0, Hash64::chain))
                .toArray();
        assertArrayEquals(expected, found);
    }

    public void testSpotSignaturesRequireCompleteChain() {
        SpotSignatures spots = SpotSignatures.standard();
        assertEquals(0, spots.of(Words.of("menu home contact products jobs")).length);
        assertEquals(0, spots.of(Words.of("home of the harbour")).length);
        assertEquals(1, spots.of(Words.of("home of the harbour master")).length);
        assertArrayEquals(
                "every second word",
                new SpotSignatures(Set.of("the"), 1, 2).of(Words.of("the b d")),
                new SpotSignatures(Set.of("the"), 2, 2).of(Words.of("the x b y d")));
    }

    /** The multisets of the SpotSigs slides. */
    public void testWeightedJaccard() {
        Bag d1 = Bag.of(new long[] {1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
        Bag d3 = Bag.of(new long[] {1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3});
        assertEquals(0.8, d1.jaccard(d3), 1e-12);
        assertEquals(1, d1.set().jaccard(d3.set()), 0);
        assertEquals(0, Bag.of(new long[0]).jaccard(Bag.of(new long[0])), 0);
    }

    public void testBagsMatchDefinition() {
        for (int round = 0; round < 100; round++) {
            long[] first = random().longs(random().nextInt(20), 0, 8).toArray();
            long[] second = random().longs(random().nextInt(20), 0, 8).toArray();
            double least = 0;
            double most = 0;
            for (long feature = 0; feature < 8; feature++) {
                least += Math.min(count(first, feature), count(second, feature));
                most += Math.max(count(first, feature), count(second, feature));
            }
            assertEquals(most == 0 ? 0 : least / most, Bag.of(first).jaccard(Bag.of(second)), 1e-12);
            assertEquals(first.length, Bag.of(first).total());
            double threshold = 0.01 + 0.99 * random().nextDouble();
            assertEquals(most > 0 && least / most >= threshold, Bag.of(first).resembles(Bag.of(second), threshold));
            assertEquals(least > 0, most > 0 && least > 0 && Bag.of(first).resembles(Bag.of(second), least / most));
            Bag even = Bag.of(first).keep(feature -> feature % 2 == 0);
            assertEquals(
                    Arrays.stream(first).filter(feature -> feature % 2 == 0).count(), even.total());
        }
    }

    private static long count(long[] features, long feature) {
        return Arrays.stream(features).filter(each -> each == feature).count();
    }

    public void testRelativeIdf() {
        List<Bag> bags = List.of(
                Bag.of(new long[] {1, 2}), Bag.of(new long[] {1, 1, 2}), Bag.of(new long[] {1, 3}), Bag.of(new long[] {1
                }));
        DocumentFrequencies frequencies = new DocumentFrequencies(bags);
        assertEquals(4, frequencies.of(1));
        assertEquals(0, frequencies.relativeIdf(1), 0);
        assertEquals(0.5, frequencies.relativeIdf(2), 1e-12);
        assertEquals(1, frequencies.relativeIdf(3), 1e-12);
        List<Bag> filtered = DocumentFrequencies.filter(bags, 0.2, 0.85);
        assertArrayEquals(new long[] {2}, filtered.get(0).features());
        assertEquals(0, filtered.get(2).total());
    }
}
