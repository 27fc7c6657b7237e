package org.ndd.check;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * The criteria for a duplicate.
 *
 * @param fields of the processor
 * @param similarity thresholds and rule
 * @param least the farthest relation to the canonical document that suffices
 * @param mustAgree fields whose values keep pages apart
 */
record CheckRule(DocumentFields fields, SimilarityParameters similarity, Relation least, MustAgree mustAgree)
        implements Writeable {

    /**
     * @param field target field of the processor
     * @throws IllegalArgumentException where that is empty
     */
    CheckRule(String field, SimilarityParameters similarity, Relation least, MustAgree mustAgree) {
        this(new DocumentFields(field), similarity, least, mustAgree);
    }

    CheckRule(StreamInput in) throws IOException {
        this(in.readString(), SimilarityOptions.readFrom(in), in.readEnum(Relation.class), new MustAgree(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(fields.parent());
        SimilarityOptions.writeTo(similarity, out);
        out.writeEnum(least);
        mustAgree.writeTo(out);
    }
}
