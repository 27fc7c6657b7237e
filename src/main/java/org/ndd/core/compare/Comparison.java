package org.ndd.core.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.ndd.core.align.PairMeasures;
import org.ndd.core.align.TrustedRegions.Region;

/**
 * The result of a comparison of A, the document above in rank, with B. Lengths count UTF-16 code units of the texts as they were compared,
 * without masked lines.
 *
 * <p>{@code resemblance} and the containments are those of the filtered sketches, which do not depend on the order of paragraphs, with L as
 * the size of the smaller one. With preset {@code pku2007} they are those of the TLCS. They are 1 for {@link Reason#SAME_WORDS} and 0 for
 * {@link Reason#NO_TEXT}. The log-odds of all contributions add up to those of the confidence, except for {@link Relation#SAME}, whose
 * confidence is 1.
 *
 * @param relation relation of the documents
 * @param confidence the probability that readers call them near-duplicates, 0 to 1; relation {@code near} means that it reached the
 *     requested minimum
 * @param reason the deciding rule, or the signal with the greatest weight
 * @param contributions contribution of each signal, in the order of {@link Signal}; empty if no signal was needed
 * @param shared the text that both share
 * @param a measures of A
 * @param b measures of B
 */
public record Comparison(
        Relation relation,
        double confidence,
        Reason reason,
        List<Contribution> contributions,
        SharedText shared,
        ComparedText a,
        ComparedText b) {
    public Comparison {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(reason, "reason");
        contributions = List.copyOf(contributions);
    }

    /** Returns whether the boilerplate of both documents' sites was known. */
    public boolean boilerplateKnown() {
        return a.boilerplateKnown() && b.boilerplateKnown();
    }

    /** Returns whether the documents are near-duplicates: {@link Relation#SAME} or {@link Relation#NEAR}. */
    public boolean similar() {
        return relation.isNear();
    }

    /** Returns whether one document is contained in the other, which is much longer; never together with {@link #similar}. */
    public boolean partOf() {
        return reason == Reason.PART_OF;
    }

    /**
     * Returns the strongest signal that the two are about different objects; {@code null} unless the relation is
     * {@link Relation#OTHER_ITEM}.
     */
    public Contribution distinction() {
        return relation != Relation.OTHER_ITEM
                ? null
                : contributions.stream()
                        .filter(contribution -> contribution.signal().isTextDifference() == false)
                        .min(Comparator.comparingDouble(Contribution::logOdds))
                        .orElse(null);
    }

    /** Returns the order-free resemblance s, which bounds r from above; 0 if no sketch was needed. */
    public double sketchResemblance() {
        int common = Math.min(a.sketch(), b.sketch());
        return common <= 0 ? 0 : (double) common / (a.length() + b.length() - common);
    }

    /**
     * Returns the same measures for two documents that a field of {@code must_agree} keeps apart: {@link Relation#OTHER_ITEM}, for
     * {@link Reason#MUST_AGREE}.
     */
    public Comparison asOtherItem() {
        return new Comparison(Relation.OTHER_ITEM, 0, Reason.MUST_AGREE, List.of(), shared, a, b);
    }

    /** Returns the same comparison with A and B exchanged. */
    public Comparison swapped() {
        return new Comparison(
                relation,
                confidence,
                reason,
                contributions.stream().map(Contribution::swapped).toList(),
                shared.swapped(),
                b,
                a);
    }

    /**
     * Returns whether the result may change if the two documents are exchanged: approximations and trustable regions begin with A. LCS,
     * sketches and all signals are symmetric.
     */
    public boolean dependsOnOrder() {
        return shared.approximate() || shared.tlcs() != PairMeasures.NOT_COMPUTED;
    }

    /**
     * The measures of one of two texts. Lengths count UTF-16 code units.
     *
     * @param containment |L| divided by the length of this text, 0 to 1
     * @param length length of the text without masked lines
     * @param sketch length of the filtered sketch, or {@link PairMeasures#NOT_COMPUTED}
     * @param masked length of the lines that were masked as boilerplate
     * @param boilerplateKnown whether the boilerplate of the document's site was known
     */
    public record ComparedText(double containment, int length, int sketch, int masked, boolean boilerplateKnown) {}

    /**
     * The measures of the text that two documents share. Lengths count UTF-16 code units.
     *
     * @param resemblance r = |L| / (|A|+|B|−|L|), 0 to 1
     * @param lcs |LCS|, or {@link PairMeasures#NOT_COMPUTED}
     * @param tlcs |TLCS|, or {@link PairMeasures#NOT_COMPUTED}
     * @param regions trustable regions, the most central first, as positions of the unmasked texts; empty unless explained
     * @param approximate whether an LCS exceeded the work budget, so that it was computed over sentences
     */
    public record SharedText(double resemblance, int lcs, int tlcs, List<Region> regions, boolean approximate) {

        public SharedText {
            regions = List.copyOf(regions);
        }

        /** Returns the same measures with A and B exchanged. */
        SharedText swapped() {
            return new SharedText(
                    resemblance,
                    lcs,
                    tlcs,
                    regions.stream()
                            .map(r -> new Region(r.startB(), r.endB(), r.startA(), r.endA(), r.text()))
                            .toList(),
                    approximate);
        }
    }
}
