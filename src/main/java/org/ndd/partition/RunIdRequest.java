package org.ndd.partition;

import org.ndd.config.LocalRequest;

public class RunIdRequest extends LocalRequest {

    private final String id;

    /** @param id of a run, or {@code null} for all runs if the action supports this */
    public RunIdRequest(String id) {
        this.id = id;
    }

    public final String id() {
        return id;
    }

    @Override
    public String getDescription() {
        return "run[" + id + "]";
    }
}
