package org.ndd.groups;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.MatchRule;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Selects duplicates of a run.
 *
 * @param dest destination of a run, or the id of one
 * @param minRelation {@code near} for all duplicates, {@code same} for duplicates that are {@code same} to their canonical document
 * @param confidence minimum confidence of duplicates, 0 to 1; {@code same} always suffices
 * @param market market whose hidden documents are selected; {@code null} for the duplicates of the run's canonical documents
 */
record DuplicateSelection(String dest, Relation minRelation, double confidence, String market) implements Writeable {

    /** @throws IllegalArgumentException if the relation is neither {@code near} nor {@code same}: other documents are not duplicates */
    DuplicateSelection {
        if (dest.isEmpty()) {
            throw new IllegalArgumentException("[dest] must be the destination of a partition run, but was []");
        }
        if (minRelation != Relation.NEAR && minRelation != Relation.SAME) {
            throw new IllegalArgumentException("[" + MatchRule.MIN_RELATION.getPreferredName()
                    + "] must be [near] or [same], but was [" + minRelation.value() + "]");
        }
        Market.check(market, minRelation);
        checkConfidence(confidence, market);
    }

    DuplicateSelection(StreamInput in) throws IOException {
        this(in.readString(), in.readEnum(Relation.class), in.readDouble(), in.readOptionalString());
    }

    private static void checkConfidence(double confidence, String market) {
        String parameter = SimilarityOptions.MIN_CONFIDENCE.getPreferredName();
        SimilarityParameters.checkShare(parameter, confidence);
        if (confidence > 0 && market != null) {
            // the document that a market shows may have been compared with another canonical document
            throw new IllegalArgumentException("[" + parameter + "] must be [0] if ["
                    + Market.PARAMETER.getPreferredName() + "] is specified, but was [" + confidence + "]");
        }
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(dest);
        out.writeEnum(minRelation);
        out.writeDouble(confidence);
        out.writeOptionalString(market);
    }

    /** Writes the fields of the current object of the builder. */
    void toXContent(XContentBuilder builder) throws IOException {
        Destination.toXContent(dest, builder);
        builder.field(MatchRule.MIN_RELATION.getPreferredName(), minRelation.value());
        if (confidence > 0) {
            builder.field(SimilarityOptions.MIN_CONFIDENCE.getPreferredName(), confidence);
        }
        if (market != null) {
            builder.field(Market.PARAMETER.getPreferredName(), market);
        }
    }
}
