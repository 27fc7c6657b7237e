package org.ndd.config;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.core.compare.Relation;

/**
 * The documents that match the page of a search, and the options that determine them, which are the same everywhere.
 *
 * @param minRelation the farthest relation that matches; the default without verification
 * @param minContainment minimum share of the page that a document contains, 0 to 1, which replaces the relation; {@link #NO_CONTAINMENT} to
 *     use the relation
 */
public record MatchRule(Relation minRelation, double minContainment) implements Writeable {

    /** Option: the farthest relation at which two documents count as duplicates. {@link Relation#parseMinimum} reads its values. */
    public static final ParseField MIN_RELATION = new ParseField("min_relation");

    /** Option: the minimum share of a given text that a document contains, for any relation of the two. */
    public static final ParseField MIN_CONTAINMENT = new ParseField("min_containment");

    /** Default of {@code min_relation}: near-duplicates. */
    public static final Relation DEFAULT_RELATION = Relation.NEAR;

    /** Value if {@code min_containment} is omitted: the relation is used. */
    public static final double NO_CONTAINMENT = 0;

    public static final MatchRule DEFAULT = new MatchRule(DEFAULT_RELATION);

    public MatchRule(Relation minRelation) {
        this(minRelation, NO_CONTAINMENT);
    }

    public MatchRule(StreamInput in) throws IOException {
        this(in.readEnum(Relation.class), in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(minRelation);
        out.writeDouble(minContainment);
    }

    /** @throws IllegalArgumentException if a value of {@code min_containment} is out of its range */
    public static double checkContainment(double value) {
        if (value > 0 && value <= 1) {
            return value;
        }
        throw new IllegalArgumentException("[" + MIN_CONTAINMENT.getPreferredName()
                + "] must be above [0] and at most [1], but was [" + value + "]");
    }

    /** @throws IllegalArgumentException if groups have no duplicates of a relation, which is neither {@code same} nor {@code near} */
    public static void requireDuplicates(Relation relation) {
        if (relation.isNear() == false) {
            throw new IllegalArgumentException("[" + MIN_RELATION.getPreferredName()
                    + "] must be one of [same, near], as only these are duplicates, but was [" + relation.value()
                    + "]");
        }
    }

    /** @throws IllegalArgumentException if a rule other than the default, which needs a comparison, is without [verify] */
    public void requireVerify(boolean verify) {
        if (verify == false && equals(DEFAULT) == false) {
            boolean ofRelation = minContainment == NO_CONTAINMENT;
            throw new IllegalArgumentException("[" + (ofRelation ? MIN_RELATION : MIN_CONTAINMENT).getPreferredName()
                    + "] must be omitted if [verify] is false, as nothing is compared then, but was ["
                    + (ofRelation ? minRelation.value() : minContainment) + "]");
        }
    }
}
