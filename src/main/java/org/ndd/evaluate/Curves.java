package org.ndd.evaluate;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.SimilarityOptions;

/**
 * How verdicts and labels agree at other thresholds: the best combination, and what each threshold by itself changes there. So what is
 * suggested is a point of each curve.
 *
 * @param suggested of all combinations, or null where no verdict and no label is a yes
 * @param resemblance points that differ in this, lowest first; so the others
 */
record Curves(
        CurvePoint suggested,
        List<CurvePoint> resemblance,
        List<CurvePoint> sketchResemblance,
        List<CurvePoint> containment)
        implements Writeable {

    Curves(StreamInput in) throws IOException {
        this(
                in.readOptionalWriteable(CurvePoint::new),
                in.readCollectionAsImmutableList(CurvePoint::new),
                in.readCollectionAsImmutableList(CurvePoint::new),
                in.readCollectionAsImmutableList(CurvePoint::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalWriteable(suggested);
        out.writeCollection(resemblance);
        out.writeCollection(sketchResemblance);
        out.writeCollection(containment);
    }

    /** Prints suggestion and curves as fields of the object that the builder is in. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.field("suggested", suggested);
        builder.startObject("curves");
        builder.xContentList(SimilarityOptions.RESEMBLANCE.getPreferredName(), resemblance);
        builder.xContentList(SimilarityOptions.SKETCH_RESEMBLANCE.getPreferredName(), sketchResemblance);
        builder.xContentList(SimilarityOptions.CONTAINMENT.getPreferredName(), containment);
        builder.endObject();
    }
}
