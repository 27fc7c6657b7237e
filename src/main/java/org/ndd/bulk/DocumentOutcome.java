package org.ndd.bulk;

import java.util.Locale;

/** The outcome for a document of a bulk task. Every document is counted once. The names are API. */
public enum DocumentOutcome {
    /** It was sent through the pipeline and written. */
    UPDATED,
    DELETED,
    RESTORED,
    MARKED,
    UNMARKED,
    /** It already has the required state. */
    NOOPS,
    /** It was changed since it was compared, or while the task processed it. */
    VERSION_CONFLICTS,
    /** It does not exist, or the user may not see it. */
    MISSING,
    /** Its canonical document was changed since they were compared, so the canonical document may have another text now. */
    CANONICAL_CHANGED,
    CANONICAL_MISSING,
    /** A document with this id exists again. */
    EXISTS,
    /** It could not be written. */
    FAILED;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the document was skipped although it was to be changed. */
    boolean isSkipped() {
        return compareTo(NOOPS) > 0 && this != FAILED;
    }
}
