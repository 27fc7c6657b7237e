package org.ndd.core.compare;

import org.ndd.core.text.ApiName;

/** The reason of a relation: the deciding rule, or the signal with the greatest weight. */
public enum Reason implements ApiName {
    /** Titles and texts have the same words in the same order: {@link Relation#SAME}. */
    SAME_WORDS,
    /** The signals add up to a confidence that is high enough: {@link Relation#NEAR}. */
    SIGNALS,
    /** Preset {@code pku2007}: the resemblance is high enough: {@link Relation#NEAR}. */
    RESEMBLANCE,
    /** Preset {@code pku2007}: one text is contained in the other: {@link Relation#NEAR}. */
    CONTAINMENT,
    /** One text is contained in a longer one: {@link Relation#OVERLAP}. */
    PART_OF,
    /** Enough is shared, but the titles indicate different objects: {@link Relation#OTHER_ITEM}. */
    TITLES,
    /** Enough is shared, but words that occur in only one of the texts indicate different objects: {@link Relation#OTHER_ITEM}. */
    WORDS,
    /** Enough is shared, but numbers indicate different objects: {@link Relation#OTHER_ITEM}. */
    NUMBERS,
    /** Enough is shared, but in another order, all over the texts: {@link Relation#OVERLAP}. */
    SCATTERED,
    /**
     * Even if the whole smaller sketch were common, no threshold would be reached: {@link Relation#OVERLAP} or {@link Relation#DIFFERENT}.
     */
    SKETCH_BOUND,
    /** The common text was measured and reaches no threshold: {@link Relation#OVERLAP} or {@link Relation#DIFFERENT}. */
    BELOW_THRESHOLD,
    /** A text is too short to mean the same on different sites: {@link Relation#DIFFERENT}. */
    SHORT_TEXT,
    /** A text has no letters and digits, or only boilerplate: {@link Relation#DIFFERENT}. */
    NO_TEXT,
    /** A field of {@code must_agree} keeps the two apart: {@link Relation#OTHER_ITEM}; set by callers that have the fields. */
    MUST_AGREE
}
