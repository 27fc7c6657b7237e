package org.ndd.partition.shard;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
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
import org.ndd.partition.shard.TestShards.Page;

/** Groups equal those of their members, independent of the documents that earlier attempts verified. */
public class GrouperTests extends GrouperTestCase {

    public void testGroups() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 700 + random().nextInt(1500), 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            int leaders = 1 + random().nextInt(20);
            Map<Long, List<Long>> expected = new TreeMap<>();
            List<Member> members = new ArrayList<>();
            for (int i = leaders; i < shards.placed().size(); i++) {
                int leader = random().nextInt(leaders);
                members.add(member(shards, i, leader, Role.MEMBER));
                expected.computeIfAbsent(shards.placed().get(leader).ref(), l -> new ArrayList<>(List.of(l)))
                        .add(shards.placed().get(i).ref());
            }
            shard.addMembers(members);
            PageTexts texts = texts(shard);
            StepCounts counts = new StepCounts();
            RecordedDocument first = groups(shard, texts, TestShards.NO_VERDICTS, counts);
            expected.forEach(
                    (leader, refs) -> assertEquals(new TreeSet<>(refs), new TreeSet<>(first.pages.get(leader))));
            assertEquals(expected.keySet(), first.complete);
            assertEquals(expected.size(), counts.get(Count.GROUPS));
            assertCountsRelations(first, counts);
            Map<Long, Long> canonicals = new HashMap<>();
            long verifications = 0;
            for (List<Long> refs : first.pages.values()) {
                verifications += judge(shard, texts, refs, canonicals);
            }
            canonicals.forEach((ref, canonical) -> {
                assertEquals((long) canonical, first.canonicals.get(ref).ref());
                assertEquals((long) canonical == ref, first.verdicts.get(ref) == null);
            });
            assertEquals(verifications, counts.get(Count.VERIFICATIONS));

