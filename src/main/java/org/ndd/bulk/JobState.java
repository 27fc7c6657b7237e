package org.ndd.bulk;

import java.util.Locale;

/** The life of a job. */
public enum JobState {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** As users see it: part of the API. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
