package org.ndd.rank;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The hits that the hits of a search represent, on their way to the shards that return these hits. It is put into the request at its start,
 * filled while retrievers work, and sent in the fetch phase, which follows all of them: so it reaches the hits at any depth of a retriever
 * {@code near_dup} in others. Users cannot write it: requests have no parser for it.
 */
final class SimilarHits extends SearchExtBuilder {

    static final String NAME = "near_dup_similar";

    private final Map<RankKey, HitGroup> groups;

    SimilarHits() {
        this.groups = new HashMap<>();
    }

    SimilarHits(StreamInput in) throws IOException {
        this.groups = new HashMap<>(in.readMap(SimilarHit::readKey, HitGroup::new));
    }

    /**
     * Records the hits that a hit represents: the given ones, and those that another {@code near_dup} retriever of the search has recorded
     * for the hit and for the given ones.
     *
     * @param hit position of the hit
     * @param compared whether it could be compared with others
     * @param similar the hits that it represents now
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
        boolean everCompared = compared || before != null && before.compared();
        groups.put(hit, new HitGroup(everCompared, List.copyOf(all.values())));
    }

    /** The hits that a hit represents; null if no retriever saw it. */
    synchronized HitGroup get(RankKey hit) {
        return groups.get(hit);
    }

    @Override
    public synchronized void writeTo(StreamOutput out) throws IOException {
        out.writeMap(groups, SimilarHit::writeKey, (o, group) -> group.writeTo(o));
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    /** Prints nothing: a printed request shows what its user typed. */
    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) {
        return builder;
    }

    @Override
    public synchronized boolean equals(Object other) {
        return this == other || other instanceof SimilarHits that && groups.equals(that.groups);
    }

    @Override
    public synchronized int hashCode() {
        return groups.hashCode();
    }
}
