package org.ndd.inspect;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Relation;

/**
 * Counts labeled pairs by the relation of the verdict, the closest relation first.
 *
 * @param duplicates number of pairs per relation that are labeled as duplicates
 * @param others number of all other pairs per relation
 */
record RelationCounts(List<Integer> duplicates, List<Integer> others) {

    /** The relations for which users delete or hide the other document. */
    private static final List<Relation> ACTIONABLE = List.of(Relation.SAME, Relation.NEAR);

    static final RelationCounts NONE = new RelationCounts(zeros(), zeros());

    RelationCounts {
        duplicates = List.copyOf(duplicates);
        others = List.copyOf(others);
    }

    private static List<Integer> zeros() {
        return IntStream.range(0, Relation.values().length).mapToObj(i -> 0).toList();
    }

    /** Returns a copy with one more pair. */
    RelationCounts with(boolean duplicate, Relation relation) {
        return duplicate
                ? new RelationCounts(increment(duplicates, relation), others)
                : new RelationCounts(duplicates, increment(others, relation));
    }

    private static List<Integer> increment(List<Integer> counts, Relation relation) {
        Integer[] more = counts.toArray(Integer[]::new);
        more[relation.ordinal()]++;
        return Arrays.asList(more);
    }

    /** Returns the agreement of labels with a verdict that judges the pairs of a relation, and of closer relations, as duplicates. */
    Confusion atLeast(Relation least) {
        int found = sumAtLeast(duplicates, least);
        int wrong = sumAtLeast(others, least);
        return new Confusion(found, sum(duplicates) - found, wrong, sum(others) - wrong);
    }

    private static int sumAtLeast(List<Integer> counts, Relation least) {
        return sum(counts.subList(0, least.ordinal() + 1));
    }

    private static int sum(List<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }

    /** Prints the counts, and the statistics of the relations of {@link #ACTIONABLE}, as fields of the current object of the builder. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.startObject("relations");
        for (Relation relation : Relation.values()) {
            builder.startObject(relation.value());
            builder.field("duplicates", duplicates.get(relation.ordinal()));
            builder.field("others", others.get(relation.ordinal()));
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
