package org.ndd.search;

import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;

public class SetVerifierTests extends ESTestCase {

    private record Text(int number, AtomicInteger sketches) implements SketchedSet.SketchedDocuments {

        @Override
        public long[] sketch() {
            sketches.incrementAndGet();
            return new long[] {1, 2 + number};
        }

        @Override
        public BytesRef digest() {
            return new BytesRef("" + number);
        }

        @Override
        public DocumentName decided() {
            return null;
        }

        @Override
        public long docCount() {
            return 1;
        }
    }

    private static ComparablePage page(Text text) {
        return new ComparablePage(
                new IndexedSite("pages", null),
                "" + text.number(),
                "the harbour of town " + text.number() * 7919,
                "",
                FingerprintParameters.BALANCED.version());
    }

    private static SetVerifier<Text> verifier(
            int maxVerified, CheckedFunction<Text, ComparablePage, IOException> pages) {
        return new SetVerifier<>(
                new SetParameters.Verification(SimilarityParameters.STRICT, Relation.SAME, maxVerified),
                pages,
                16,
                ComparisonMemory.UNLIMITED,
                () -> {});
    }

    /** The third text is a copy of the second, and only compared with the first. */
    public void testCountsTextThatIsNotComparedWithAllLeaders() throws IOException {
        List<Text> texts = IntStream.range(0, 3)
                .mapToObj(i -> new Text(i, new AtomicInteger()))
                .toList();
        for (int maxVerified : new int[] {2, 3}) {
            SetVerifier<Text> verifier = verifier(maxVerified, text -> page(texts.get(Math.min(text.number(), 1))));
            List<SketchedSet<Text>> sets = verifier.verify(List.of(SketchedSet.of(texts)), 0);
            assertEquals(maxVerified == 2 ? 3 : 2, sets.size());
            assertEquals(maxVerified == 2 ? 1 : 0, verifier.unverified());
        }
    }

    /** Each text is compared with eight leaders, but its sketch with those of all. */
    public void testComparesSketchesOfTextAndLeaderOnce() throws IOException {
        int size = 200;
        AtomicInteger sketches = new AtomicInteger();
        List<Text> texts =
                IntStream.range(0, size).mapToObj(i -> new Text(i, sketches)).toList();
        SetVerifier<Text> verifier = verifier(100_000, SetVerifierTests::page);
        assertEquals(size, verifier.verify(List.of(SketchedSet.of(texts)), 0).size());
        int pairs = size * (size - 1) / 2;
        assertThat(sketches.get(), lessThan(2 * pairs + 20 * size));
    }
}
