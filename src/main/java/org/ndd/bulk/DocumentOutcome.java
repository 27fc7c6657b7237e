package org.ndd.bulk;

import org.ndd.core.text.ApiName;

/** The outcome for a document of a bulk task. Every document is counted once. The names are part of the API. */
public enum DocumentOutcome implements ApiName {
    /** The document was sent through the pipeline and written. */
    UPDATED,
    DELETED,
    RESTORED,
    MARKED,
    UNMARKED,
    /** The document already has the required state. */
    NOOPS,
    /** The document was changed since it was compared, or while the task processed it. */
    VERSION_CONFLICTS,
    /** The document does not exist, or the user has no right to see it. */
    MISSING,
    /** The canonical document was changed since the two were compared, so its text may differ. */
    CANONICAL_CHANGED,
    CANONICAL_MISSING,
    /** People decided that the document is not a duplicate of its canonical document, or of another document of its group. */
    DECIDED_NOT_DUPLICATES,
    /** A document with this id exists again. */
    EXISTS,
    /** The document could not be written. */
    FAILED;

    /** Returns whether the document was skipped, although the task should change it. */
    boolean isSkipped() {
        return compareTo(NOOPS) > 0 && this != FAILED;
    }
}
