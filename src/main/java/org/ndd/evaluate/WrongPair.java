package org.ndd.evaluate;

import java.io.IOException;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Comparison;
import org.ndd.pair.ContributionFormat;

/**
 * A pair whose verdict differs from its label.
 *
 * @param pair the pair with its label
 * @param comparison comparison of the two, with the opposite result
 */
record WrongPair(LabeledPair pair, Comparison comparison) implements ToXContentObject {

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("a", pair.a());
        builder.field("b", pair.b());
        builder.field("duplicate", pair.duplicate());
        builder.field("similar", comparison.similar());
        builder.field("relation", comparison.relation().value());
        builder.field("confidence", comparison.confidence());
        builder.field("reason", comparison.reason().value());
        ContributionFormat.distinction(comparison.distinction(), builder);
        ContributionFormat.toXContent(comparison.contributions(), builder);
        builder.field("resemblance", comparison.shared().resemblance());
        builder.startObject("containment")
                .field("a_in_b", comparison.a().containment())
                .field("b_in_a", comparison.b().containment())
                .endObject();
        return builder.endObject();
    }
}
