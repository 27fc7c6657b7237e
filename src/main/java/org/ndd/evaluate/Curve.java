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
record Curve(String parameter, Point suggested, List<Point> points) {

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
        for (Point point : points) {
            builder.startObject();
            fields(point, builder);
            builder.endObject();
        }
        builder.endArray();
    }

    private void fields(Point point, XContentBuilder builder) throws IOException {
        builder.field(parameter, point.threshold());
        point.confusion().toXContent(builder);
    }

    /**
     * Agreement of verdicts with labels at one threshold.
     *
     * @param threshold 0 to 1
     * @param confusion counts at this threshold
     */
    record Point(double threshold, Confusion confusion) {}
}
