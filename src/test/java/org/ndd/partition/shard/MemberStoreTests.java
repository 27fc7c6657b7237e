package org.ndd.partition.shard;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.MockBigArrays;
import org.elasticsearch.common.util.MockPageCacheRecycler;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;
import org.ndd.pair.CandidateReader.StoredDoc;
import org.ndd.partition.shard.ShardRun.MemberStore;

/** Packed members are read back unchanged; arrays that are not released fail the test. */
public class MemberStoreTests extends ESTestCase {

    private static Member member(int head) {
        String id = RandomStrings.randomUnicodeOfLengthBetween(random(), 1, 40);
        String url = random().nextBoolean() ? null : RandomStrings.randomAsciiLettersOfLengthBetween(random(), 0, 900);
        CanonicalCandidate candidate = new CanonicalCandidate(
                id, Rank.of(id), random().nextInt(1 << 20), url, Arrays.asList(random().nextDouble(), null));
        String routing = random().nextBoolean() ? null : "r" + random().nextInt(9);
        return new Member(
                head,
                random().nextLong() >>> 1,
                RandomPicks.randomFrom(random(), Role.values()),
                random().nextLong() >>> 1,
                new StoredDoc(routing, random().nextInt(), random().nextInt(9)),
                candidate,
                MustAgreeKeys.of(random().longs(random().nextInt(3)).toArray()));
    }

    public void testMembersByHead() {
        Map<Integer, Set<Member>> expected = new TreeMap<>();
        int heads = 1 + random().nextInt(300);
        long followers = 0;
        try (MemberStore store = new MemberStore(TestShards.bigArrays())) {
            for (int batch = random().nextInt(20); batch > 0; batch--) {
                List<Member> members = new ArrayList<>();
                for (int i = random().nextInt(100); i > 0; i--) {
                    Member member = member(random().nextInt(heads));
                    members.add(member);
                    expected.computeIfAbsent(member.head(), head -> new HashSet<>())
                            .add(member);
                    followers += member.role() == Role.PART_OF ? 0 : 1;
                }
                store.add(members);
            }
            assertEquals(followers, store.followers());
            Set<Integer> found = new TreeSet<>();
            store.forEachHead(found::add);
            assertEquals(expected.keySet(), found);
            for (int head = 0; head < heads; head++) {
                List<Member> members = store.of(head);
                assertEquals(expected.getOrDefault(head, Set.of()), new HashSet<>(members));
                assertEquals(expected.getOrDefault(head, Set.of()).size(), members.size());
            }
        }
    }

    public void testCircuitBreaker() {
        BigArrays small = new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), ByteSizeValue.ofKb(64))
                .withCircuitBreaking();
        try (MemberStore store = new MemberStore(small)) {
            expectThrows(CircuitBreakingException.class, () -> {
                for (int i = 0; i < 10_000; i++) {
                    store.add(List.of(member(i)));
                }
            });
        }
    }
}
