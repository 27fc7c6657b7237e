package org.ndd.evaluate;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Distinction;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.pair.DistinctionFormat;

/**
 * A pair whose verdict is not its label.
 *
 * @param pair with its label; the verdict is the other one
 * @param relation what the verdict takes the two for
 * @param confidence how sure it is that they are near-duplicates
 * @param reason the rule that decided
 * @param distinction what tells their objects apart, or null
 * @param resemblance of the measure that decided
 * @param aInB share of a that is in b, of the same measure
 * @param bInA share of b that is in a
 */
record WrongPair(
        LabelledPair pair,
        Relation relation,
        double confidence,
        Reason reason,
        Distinction distinction,
        double resemblance,
        double aInB,
        double bInA)
        implements Writeable, ToXContentObject {

    WrongPair(StreamInput in) throws IOException {
        this(
                new LabelledPair(in),
                in.readEnum(Relation.class),
                in.readDouble(),
                in.readEnum(Reason.class),
                DistinctionFormat.read(in),
                in.readDouble(),
                in.readDouble(),
                in.readDouble());
    }

    static WrongPair of(LabelledPair pair, Comparison comparison) {
        return new WrongPair(
                pair,
                comparison.relation(),
                comparison.confidence(),
                comparison.reason(),
                comparison.distinction(),
                comparison.resemblance(),
                comparison.containmentAInB(),
                comparison.containmentBInA());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("a", pair.a());
        builder.field("b", pair.b());
        builder.field("duplicate", pair.duplicate());
        builder.field("similar", pair.duplicate() == false);
        builder.field("relation", relation.value());
        builder.field("confidence", confidence);
        builder.field("reason", reason.value());
        DistinctionFormat.toXContent(distinction, builder);
        builder.field("resemblance", resemblance);
        builder.startObject("containment")
                .field("a_in_b", aInB)
                .field("b_in_a", bInA)
                .endObject();
        return builder.endObject();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        pair.writeTo(out);
        out.writeEnum(relation);
        out.writeDouble(confidence);
        out.writeEnum(reason);
        DistinctionFormat.write(distinction, out);
        out.writeDouble(resemblance);
        out.writeDouble(aInB);
        out.writeDouble(bInA);
    }
}
