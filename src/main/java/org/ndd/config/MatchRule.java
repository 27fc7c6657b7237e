package org.ndd.config;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.Relation;

/**
 * The documents that match the page of a search.
 *
 * @param minRelation the farthest relation that matches; the default without verification
 * @param minContainment minimum share of the page that a document contains, 0 to 1, which replaces the relation; {@link
 *     MinContainment#NONE} to use the relation
 */
public record MatchRule(Relation minRelation, double minContainment) implements Writeable {

    /** Matches near-duplicates. */
    public static final MatchRule DEFAULT = new MatchRule(MinRelation.DEFAULT, MinContainment.NONE);

    public MatchRule(StreamInput in) throws IOException {
        this(in.readEnum(Relation.class), in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(minRelation);
        out.writeDouble(minContainment);
    }

    /**
     * Rejects a rule that needs a comparison.
     *
     * @throws IllegalArgumentException if a rule other than the default was requested without [verify]
     */
    public void requireVerify(boolean verify) {
        MinRelation.requireVerify(minRelation, verify);
        MinContainment.requireVerify(minContainment, verify);
    }
}
