package org.ndd.config;

import org.elasticsearch.xcontent.ParseField;
import org.ndd.core.compare.Relation;

/** The option {@code min_relation} of searches, the same everywhere: the farthest relation at which two documents count as duplicates. */
public final class MinRelation {

    /** The name of the option; {@link Relation#leastOf} reads its values. */
    public static final ParseField PARAMETER = new ParseField("min_relation");

    /** The default: near-duplicates. */
    public static final Relation DEFAULT = Relation.NEAR;

    private MinRelation() {}

    /**
     * Rejects a relation without a comparison, as matches then have no relation.
     *
     * @throws IllegalArgumentException if a relation other than the default was requested without [verify]
     */
    public static void requireVerify(Relation least, boolean verify) {
        if (verify == false && least != DEFAULT) {
            throw new IllegalArgumentException("[" + PARAMETER.getPreferredName()
                    + "] must be omitted if [verify] is false, as nothing is compared then, but was ["
                    + least.value() + "]");
        }
    }
}
