package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TestWorkers;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Grouper.VerdictCache;

/** Groups the members of shards, which have random documents, and records the groups. */
abstract class GrouperTestCase extends ESTestCase {

    static final CanonicalRules CANONICALS =
            CanonicalRules.of(List.of(new CanonicalRule("_id", CanonicalRule.Order.ASC)));

    /** A sink that records its input. */
    static class RecordedDocument implements Grouper.Sink {

        final Map<Long, List<Long>> pages = new TreeMap<>();
        final Map<Long, Verdict> verdicts = new HashMap<>();
        final Map<Long, Member> canonicals = new HashMap<>();
        final Map<Long, List<String>> wins = new HashMap<>();
        final Set<Long> parts = new TreeSet<>();
        final Set<Long> complete = new TreeSet<>();

        @Override
        public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) {
            assertFalse(complete.contains(group.leader().ref()));
            assertEquals(toCanonical == null, page.ref() == group.canonical().ref());
            pages.computeIfAbsent(group.leader().ref(), leader -> new ArrayList<>())
                    .add(page.ref());
            assertFalse("once", verdicts.containsKey(page.ref()));
            if (page.role() == Role.PART_OF) {
                parts.add(page.ref());
            }
            verdicts.put(page.ref(), toCanonical);
            canonicals.put(page.ref(), group.canonical());
            wins.put(page.ref(), canonicalIn);
        }

        @Override
        public void complete(Group group) {
            assertTrue(complete.add(group.leader().ref()));
            assertEquals(
                    group.size(),
                    pages.get(group.leader().ref()).stream()
                            .filter(ref -> parts.contains(ref) == false)
                            .count());
        }
    }

    static PageTexts texts(ShardRun shard) {
        return new PageTexts(TestShards.clients(ordinal -> shard), site -> null, false, PageTexts.cache(1 << 20));
    }

    /** Returns a document as a member of the group of another; both are given by their places in rank order. */
    static Member member(TestShards shards, int page, int leader, Role role) throws Exception {
        long ref = shards.placed().get(page).ref();
        int doc = DocRef.doc(shards.placed().get(leader).ref());
        return shards.shards().get(0).pinned().member(DocRef.doc(ref), doc, role, ref);
    }

    /** Returns a shard in which the first document leads the given number of documents after it. */
    static ShardRun withMembers(TestShards shards, int members) throws Exception {
        ShardRun shard = shards.shards().get(0);
        for (int i = 1; i <= members; i++) {
            shard.addMembers(List.of(member(shards, i, 0, Role.MEMBER)));
        }
        return shard;
    }

    static PageComparisons comparisons(PageTexts texts, Runnable check) {
        return new PageComparisons(texts, new PairComparator(SimilarityParameters.BALANCED), TestWorkers.NONE, check);
    }

    static Grouper grouper(ShardRun shard, CanonicalRules canonicals) {
        return new Grouper(shard, canonicals, false, 0);
    }

    /** Texts "text n" are similar if they are equal, which the digests of the shards do not reflect here. */
    static RecordedDocument groups(ShardRun shard, PageTexts texts, VerdictCache earlier, StepCounts all)
            throws Exception {
        RecordedDocument noted = new RecordedDocument();
        Grouper grouper = grouper(shard, CANONICALS);
        long pending = grouper.pending();
        StepCounts counts;
        do {
            counts = grouper.round(comparisons(texts, () -> {}), earlier, noted);
            assertEquals(pending - counts.get(Count.GROUPED), counts.get(Count.PENDING));
            pending = counts.get(Count.PENDING);
            all.add(counts);
        } while (pending > 0);
        return noted;
    }
}
