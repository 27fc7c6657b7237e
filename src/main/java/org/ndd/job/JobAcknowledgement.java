package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalResponse;

/** The response to a request that changes jobs. If its time is out, the request still takes effect. */
public final class JobAcknowledgement extends LocalResponse {

    static final JobAcknowledgement DONE = new JobAcknowledgement(false);
    static final JobAcknowledgement TIMED_OUT = new JobAcknowledgement(true);

    private final boolean timedOut;

    private JobAcknowledgement(boolean timedOut) {
        this.timedOut = timedOut;
    }

    public boolean timedOut() {
        return timedOut;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field("acknowledged", timedOut == false);
        return builder.field("timed_out", timedOut).endObject();
    }
}
