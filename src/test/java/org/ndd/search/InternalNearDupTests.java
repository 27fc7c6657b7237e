package org.ndd.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.test.InternalMultiBucketAggregationTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.plugin.NddPlugin;
import org.ndd.search.InternalNearDup.NearDupBucket;
import org.ndd.search.InternalNearDup.Sample;

public class InternalNearDupTests extends InternalMultiBucketAggregationTestCase<InternalNearDup> {

    private static final SetParameters PARAMETERS = new SetParameters(10, 100, 2, 0.5, null);

    @Override
    protected SearchPlugin registerPlugin() {
        return new NddPlugin();
    }

    /** Buckets of 12 families. Texts of the same family share most fingerprints, texts of different families share none. */
    @Override
    protected InternalNearDup createTestInstance(String name, Map<String, Object> metadata, InternalAggregations subs) {
        Map<BytesRef, NearDupBucket> buckets = new TreeMap<>();
        long documents = 0;
        for (int i = randomNumberOfBuckets(); i > 0; i--) {
            int family = between(0, 11);
            NearDupBucket bucket = bucket(family, between(0, 3), between(1, 5), subs);
            if (buckets.putIfAbsent(bucket.digest(), bucket) == null) {
                documents += bucket.docCount();
            }
        }
        Sample sample = new Sample(
                List.of(FingerprintParameters.BALANCED.version()),
                16,
                documents + between(0, 5),
                between(0, 2),
                between(0, 2),
                between(0, 9),
                List.of());
        return new InternalNearDup(
                name, PARAMETERS, sample, new ArrayList<>(buckets.values()), boilerplate(), metadata);
    }

    private static Map<IndexedSite, SiteBoilerplate> boilerplate() {
        List<BoilerplateLine> lines = List.of(new BoilerplateLine(7, SiteBoilerplate.Level.COMMON, 12, ""));
        return Map.of(new IndexedSite("pages", "site.example"), new SiteBoilerplate("site.example", lines));
    }

    private static NearDupBucket bucket(int family, int version, long count, InternalAggregations subs) {
        long[] sketch = {
            100L * family, 100L * family + 1, 100L * family + 2, 100L * family + 3, 100L * family + 10 + version
        };
        DocumentName decided = version == 3 ? new DocumentName("pages", "decided" + family) : null;
        return new NearDupBucket(
                new BytesRef("family" + family + "-" + version), sketch, decided, count, subs, page(family, version));
    }

    private static ComparablePage page(int family, int version) {
        IndexedSite place = new IndexedSite("pages", family % 2 == 0 ? null : "site.example");
        return version == 0
                ? null
                : new ComparablePage(
                        place, "id" + family, "text " + version, "title", FingerprintParameters.BALANCED.version());
    }

    @Override
    protected void assertReduced(InternalNearDup reduced, List<InternalNearDup> inputs) {
        Map<String, Long> families = new HashMap<>();
        long documents = 0;
        long error = 0;
        long unverified = 0;
        long unprocessed = 0;
        for (InternalNearDup input : inputs) {
            documents += input.sample().documents();
            error += input.documentError();
            unverified += input.sample().unverified();
            unprocessed += input.sample().unprocessed();
            for (NearDupBucket bucket : input.getBuckets()) {
                families.merge(family(bucket), bucket.docCount(), Long::sum);
            }
        }
        List<Long> expected = families.values().stream()
                .filter(count -> count >= 2)
                .sorted(Collections.reverseOrder())
                .limit(10)
                .toList();
        assertEquals(
                expected,
                reduced.getBuckets().stream().map(NearDupBucket::docCount).toList());
        Set<String> seen = new HashSet<>();
        for (NearDupBucket bucket : reduced.getBuckets()) {
            assertTrue("one bucket per family", seen.add(family(bucket)));
            assertEquals(families.get(family(bucket)).longValue(), bucket.docCount());
        }
        assertEquals(documents, reduced.sample().documents());
        assertEquals(error, reduced.documentError());
        assertEquals(Math.min(unverified, documents), reduced.sample().unverified());
        assertEquals(unprocessed, reduced.sample().unprocessed());
        assertEquals("boilerplate is dropped after the final reduction", Map.of(), reduced.boilerplate());
        assertEquals(documents - expected.stream().mapToLong(Long::longValue).sum(), reduced.otherDocuments());
    }

    private static String family(NearDupBucket bucket) {
        return bucket.getKeyAsString().split("-")[0];
    }

    @Override
    protected boolean supportsSampling() {
        return false;
    }

