package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.Releasable;

/** Members of the groups that documents of a shard lead, by leader; their memory is on the request circuit breaker. */
final class MemberStore implements Releasable {

    private final CircuitBreaker breaker;
    private final SortedMap<Integer, List<Member>> byHead = new TreeMap<>();
    private long bytes;

    MemberStore(BigArrays bigArrays) {
        breaker = bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    void add(List<Member> members) {
        long more = members.stream().mapToLong(Member::ramBytes).sum();
        breaker.addEstimateBytesAndMaybeBreak(more, "ndd members");
        bytes += more;
        for (Member member : members) {
            byHead.computeIfAbsent(member.head(), head -> new ArrayList<>()).add(member);
        }
    }

    SortedMap<Integer, List<Member>> byHead() {
        return byHead;
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-bytes);
        bytes = 0;
        byHead.clear();
    }
}
