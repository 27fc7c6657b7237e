package org.ndd.core.compare;

import java.util.List;
import java.util.Objects;

/**
 * The outcome of comparing A, the page above in rank, with B. Lengths count UTF-16 code units of the texts as they were
 * compared, with masked lines gone.
 *
 * <p>{@code resemblance} and the containments are those of the measure that decided: 1 for identical texts; with L =
 * the size of the smaller sketch for {@link Reason#SKETCH}, {@link Reason#SKETCH_BOUND}, {@link Reason#SHORT_TEXT} and for what tells
 * objects apart before an LCS was needed, which is order-free and an upper bound; 0 for {@link Reason#NO_TEXT}; else with L = the LCS or
 * the TLCS, whichever the rule used. So both ways of comparing report the same.
 *
 * @param relation what the pages are to each other
 * @param confidence how sure it is that readers call them near-duplicates, 0 to 1
 * @param reason the rule that decided
 * @param distinction what tells their objects apart, or null where nothing does or nobody asked
 * @param resemblance r = |L| / (|A|+|B|−|L|)
 * @param containmentAInB |L| / |A|
 * @param containmentBInA |L| / |B|
 * @param lcs |LCS|, or {@link #NOT_COMPUTED}
 * @param tlcs |TLCS|, or {@link #NOT_COMPUTED}
 * @param lengthA |A|
 * @param lengthB |B|
 * @param sketchA code units of A in its filtered sketch, or {@link #NOT_COMPUTED}
 * @param sketchB code units of B in its filtered sketch, or {@link #NOT_COMPUTED}
 * @param regions trustable regions, the most central first, as positions of the unmasked texts; empty unless explained
 * @param approximate whether an LCS was over the work budget, so that it was taken over sentences
 * @param templateKnown whether the template of both pages' sites was known
 * @param maskedA code units of A that were masked as template
 * @param maskedB code units of B that were masked as template
 */
public record Comparison(
        Relation relation,
        double confidence,
        Reason reason,
        Distinction distinction,
        double resemblance,
        double containmentAInB,
        double containmentBInA,
        int lcs,
        int tlcs,
        int lengthA,
        int lengthB,
        int sketchA,
        int sketchB,
        List<Region> regions,
        boolean approximate,
        boolean templateKnown,
        int maskedA,
        int maskedB) {
    /** Stands for a length that the verdict did not need. */
    public static final int NOT_COMPUTED = -1;

    public Comparison {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(reason, "reason");
        regions = List.copyOf(regions);
    }

    /** Whether the pages are near-duplicates: {@link Relation#SAME} or {@link Relation#NEAR}. */
    public boolean similar() {
        return relation.isNear();
    }

    /** Whether one page is contained in the other, which is much longer; never together with {@link #similar}. */
    public boolean partOf() {
        return reason == Reason.PART_OF;
    }

    /** The order-free resemblance s, which bounds r from above; 0 where no sketch was needed. */
    public double sketchResemblance() {
        int common = Math.min(sketchA, sketchB);
        return common <= 0 ? 0 : (double) common / (lengthA + lengthB - common);
    }

    /**
     * The same measures of two pages that a field keeps apart: {@link Relation#OTHER_ITEM}, for {@link Reason#APART_BY}.
     */
    public Comparison keptApart() {
        return new Comparison(
                Relation.OTHER_ITEM,
                0,
                Reason.APART_BY,
                distinction,
                resemblance,
                containmentAInB,
                containmentBInA,
                lcs,
                tlcs,
                lengthA,
                lengthB,
                sketchA,
                sketchB,
                regions,
                approximate,
                templateKnown,
                maskedA,
                maskedB);
    }

    /** The same comparison with A called B and B called A. */
    public Comparison swapped() {
        return new Comparison(
                relation,
                confidence,
                reason,
                distinction == null ? null : distinction.swapped(),
                resemblance,
                containmentBInA,
                containmentAInB,
                lcs,
                tlcs,
                lengthB,
                lengthA,
                sketchB,
                sketchA,
                regions.stream()
                        .map(r -> new Region(r.startB(), r.endB(), r.startA(), r.endA(), r.text()))
                        .toList(),
                approximate,
                templateKnown,
                maskedB,
                maskedA);
    }

    /**
     * Whether it may be another one with the two pages in the other order: approximations and trustable regions begin with A. LCS,
     * sketches, figures and names look at both alike.
     */
    public boolean dependsOnOrder() {
        return approximate || tlcs != NOT_COMPUTED;
    }
}
