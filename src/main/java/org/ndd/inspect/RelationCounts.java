package org.ndd.inspect;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Relation;

/** Counts labeled pairs by the relation of the verdict. Used by one thread at a time. */
final class RelationCounts {

    /** The relations for which users delete or hide the other document. */
    private static final List<Relation> ACTIONABLE = List.of(Relation.SAME, Relation.NEAR);

    /** Number of pairs that are labeled as duplicates, and of all other pairs, by relation, the closest relation first. */
    private final int[] duplicates = new int[Relation.values().length];

    private final int[] others = new int[Relation.values().length];

    /** Counts a pair. */
    RelationCounts add(boolean duplicate, Relation relation) {
        (duplicate ? duplicates : others)[relation.ordinal()]++;
        return this;
    }

    /** Returns the agreement of labels with a verdict that judges the pairs of a relation, and of closer relations, as duplicates. */
    Confusion atLeast(Relation least) {
        int count = least.ordinal() + 1;
        int found = Arrays.stream(duplicates, 0, count).sum();
        int wrong = Arrays.stream(others, 0, count).sum();
        return new Confusion(
                found,
                Arrays.stream(duplicates).sum() - found,
                wrong,
                Arrays.stream(others).sum() - wrong);
    }

    /** Prints the counts, and the statistics of the relations of {@link #ACTIONABLE}, as fields of the current object of the builder. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.startObject("relations");
        for (Relation relation : Relation.values()) {
            builder.startObject(relation.value());
            builder.field("duplicates", duplicates[relation.ordinal()]);
            builder.field("others", others[relation.ordinal()]);
            builder.endObject();
        }
        builder.endObject();
        builder.startObject("at_least");
        for (Relation least : ACTIONABLE) {
            builder.startObject(least.value());
            atLeast(least).toXContent(builder);
            builder.endObject();
        }
        builder.endObject();
    }
}
