package org.ndd.config;

import java.util.Locale;

/** The state of a run or a bulk task: active, or the way in which it ended. The names are part of the API. */
public enum TaskState {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** Returns the name in requests and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
