package org.ndd.rank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.ContributionFormat;
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

    /**
     * A hit that another hit represents.
     *
     * @param key position in this search
     * @param similarity similarity to the hit that represents it; null if the two were not compared
     * @param decided the decision because of which that hit represents it; null if texts are the reason
     */
    record SimilarHit(RankKey key, String index, String id, Similarity similarity, DecidedBy decided)
            implements Writeable {

        SimilarHit(StreamInput in) throws IOException {
            this(
                    readKey(in),
                    in.readString(),
                    in.readString(),
                    in.readOptionalWriteable(Similarity::new),
                    in.readOptional(PairDecision::readBy));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            writeKey(out, key);
            out.writeString(index);
            out.writeString(id);
            out.writeOptionalWriteable(similarity);
            out.writeOptional(PairDecision::writeBy, decided);
        }

        /** Returns this hit for a group whose leader it was not compared with. */
        SimilarHit withoutSimilarity() {
            return new SimilarHit(key, index, id, null, decided);
        }

        static RankKey readKey(StreamInput in) throws IOException {
            return new RankKey(in.readVInt(), in.readVInt());
        }

        static void writeKey(StreamOutput out, RankKey key) throws IOException {
            out.writeVInt(key.doc());
            out.writeVInt(key.shardIndex());
        }
    }

    /**
     * A hit and the hits that it represents.
     *
     * @param compared whether it could be compared with other hits: it has fingerprints, and its text was within the bounds
     * @param similar the hits that it represents, best first, without itself
     */
    record HitGroup(boolean compared, List<SimilarHit> similar) implements Writeable {

        HitGroup {
            similar = List.copyOf(similar);
        }

        HitGroup(StreamInput in) throws IOException {
            this(in.readBoolean(), in.readCollectionAsList(SimilarHit::new));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(compared);
            out.writeCollection(similar);
        }

        /** @param explain whether to show the contribution of each signal */
        Map<String, Object> asField(boolean explain) {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("count", 1 + similar.size());
            if (compared == false) {
                field.put("compared", false);
            }
            if (similar.isEmpty() == false) {
                field.put(
                        "similar",
                        similar.stream().map(hit -> asField(hit, explain)).toList());
            }
            return field;
        }

        private static Map<String, Object> asField(SimilarHit hit, boolean explain) {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("_index", hit.index());
            field.put("_id", hit.id());
            if (hit.decided() != null) {
                field.put(DecidedBy.NAME, hit.decided().fields());
            }
            Similarity similarity = hit.similarity();
            if (similarity != null) {
                if (similarity.relation() != null) {
                    field.put("relation", similarity.relation().value());
                }
                if (similarity.confidence() != null) {
                    field.put("confidence", similarity.confidence());
                }
                field.put("resemblance", similarity.resemblance());
                if (explain && similarity.contributions().isEmpty() == false) {
                    field.put("contributions", ContributionFormat.asMaps(similarity.contributions()));
                }
            }
            return field;
        }
    }

    /**
     * The similarity of a hit to the hit that represents it.
     *
     * @param relation relation of the two; null if a run did not store it
     * @param confidence confidence that readers call the two near-duplicates, 0 to 1; null if a run did not store it
     * @param resemblance resemblance of the two, 0 to 1
     * @param contributions contributions of the signals, with the representing hit as A; empty if a run compared the two
     */
    record Similarity(Relation relation, Double confidence, double resemblance, List<Contribution> contributions)
            implements Writeable {

        Similarity(Relation relation, Double confidence, double resemblance) {
            this(relation, confidence, resemblance, List.of());
        }

        static Similarity of(Comparison comparison) {
            return new Similarity(
                    comparison.relation(),
                    comparison.confidence(),
                    comparison.shared().resemblance(),
                    comparison.contributions());
        }

        Similarity(StreamInput in) throws IOException {
            this(
                    in.readOptionalEnum(Relation.class),
                    in.readOptionalDouble(),
                    in.readDouble(),
                    ContributionFormat.read(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalEnum(relation);
            out.writeOptionalDouble(confidence);
            out.writeDouble(resemblance);
            ContributionFormat.write(contributions, out);
        }
    }
}
