package org.ndd.bulk;

import java.util.Locale;

/** The state of a bulk task. */
public enum BulkTaskState {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** As users see it: part of the API. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
