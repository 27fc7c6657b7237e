package org.ndd.evaluate;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.SimilarityParameters;

/**
 * How verdicts agree with labels at one combination of thresholds.
 *
 * @param similarity parameters of the point
 * @param confusion what they give
 */
record CurvePoint(SimilarityParameters similarity, Confusion confusion) implements Writeable, ToXContentObject {

    CurvePoint(StreamInput in) throws IOException {
        this(SimilarityOptions.readFrom(in), new Confusion(in));
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(SimilarityOptions.RESEMBLANCE.getPreferredName(), similarity.resemblance());
        builder.field(SimilarityOptions.SKETCH_RESEMBLANCE.getPreferredName(), similarity.sketchResemblance());
        builder.field(SimilarityOptions.CONTAINMENT.getPreferredName(), similarity.containment());
        builder.field(SimilarityOptions.CONTAINMENT_FLOOR.getPreferredName(), similarity.containmentFloor());
        confusion.toXContent(builder);
        return builder.endObject();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        SimilarityOptions.writeTo(similarity, out);
        confusion.writeTo(out);
    }
}
