package org.ndd.job;

import org.elasticsearch.core.TimeValue;
import org.ndd.config.LocalRequest;

/** Names a job, for an action that changes it. */
public class JobIdRequest extends LocalRequest {

    /** Default of {@link #timeout()}. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

    private final String id;
    private final TimeValue timeout;

    /** @param timeout maximum wait for the effect of the request, more than 0 */
    public JobIdRequest(String id, TimeValue timeout) {
        if (timeout.millis() <= 0) {
            throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
        }
        this.id = id;
        this.timeout = timeout;
    }

    public final String id() {
        return id;
    }

    /** Maximum wait for the effect of the request, which takes effect even if it takes longer. */
    public final TimeValue timeout() {
        return timeout;
    }

    @Override
    public String getDescription() {
        return "job[" + id + "]";
    }
}
