package org.ndd.rank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.xcontent.XContentBuilder;

/** Fuses the hits of its children like Elasticsearch's {@code rrf}, which is missing in the test distribution. */
final class ReciprocalRankFusion extends CompoundRetrieverBuilder<ReciprocalRankFusion> {

    private static final int CONSTANT = 60;

    ReciprocalRankFusion(List<RetrieverBuilder> children, int window) {
        super(new ArrayList<>(), window);
        children.forEach(this::addChild);
    }

    private ReciprocalRankFusion(int window, List<RetrieverSource> children) {
        super(children, window);
    }

    @Override
    protected ReciprocalRankFusion clone(List<RetrieverSource> children, List<QueryBuilder> filters) {
        ReciprocalRankFusion clone = new ReciprocalRankFusion(rankWindowSize, children);
        clone.preFilterQueryBuilders = filters;
        clone.retrieverName = retrieverName;
        clone.minScore = minScore;
        return clone;
    }

    private record Place(int shard, int doc) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            return Comparator.comparingInt(Place::shard)
                    .thenComparingInt(Place::doc)
                    .compare(this, other);
        }
    }

    @Override
    protected RankDoc[] combineInnerRetrieverResults(List<ScoreDoc[]> results, boolean explain) {
        Map<Place, Float> sums = new TreeMap<>();
        for (ScoreDoc[] hits : results) {
            for (int rank = 0; rank < hits.length; rank++) {
                Place place = new Place(hits[rank].shardIndex, hits[rank].doc);
                sums.merge(place, 1f / (CONSTANT + rank + 1), Float::sum);
            }
        }
        List<RankDoc> docs = new ArrayList<>();
        sums.forEach((place, sum) -> docs.add(new RankDoc(place.doc(), sum, place.shard())));
        docs.sort(Comparator.comparing((RankDoc doc) -> -doc.score));
        RankDoc[] window = docs.stream().limit(rankWindowSize).toArray(RankDoc[]::new);
        for (int i = 0; i < window.length; i++) {
            window[i].rank = i + 1;
        }
        return window;
    }

    @Override
    public String getName() {
        return "sum_of_reciprocal_ranks";
    }

    @Override
    protected void doToXContent(XContentBuilder builder, Params params) {}
}