            Set<Long> known = new TreeSet<>();
            for (int i = random().nextInt(members.size()); i > 0; i--) {
                known.add(RandomPicks.randomFrom(random(), members).ref());
            }
            known.removeIf(ref -> first.verdicts.get(ref) == null);
            StepCounts again = new StepCounts();
            RecordedDocument second = groups(shard, texts, earlier(first, known), again);
            assertEquals(first.pages, second.pages);
            assertEquals(first.verdicts, second.verdicts);
            assertCountsRelations(second, again);
            assertEquals(known.size(), again.get(Count.REPLAYED_VERIFICATIONS));
            assertEquals(verifications - known.size(), again.get(Count.VERIFICATIONS));
        }
    }

    /**
     * Each market has one canonical document among each canonical document and its duplicates; all other fields equal those without
     * markets, for any division into rounds.
     */
    public void testMarkets() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 600 + random().nextInt(900), 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            int leaders = 1 + random().nextInt(20);
            List<Member> members = new ArrayList<>();
            for (int i = leaders; i < shards.placed().size(); i++) {
                Role role = random().nextInt(9) == 0 ? Role.PART_OF : Role.MEMBER;
                members.add(member(shards, i, random().nextInt(leaders), role));
            }
            shard.addMembers(members);
            PageTexts texts = texts(shard);
            StepCounts counts = new StepCounts();
            RecordedDocument plain = new RecordedDocument();
            allRounds(grouper(shard, CANONICALS), texts, plain, counts);
            CanonicalRules markets = new CanonicalRules(
                    CANONICALS.rules(),
                    new TreeMap<>(Map.of(
                            "de",
                            List.of(new CanonicalRule("_id", CanonicalRule.Order.DESC)),
                            "us",
                            CANONICALS.rules())));
            RecordedDocument tired = new RecordedDocument() {
                @Override
                public boolean isFull() {
                    return random().nextInt(3) == 0;
                }
            };
            StepCounts again = new StepCounts();
            allRounds(grouper(shard, markets), texts, tired, again);
            plain.pages.forEach(
                    (leader, refs) -> assertEquals(new TreeSet<>(refs), new TreeSet<>(tired.pages.get(leader))));
            assertEquals(plain.verdicts, tired.verdicts);
            assertEquals(plain.complete, tired.complete);
            for (Count count : List.of(Count.GROUPS, Count.VERIFICATIONS, Count.DUPLICATES, Count.SAME, Count.NEAR)) {
                assertEquals(count.toString(), counts.get(count), again.get(count));
            }
            assertTrue(plain.wins.values().stream().allMatch(List::isEmpty));
            assertMarkets(shards, tired);
        }
    }

    private static void allRounds(Grouper grouper, PageTexts texts, Grouper.Sink sink, StepCounts all)
            throws Exception {
        while (grouper.pending() > 0) {
            all.add(grouper.round(comparisons(texts, () -> {}), TestShards.NO_VERDICTS, sink));
        }
    }

    private static void assertMarkets(TestShards shards, RecordedDocument noted) {
        Map<Long, String> ids = new HashMap<>();
        shards.placed().forEach(placed -> ids.put(placed.ref(), placed.page().id()));
        Map<Long, TreeMap<String, Long>> sets = new HashMap<>();
        noted.canonicals.forEach((ref, canonical) -> {
            Verdict verdict = noted.verdicts.get(ref);
            if (verdict == null || noted.parts.contains(ref) == false) {
                sets.computeIfAbsent(canonical.ref(), w -> new TreeMap<>()).put(ids.get(ref), ref);
            }
        });
        Map<Long, List<String>> expected = new HashMap<>();
        for (TreeMap<String, Long> set : sets.values()) {
            set.values().forEach(ref -> expected.put(ref, new ArrayList<>()));
            expected.get(set.lastEntry().getValue()).add("de");
            expected.get(set.firstEntry().getValue()).add("us");
        }
        noted.parts.forEach(ref -> expected.put(ref, List.of()));
        assertEquals(expected, noted.wins);
    }

    /**
     * Literal definition of the rule: the first by id is canonical for all near documents; then the same for the remaining ones, 16 times;
     * then each is canonical alone.
     *
     * @return comparisons
     */
    private static long judge(ShardRun shard, PageTexts texts, List<Long> group, Map<Long, Long> canonicals)
            throws Exception {
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        Map<String, Long> left = new TreeMap<>();
        for (long ref : group) {
            left.put(
                    shard.pinned()
                            .member(DocRef.doc(ref), DocRef.doc(ref), Role.MEMBER, ref)
                            .id(),
                    ref);
        }
        long comparisons = 0;
        for (int round = 0; round < 16 && left.isEmpty() == false; round++) {
            long canonical = left.values().iterator().next();
            comparisons += left.size() - 1;
            for (long ref : List.copyOf(left.values())) {
                if (comparator
                        .compare(texts.of(canonical), texts.of(ref), () -> {})
                        .similar()) {
                    canonicals.put(ref, canonical);
                }
            }
            left.values().removeIf(canonicals::containsKey);
        }
        left.values().forEach(ref -> canonicals.put(ref, ref));
        return comparisons;
    }

    private static void assertCountsRelations(RecordedDocument noted, StepCounts counts) {
        long all = 0;
        for (Relation relation : Relation.values()) {
            long found = counts.get(Count.of(relation));
            assertEquals(
                    relation.value(),
                    noted.verdicts.values().stream()
                            .filter(verdict -> verdict != null && verdict.relation() == relation)
                            .count(),
                    found);
            all += found;
        }
        assertEquals(
                "each duplicate is counted once",
                noted.verdicts.values().stream().filter(Objects::nonNull).count(),
                all);
        assertEquals(counts.get(Count.SAME) + counts.get(Count.NEAR), counts.get(Count.DUPLICATES));
    }

    /**
     * Documents that are only contained in the leader are reported with their relation to the canonical document, and are otherwise not
     * duplicates.
     */
    public void testContainedDocumentsAreNotDuplicates() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 50, 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            shard.addMembers(List.of(member(shards, 1, 0, Role.MEMBER), member(shards, 2, 0, Role.PART_OF)));
            PageTexts texts = texts(shard);
            VerdictCache near = new VerdictCache() {
                @Override
                public void fetch(List<Member> fetched) {}

                @Override
                public Verdict of(Group group, Member page) {
                    return new Verdict(Relation.NEAR, 0.9, 0.8, 0.9, 0.9);
                }
            };
            StepCounts counts = new StepCounts();
            Map<Role, Verdict> verdicts = new EnumMap<>(Role.class);
            Grouper.Sink noting = new Grouper.Sink() {
                @Override
                public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) {
                    if (toCanonical != null) {
                        verdicts.put(page.role(), toCanonical);
                    }
                }

                @Override
                public void complete(Group group) {}
            };
            counts.add(grouper(shard, CANONICALS).round(comparisons(texts, () -> {}), near, noting));
            assertEquals(0, counts.get(Count.PENDING));
            assertEquals(Relation.NEAR, verdicts.get(Role.PART_OF).relation());
            assertFalse(verdicts.get(Role.PART_OF).verifies(Role.PART_OF));
            assertEquals(1, counts.get(Count.NEAR));
            assertEquals(1, counts.get(Count.DUPLICATES));
        }
    }

    private static VerdictCache earlier(RecordedDocument noted, Set<Long> known) {
        return new VerdictCache() {
            private final Set<Long> fetched = new TreeSet<>();

            @Override
            public void fetch(List<Member> pages) {
                fetched.clear();
                pages.forEach(page -> fetched.add(page.ref()));
            }

            @Override
            public Verdict of(Group group, Member page) {
                assertTrue(fetched.contains(page.ref()));
                boolean same = group.canonical().ref()
                        == noted.canonicals.get(page.ref()).ref();
                return same && known.contains(page.ref()) ? noted.verdicts.get(page.ref()) : null;
            }
        };
    }
}
