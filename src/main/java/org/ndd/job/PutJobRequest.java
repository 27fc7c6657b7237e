package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;

/** A request to create a job. */
public final class PutJobRequest extends JobIdRequest {

    private final NewJob job;

    public PutJobRequest(String id, NewJob job, TimeValue timeout) {
        super(id, timeout);
        JobPattern.checkNewId(id);
        this.job = job;
    }

    public PutJobRequest(StreamInput in) throws IOException {
        super(in);
        job = new NewJob(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        job.writeTo(out);
    }

    public NewJob job() {
        return job;
    }
}
