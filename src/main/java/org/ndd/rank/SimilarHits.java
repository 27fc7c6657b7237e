package org.ndd.rank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.pair.HitRequest;

/**
 * Transports the represented hits to the shards that return the hits of a search. Added to the request at its start, filled by retrievers,
 * and sent in the fetch phase, which follows all retrievers. So it also works for a retriever {@code near_dup} within others.
 */
public final class SimilarHits extends HitRequest {

    public static final String NAME = "near_dup_similar";

    /** The field of a hit that lists the hits that it represents. */
    static final String FIELD = "near_dup";

    private final Map<RankKey, HitGroup> groups;

    private SimilarHits(Map<RankKey, HitGroup> groups) {
        super(NAME, groups);
        this.groups = groups;
    }

    SimilarHits() {
        this(new ConcurrentHashMap<>());
    }

    public SimilarHits(StreamInput in) throws IOException {
        this(new ConcurrentHashMap<>(in.readMap(SimilarHit::readKey, HitGroup::new)));
    }

    /**
     * Adds the hits that a hit represents: the given hits, and those that another {@code near_dup} retriever has added for it or for the
     * given hits.
     *
     * @param hit position of the hit
     * @param compared whether it could be compared with other hits
     * @param similar hits that it represents in this retriever
     */
    synchronized void add(RankKey hit, boolean compared, List<SimilarHit> similar) {
        HitGroup before = groups.get(hit);
        Map<RankKey, SimilarHit> all = new LinkedHashMap<>();
        similar.forEach(other -> all.put(other.key(), other));
        if (before != null) {
            before.similar().forEach(other -> all.putIfAbsent(other.key(), other));
        }
        for (SimilarHit other : similar) {
            HitGroup indirectGroup = groups.get(other.key());
            if (indirectGroup != null) {
                indirectGroup
                        .similar()
                        .forEach(indirect -> all.putIfAbsent(indirect.key(), indirect.withoutSimilarity()));
            }
        }
        all.remove(hit);
        boolean wasCompared = compared || before != null && before.compared();
        groups.put(hit, new HitGroup(wasCompared, List.copyOf(all.values())));
    }

    /** Returns the group of a hit; null if no retriever has added it. */
    HitGroup get(RankKey hit) {
        return groups.get(hit);
    }

    @Override
    protected String field() {
        return FIELD;
    }

    @Override
    protected ShardReader reader(FetchContext shard) {
        int number = shard.getSearchExecutionContext().getShardRequestIndex();
        return leaf -> hit -> {
            HitGroup group = get(new RankKey(leaf.docBase + hit.docId(), number));
            return group == null ? List.of() : List.of(group.asField(shard.explain()));
        };
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(groups, SimilarHit::writeKey, (o, group) -> group.writeTo(o));
    }
}
