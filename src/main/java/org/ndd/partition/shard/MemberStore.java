package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.Releasable;

/** Members of the groups that documents of a shard lead, by leader; their memory is on the request circuit breaker. */
final class MemberStore implements Releasable {

    private final CircuitBreaker breaker;
    private final Map<Integer, List<Member>> byHead = new HashMap<>();
    private long bytes;
    private long followers;

    MemberStore(BigArrays bigArrays) {
        breaker = bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    void add(List<Member> members) {
        long more = members.stream().mapToLong(Member::ramBytes).sum();
        breaker.addEstimateBytesAndMaybeBreak(more, "ndd members");
        bytes += more;
        for (Member member : members) {
            byHead.computeIfAbsent(member.head(), head -> new ArrayList<>(2)).add(member);
            followers += member.role() == Member.Role.PART_OF ? 0 : 1;
        }
    }

    /** Members that are not only contained in their leader. */
    long followers() {
        return followers;
    }

    /** Documents that have followers, in no order. */
    Set<Integer> heads() {
        return byHead.keySet();
    }

    /** The followers of a document, in the order in which they came. */
    List<Member> of(int head) {
        return Collections.unmodifiableList(byHead.getOrDefault(head, List.of()));
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-bytes);
        bytes = 0;
        byHead.clear();
    }
}
