package org.ndd.search;

import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.search.SetParameters.Verification;
import org.ndd.search.ShardSets.ShardText;

public class ShardSetsTests extends ESTestCase {

    private static final int SITES = 20;

    /** A page of a site with much boilerplate. */
    private static ComparablePage page(ShardText text) {
        String site = "site" + text.doc() % SITES;
        long[] lines = LongStream.range(0, 5000).toArray();
        return new ComparablePage(
                        new IndexedSite("pages", site),
                        "" + text.doc(),
                        "the text of " + text.doc(),
                        "",
                        FingerprintParameters.BALANCED.version())
                .with(SiteBoilerplate.ofHashes(
                        site,
                        level -> level == Level.COMMON || level == Level.FULL ? lines : new long[0],
                        new long[0]));
    }

    private static List<ShardText> texts(int first) {
        return IntStream.range(first, first + 5 * SITES)
                .mapToObj(i -> new ShardText(i, i, new BytesRef("" + i), new long[] {i}, null, 1))
                .collect(Collectors.toList());
    }

    /** The boilerplate of a site is sent for each owning bucket. */
    public void testBoilerplateOfAllBucketsIsLimited() throws IOException {
        Verification verification = new Verification(SimilarityParameters.BALANCED, Relation.NEAR, 1000);
        ShardSets.Maker maker = new ShardSets.Maker(
                new SetParameters(10, 1000, 1, 0.5, verification),
                List.of(FingerprintParameters.BALANCED.version()),
                1,
                ShardSetsTests::page,
                ComparisonMemory.UNLIMITED,
                () -> {});
        long bytes = 0;
        for (int later = 2; later >= 0; later--) {
            ShardSets sets = maker.make(texts(later * 5 * SITES), 0, later);
            long pages = sets.pages().stream().filter(Objects::nonNull).count();
            assertThat(pages, greaterThan(0L));
            assertThat("a site is counted once", pages, greaterThan((long)
                    sets.boilerplate().size()));
            bytes += sets.boilerplate().values().stream()
                    .mapToLong(SiteBoilerplate::ramBytes)
                    .sum();
        }
        assertThat(bytes, lessThanOrEqualTo((long) Character.BYTES * ShardSets.MAX_CHARS));
    }
}