    @Override
    protected InternalNearDup mutateInstance(InternalNearDup instance) {
        SetParameters parameters = instance.parameters();
        Sample sample = instance.sample();
        List<NearDupBucket> buckets = new ArrayList<>(instance.getBuckets());
        String name = instance.getName();
        switch (between(0, 3)) {
            case 0 -> name += "x";
            case 1 -> parameters = new SetParameters(11, 200, 2, 0.5, null);
            case 2 ->
                sample = new Sample(
                        sample.versions(),
                        8,
                        sample.documents(),
                        sample.error(),
                        sample.unverified(),
                        11,
                        List.of("x"));
            default -> buckets.add(bucket(99, 1, 1, InternalAggregations.EMPTY));
        }
        return new InternalNearDup(name, parameters, sample, buckets, instance.boilerplate(), instance.getMetadata());
    }

    /** The smallest buckets beyond the maximum are dropped, and the error includes their size. */
    public void testPartialReductionIsBounded() {
        List<InternalAggregation> shards = new ArrayList<>();
        for (int shard = 0; shard < 3; shard++) {
            List<NearDupBucket> buckets = new ArrayList<>();
            for (int i = 0; i < SetParameters.MAX_SIZE; i++) {
                int family = shard * SetParameters.MAX_SIZE + i;
                buckets.add(bucket(family, 0, shard == 2 ? 1 : 2, InternalAggregations.EMPTY));
            }
            Sample sample =
                    new Sample(List.of(FingerprintParameters.BALANCED.version()), 16, 40_000, 1, 0, 0, List.of());
            shards.add(new InternalNearDup("dups", PARAMETERS, sample, buckets, Map.of(), null));
        }
        Collections.shuffle(shards, random());
        InternalNearDup partial =
                (InternalNearDup) reduce(shards, emptyReduceContextBuilder().forPartialReduction());
        assertEquals(NearDupReducer.MAX_SETS, partial.getBuckets().size());
        assertTrue(partial.getBuckets().stream().allMatch(bucket -> bucket.docCount() == 2));
        assertEquals(4, partial.documentError());
        assertEquals(120_000, partial.sample().documents());
    }

    /** Sketches of different sizes are compared at the smaller size. */
    public void testSketchesOfDifferentSizes() {
        long[] whole = {1, 2, 3, 4, 5, 6, 7, 8};
        InternalNearDup large = of(
                FingerprintParameters.BALANCED.version(),
                8,
                new NearDupBucket(new BytesRef("a"), whole, null, 3, InternalAggregations.EMPTY, null));
        InternalNearDup small = of(
                FingerprintParameters.BALANCED.version(),
                4,
                new NearDupBucket(
                        new BytesRef("b"), Arrays.copyOf(whole, 4), null, 2, InternalAggregations.EMPTY, null));
        InternalNearDup reduced = (InternalNearDup)
                reduce(List.of(large, small), emptyReduceContextBuilder().forFinalReduction());
        assertEquals(4, reduced.sample().sketchSize());
        assertEquals(1, reduced.getBuckets().size());
        assertEquals(5, reduced.getBuckets().get(0).docCount());
    }

    /** Warnings of shards are deduplicated and bounded, and added by the final reduction. */
    public void testWarningsOfShards() {
        List<InternalAggregation> shards = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            InternalNearDup shard = of(FingerprintParameters.BALANCED.version(), 16);
            String warning = "index " + (char) ('a' + i / 2);
            warnings.add(warning);
            shards.add(new InternalNearDup(
                    "dups", PARAMETERS, shard.sample().withWarnings(List.of(warning)), List.of(), Map.of(), null));
        }
        InternalAggregation partial = reduce(shards, emptyReduceContextBuilder().forPartialReduction());
        reduce(List.of(partial), emptyReduceContextBuilder().forFinalReduction());
        assertWarnings(warnings.stream().distinct().limit(10).toArray(String[]::new));
    }

    /** The final reduction warns, also if only one of the results that it gets is of several versions. */
    public void testWarnsAboutDifferentVersions() {
        List<InternalAggregation> shards = List.of(
                of("p12:10:60:32", 16),
                of(FingerprintParameters.BALANCED.version(), 16),
                of("p12:10:40:14", 16),
                of(null, 16));
        InternalNearDup reduced =
                (InternalNearDup) reduce(shards, emptyReduceContextBuilder().forPartialReduction());
        assertEquals(
                List.of("p12:10:40:14", FingerprintParameters.BALANCED.version()),
                reduced.sample().versions());
        ensureNoWarnings();
        reduce(
                List.of(reduced, of("p12:10:40:14", 16)),
                emptyReduceContextBuilder().forFinalReduction());
        assertWarnings("[near_dup] may miss sets of documents whose fingerprints are of different versions: "
                + "POST /{index}/_ndd/backfill converts them to one version");
    }

    private static InternalNearDup of(String version, int sketchSize, NearDupBucket... buckets) {
        long documents =
                Arrays.stream(buckets).mapToLong(NearDupBucket::docCount).sum();
        return new InternalNearDup(
                "dups",
                PARAMETERS,
                new Sample(version == null ? List.of() : List.of(version), sketchSize, documents, 0, 0, 0, List.of()),
                List.of(buckets),
                Map.of(),
                null);
    }
}
