package org.ndd.job;

import org.elasticsearch.core.TimeValue;

/** A request to create a job. */
public final class PutJobRequest extends JobIdRequest {

    private final NewJob job;

    public PutJobRequest(String id, NewJob job, TimeValue timeout) {
        super(id, timeout);
        JobPattern.checkNewId(id);
        this.job = job;
    }

    public NewJob job() {
        return job;
    }
}
