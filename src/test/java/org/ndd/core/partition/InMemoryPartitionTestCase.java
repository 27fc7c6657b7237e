package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CandidateParameters.Mode;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.partition.Partition.Group;

/** Creates and partitions documents in memory. */
abstract class InMemoryPartitionTestCase extends LuceneTestCase {

    static final Runnable NO_CHECK = () -> {};

    PartitionParameters randomParameters() {
        boolean sets = random().nextBoolean();
        CandidateParameters usual = sets ? CandidateParameters.SETS : CandidateParameters.NEIGHBORS;
        CandidateParameters tight = new CandidateParameters(
                usual.mode(),
                RandomNumbers.randomIntBetween(random(), 2, 12),
                random().nextBoolean() ? Long.MAX_VALUE : RandomNumbers.randomIntBetween(random(), 2, 6),
                RandomNumbers.randomIntBetween(random(), 1, 2),
                random().nextBoolean()
                        ? RandomNumbers.randomIntBetween(random(), 1, 3)
                        : RandomNumbers.randomIntBetween(random(), 9, 200));
        CanonicalRules canonical = random().nextBoolean()
                ? CanonicalRules.DEFAULT
                : CanonicalRules.of(List.of(
                        CanonicalRule.of("popularity"),
                        CanonicalRule.of("_static_url"),
                        CanonicalRule.of("_url_length")));
        SimilarityParameters similarity =
                random().nextBoolean() ? SimilarityParameters.BALANCED : SimilarityParameters.PKU2007;
        return new PartitionParameters(random().nextBoolean() ? usual : tight, similarity, canonical);
    }

    List<PartitionDocument> randomPages() {
        return new TestPages(random()).make(RandomNumbers.randomIntBetween(random(), 10, 70));
    }

    /** As {@link #randomPages()}, with values of two fields, which many documents lack. */
    List<PartitionDocument> randomPagesWithMustAgree() {
        int languages = RandomNumbers.randomIntBetween(random(), 1, 4);
        List<PartitionDocument> apart = new ArrayList<>();
        for (PartitionDocument document : randomPages()) {
            apart.add(document.withMustAgreeKeys(
                    MustAgreeKeys.of(List.of(randomValue("language", languages), randomValue("number", 10)))));
        }
        return apart;
    }

    static List<String> randomValue(String name, int different) {
        return random().nextInt(3) == 0 ? List.of() : List.of(name + random().nextInt(different));
    }

    static Partition run(PartitionParameters parameters, List<PartitionDocument> documents) {
        return new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED).run(documents, site -> null, NO_CHECK);
    }

    static Map<String, String> leadersById(Partition partition) {
        Map<String, String> leaders = new HashMap<>();
        for (Group group : partition.groups()) {
            group.pages()
                    .forEach(page ->
                            leaders.put(page.document().id(), group.leader().id()));
        }
        return leaders;
    }

    static String boilerplate(int i) {
        return "this package contains the development files that are needed to build programs\n".repeat(3)
                + "build number " + i;
    }

    static Set<Set<String>> groups(List<PartitionDocument> documents, int maxLeaders) {
        CandidateParameters candidates =
                new CandidateParameters(Mode.NEIGHBORS, CandidateParameters.RELATIVE, Long.MAX_VALUE, 5, maxLeaders);
        return run(
                        new PartitionParameters(candidates, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT),
                        documents)
                .groups()
                .stream()
                .map(group ->
                        group.pages().stream().map(page -> page.document().id()).collect(Collectors.toSet()))
                .filter(group -> group.size() > 1)
                .collect(Collectors.toSet());
    }

    static PartitionDocument page(String id, String text, String digest) {
        long[] fingerprints = Stream.of(text.split("\n"))
                .mapToLong(line -> line.hashCode())
                .distinct()
                .toArray();
        return new PartitionDocument(
                "pages", id, null, null, new DocumentContent(text, "", text.length(), digest, fingerprints));
    }
}
