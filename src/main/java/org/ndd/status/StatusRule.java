package org.ndd.status;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.ApartBy;
import org.ndd.config.DocumentFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * The criteria for a duplicate.
 *
 * @param fields of the processor
 * @param similarity thresholds and rule
 * @param least the farthest relation to the canonical document that suffices
 * @param apartBy fields whose values keep pages apart
 */
record StatusRule(DocumentFields fields, SimilarityParameters similarity, Relation least, ApartBy apartBy)
        implements Writeable {

    /**
     * @param field target field of the processor
     * @throws IllegalArgumentException where that is empty
     */
    StatusRule(String field, SimilarityParameters similarity, Relation least, ApartBy apartBy) {
        this(new DocumentFields(field), similarity, least, apartBy);
    }

    StatusRule(StreamInput in) throws IOException {
        this(in.readString(), SimilarityOptions.readFrom(in), in.readEnum(Relation.class), new ApartBy(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(fields.parent());
        SimilarityOptions.writeTo(similarity, out);
        out.writeEnum(least);
        apartBy.writeTo(out);
    }
}
