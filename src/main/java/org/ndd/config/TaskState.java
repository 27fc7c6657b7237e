package org.ndd.config;

import java.util.Locale;

/** Whether a run or a bulk task is active, or how it ended. The names are API. */
public enum TaskState {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** The name in requests and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
