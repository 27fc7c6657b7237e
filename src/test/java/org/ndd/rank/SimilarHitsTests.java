package org.ndd.rank;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.core.group.DecidedBy;
import org.ndd.rank.SimilarHits.HitGroup;
import org.ndd.rank.SimilarHits.SimilarHit;
import org.ndd.rank.SimilarHits.Similarity;

public class SimilarHitsTests extends AbstractWireSerializingTestCase<SimilarHits> {

    private static final RankKey A = new RankKey(1, 0);
    private static final RankKey B = new RankKey(2, 0);
    private static final RankKey C = new RankKey(1, 1);

    public void testFields() {
        SimilarHits hits = new SimilarHits();
        hits.add(A, true, List.of(hit(B, "b", 0.9), hit(C, "c", null)));
        hits.add(B, false, List.of());
        assertEquals(
                Map.of(
                        "count",
                        3,
                        "similar",
                        List.of(
                                Map.of(
                                        "_index",
                                        "pages",
                                        "_id",
                                        "b",
                                        "relation",
                                        "near",
                                        "confidence",
                                        0.97,
                                        "resemblance",
                                        0.9),
                                Map.of("_index", "pages", "_id", "c"))),
                hits.get(A).asField(false));
        assertEquals(Map.of("count", 1, "compared", false), hits.get(B).asField(false));
        assertNull(hits.get(C));
    }

    public void testNestedRetriever() {
        SimilarHits hits = new SimilarHits();
        hits.add(A, true, List.of());
        hits.add(B, true, List.of(hit(C, "c", 0.8)));
        hits.add(A, true, List.of(hit(B, "b", 0.9)));
        assertEquals(
                "hits represented by B were not compared with A",
                List.of(hit(B, "b", 0.9), hit(C, "c", null)),
                hits.get(A).similar());
    }

    public void testSiblingRetrievers() {
        SimilarHits hits = new SimilarHits();
        hits.add(A, false, List.of(hit(B, "b", 0.9)));
        hits.add(A, true, List.of(hit(C, "c", 0.7), hit(B, "b", 0.9)));
        assertEquals(List.of(hit(C, "c", 0.7), hit(B, "b", 0.9)), hits.get(A).similar());
        assertTrue(hits.get(A).compared());
        hits.add(B, true, List.of(hit(A, "a", 0.9)));
        assertEquals(
                "never itself",
                List.of(hit(A, "a", 0.9), hit(C, "c", null)),
                hits.get(B).similar());
    }

    public void testRunWithoutRelations() {
        SimilarHits hits = new SimilarHits();
        hits.add(A, true, List.of(new SimilarHit(B, "pages", "b", new Similarity(null, null, 0.9), null)));
        assertEquals(
                List.of(Map.of("_index", "pages", "_id", "b", "resemblance", 0.9)),
                hits.get(A).asField(false).get("similar"));
    }

    private static SimilarHit hit(RankKey key, String id, Double resemblance) {
        Similarity likeness = resemblance == null ? null : new Similarity(Relation.NEAR, 0.97, resemblance);
        return new SimilarHit(key, "pages", id, likeness, null);
    }

    @Override
    protected Writeable.Reader<SimilarHits> instanceReader() {
        return SimilarHits::new;
    }

    @Override
    protected SimilarHits createTestInstance() {
        SimilarHits hits = new SimilarHits();
        for (int i = randomInt(5); i > 0; i--) {
            hits.add(key(), randomBoolean(), randomList(0, 3, SimilarHitsTests::randomHit));
        }
        return hits;
    }

    @Override
    protected SimilarHits mutateInstance(SimilarHits instance) throws IOException {
        SimilarHits other = copyInstance(instance);
        other.add(new RankKey(1000, 0), randomBoolean(), List.of());
        return other;
    }

    private static SimilarHit randomHit() {
        return new SimilarHit(
                key(),
                randomAlphaOfLength(3),
                randomAlphaOfLength(3),
                randomBoolean() ? null : randomLikeness(),
                randomBoolean()
                        ? null
                        : new DecidedBy(
                                randomAlphaOfLength(5), randomNonNegativeLong(), randomBoolean() ? null : "a mirror"));
    }

    /** A run of an older version has neither relation nor confidence. */
    public void testContributionsIfExplained() {
        Contribution titles = new Contribution(Signal.TITLES, 1, -3.5, List.of("red"), List.of("blue"));
        Similarity likeness = new Similarity(Relation.NEAR, 0.97, 0.9, List.of(titles));
        HitGroup group = new HitGroup(true, List.of(new SimilarHit(B, "pages", "b", likeness, null)));
        Map<?, ?> brief = (Map<?, ?>) ((List<?>) group.asField(false).get("similar")).get(0);
        assertFalse(brief.containsKey("contributions"));
        Map<?, ?> explained = (Map<?, ?>) ((List<?>) group.asField(true).get("similar")).get(0);
        assertEquals(
                List.of(Map.of(
                        "signal", "titles", "value", 1.0, "log_odds", -3.5, "a", List.of("red"), "b", List.of("blue"))),
                explained.get("contributions"));
    }

    private static Similarity randomLikeness() {
        return randomBoolean()
                ? new Similarity(null, null, randomDouble())
                : new Similarity(
                        randomFrom(Relation.values()),
                        randomDouble(),
                        randomDouble(),
                        randomList(
                                0,
                                2,
                                () -> new Contribution(
                                        randomFrom(Signal.values()),
                                        randomDouble(),
                                        randomDouble(),
                                        randomList(0, 2, () -> randomAlphaOfLength(3)),
                                        List.of())));
    }

    private static RankKey key() {
        return new RankKey(randomInt(100), randomInt(3));
    }
}
