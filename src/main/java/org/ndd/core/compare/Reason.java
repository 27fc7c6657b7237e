package org.ndd.core.compare;

import java.util.Locale;

/** The rule that decided a comparison. */
public enum Reason {
    /** Yes: the canonical texts are equal. */
    IDENTICAL,
    /** Yes: the order-free resemblance of the filtered sketches is high enough. */
    SKETCH,
    /** Yes: the resemblance is high enough. */
    RESEMBLANCE,
    /** Yes: one text is contained in the other, and the resemblance is above the floor. */
    CONTAINMENT,
    /** No: one text is contained in a much longer one. */
    PART_OF,
    /** No: the words are alike, the figures are not. */
    FIGURES,
    /** No: the words are alike, but each text says a name again and again that the other never says. */
    NAMES,
    /** No: even if the whole smaller sketch were common, no threshold would be reached. */
    SKETCH_BOUND,
    /** No: what is common was measured and reaches no threshold. */
    BELOW_THRESHOLD,
    /** No: a text is too short to mean the same on different sites. */
    SHORT_TEXT,
    /** No: a text has no letters and digits, or nothing but its site's template. */
    NO_TEXT,
    /** No: the texts share no fingerprint, so they were never candidates; set by callers that know fingerprints. */
    NO_SHARED_FINGERPRINT,
    /** No: a field that the user named keeps the two apart; set by callers that know such fields. */
    APART_BY;

    /** The name over REST. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
