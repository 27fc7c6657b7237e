package org.ndd.evaluate;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalResponse;

/** Pairs to label, in the format of the evaluate API. The verdicts are left out so that they do not influence the labels. */
public final class DoubtfulPairsResponse extends LocalResponse {

    private final int sampled;
    private final int compared;
    private final List<DoubtfulPairs.Pair> pairs;

    /**
     * @param sampled number of documents searched from
     * @param compared number of pairs judged
     * @param pairs the most doubtful first
     */
    DoubtfulPairsResponse(int sampled, int compared, List<DoubtfulPairs.Pair> pairs) {
        this.sampled = sampled;
        this.compared = compared;
        this.pairs = List.copyOf(pairs);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("sampled", sampled);
        builder.field("compared", compared);
        builder.startArray("pairs");
        for (DoubtfulPairs.Pair pair : pairs) {
            builder.startObject()
                    .field("a", pair.a())
                    .field("b", pair.b())
                    .nullField("duplicate")
                    .endObject();
        }
        return builder.endArray().endObject();
    }

    int sampled() {
        return sampled;
    }

    int compared() {
        return compared;
    }

    List<DoubtfulPairs.Pair> pairs() {
        return pairs;
    }
}
