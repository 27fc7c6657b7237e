package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.BorderlineTexts;

/** Partitions in memory have the leaders of the reference implementation. */
public class LiteralPartitionTests extends InMemoryPartitionTestCase {

    public void testMatchesLiteralPartition() {
        for (int round = 0; round < 30; round++) {
            assertMatchesLiteralPartition(
                    randomParameters(),
                    random().nextBoolean() ? randomPages() : randomPagesWithMustAgree(),
                    site -> null);
        }
    }

    /** Texts near the limits, with boilerplate, a reference, and values that must agree. */
    public void testMatchesLiteralPartitionNearLimits() {
        for (int round = 0; round < 10; round++) {
            BorderlineTexts texts = new BorderlineTexts(random());
            boolean withLanguages = random().nextBoolean();
            List<PartitionDocument> documents = new ArrayList<>();
            for (int i = RandomNumbers.randomIntBetween(random(), 10, 70); i > 0; i--) {
                documents.add(texts.next()
                        .document(random().nextInt(4) == 0 ? "archive" : "pages", "doc" + i)
                        .withMustAgreeKeys(
                                withLanguages
                                        ? MustAgreeKeys.of(List.of(randomValue("language", 2)))
                                        : MustAgreeKeys.NONE));
            }
            InMemoryBoilerplate learned = new InMemoryBoilerplate(
                    documents, FingerprintParameters.BALANCED, InMemoryBoilerplate.ALL, NO_CHECK);
            IntStream.range(0, learned.families()).forEach(learned::learn);
            assertMatchesLiteralPartition(
                    PartitionParameters.BALANCED.against(random().nextBoolean() ? Set.of("archive") : Set.of()),
                    documents,
                    random().nextBoolean() ? learned : site -> null);
        }
    }

    private static void assertMatchesLiteralPartition(
            PartitionParameters parameters,
            List<PartitionDocument> documents,
            Function<String, SiteBoilerplate> boilerplate) {
        PairComparator comparator = new PairComparator(parameters.similarity());
        PairComparator strict = new PairComparator(SimilarityParameters.STRICT);
        Map<String, String> leaders = new ReferencePartition(
                        parameters,
                        documents,
                        boilerplate,
                        (above, below) ->
                                comparator.compare(above, below, NO_CHECK).similar(),
                        (above, below) -> isNear(parameters.similarity(), comparator.compare(above, below, NO_CHECK)),
                        (above, below) -> (areOfDifferentSites(above, below) ? comparator : strict)
                                .compare(above, below, NO_CHECK)
                                .similar())
                .leaders();
        Map<String, String> found = leadersById(
                new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED).run(documents, boilerplate, NO_CHECK));
        // groups of a document of a reference alone are not returned
        documents.stream()
                .filter(document -> parameters.references().contains(document.index()))
                .forEach(document -> found.putIfAbsent(document.id(), document.id()));
        assertEquals(parameters.toString(), leaders, found);
    }

    private static boolean isNear(SimilarityParameters similarity, Comparison withLeader) {
        return similarity == SimilarityParameters.BALANCED
                && (withLeader.relation() != Relation.OTHER_ITEM || withLeader.confidence() >= 0.3)
                && sketchResemblance(withLeader) >= 0.35;
    }

    private static double sketchResemblance(Comparison comparison) {
        double common = Math.min(comparison.a().sketch(), comparison.b().sketch());
        return common / (comparison.a().length() + comparison.b().length() - common);
    }

    private static boolean areOfDifferentSites(PageText a, PageText b) {
        return a.site() != null && b.site() != null && a.site().equals(b.site()) == false;
    }
}
