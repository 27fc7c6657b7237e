package org.ndd.core.compare;

import java.util.Locale;

/** The rule that decided a comparison. Each names the relation that it leads to, or the bound of it. */
public enum Reason {
    /** The canonical texts are equal: {@link Relation#SAME}. */
    IDENTICAL,
    /** The order-free resemblance of the filtered sketches is high enough: {@link Relation#NEAR} or {@link Relation#SAME}. */
    SKETCH,
    /** The resemblance is high enough: {@link Relation#NEAR} or {@link Relation#SAME}. */
    RESEMBLANCE,
    /** One text is contained in the other, and the resemblance is above the floor: {@link Relation#NEAR}. */
    CONTAINMENT,
    /** One text is contained in a much longer one: {@link Relation#OVERLAP}. */
    PART_OF,
    /** The words are alike, and each title of the one site has words of its own: {@link Relation#OTHER_ITEM}. */
    TITLES,
    /** The words are alike, but the texts say other names again and again: {@link Relation#OTHER_ITEM}. */
    NAMES,
    /** The words are alike, the figures are not: {@link Relation#OTHER_ITEM}. */
    FIGURES,
    /** Two long texts without known templates share much, but in small pieces that are all over them: {@link Relation#OVERLAP}. */
    SCATTERED,
    /**
     * Even if the whole smaller sketch were common, no threshold would be reached: {@link Relation#OVERLAP} or {@link Relation#DIFFERENT}.
     */
    SKETCH_BOUND,
    /** What is common was measured and reaches no threshold: {@link Relation#OVERLAP} or {@link Relation#DIFFERENT}. */
    BELOW_THRESHOLD,
    /** A text is too short to mean the same on different sites: {@link Relation#DIFFERENT}. */
    SHORT_TEXT,
    /** A text has no letters and digits, or nothing but its site's template: {@link Relation#DIFFERENT}. */
    NO_TEXT,
    /** A field that the user named keeps the two apart: {@link Relation#OTHER_ITEM}; set by callers that know such fields. */
    APART_BY;

    /** The name over REST. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
