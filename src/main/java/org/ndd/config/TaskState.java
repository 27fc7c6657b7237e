package org.ndd.config;

import org.ndd.core.text.ApiName;

/** The state of a run or a bulk task: active, or the way in which it ended. The names are part of the API. */
public enum TaskState implements ApiName {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED
}
