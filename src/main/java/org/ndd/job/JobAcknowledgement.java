package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The response to a request that changes jobs. If its time is out, the request still takes effect. */
public final class JobAcknowledgement extends ActionResponse implements ToXContentObject {

    static final JobAcknowledgement DONE = new JobAcknowledgement(false);
    static final JobAcknowledgement TIMED_OUT = new JobAcknowledgement(true);

    private final boolean timedOut;

    private JobAcknowledgement(boolean timedOut) {
        this.timedOut = timedOut;
    }

    public JobAcknowledgement(StreamInput in) throws IOException {
        this(in.readBoolean());
    }

    public boolean timedOut() {
        return timedOut;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(timedOut);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field("acknowledged", timedOut == false);
        return builder.field("timed_out", timedOut).endObject();
    }
}
