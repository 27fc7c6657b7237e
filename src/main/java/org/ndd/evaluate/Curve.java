package org.ndd.evaluate;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Agreement of verdicts and labels at other thresholds.
 *
 * @param parameter parameter of the thresholds: the similarity parameter that decides with the preset of the request
 * @param suggested point of best F1, or null if no pair is a duplicate by verdict or label
 * @param points by ascending threshold
 */
record Curve(String parameter, CurvePoint suggested, List<CurvePoint> points) {

    /** Prints suggestion and curve as fields of the current object of the builder. */
    void toXContent(XContentBuilder builder) throws IOException {
        if (suggested == null) {
            builder.nullField("suggested");
        } else {
            builder.startObject("suggested");
            fields(suggested, builder);
            builder.endObject();
        }
        builder.startArray("curve");
        for (CurvePoint point : points) {
            builder.startObject();
            fields(point, builder);
            builder.endObject();
        }
        builder.endArray();
    }

    private void fields(CurvePoint point, XContentBuilder builder) throws IOException {
        builder.field(parameter, point.threshold());
        point.confusion().toXContent(builder);
    }
}
