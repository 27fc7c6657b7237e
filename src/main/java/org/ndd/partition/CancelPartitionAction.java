package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;

/** Cancels a run. What it wrote stays in its own index, which no alias shows; {@link ResumePartitionAction} lets it go on. */
public final class CancelPartitionAction extends ActionType<AcknowledgedResponse> {

    public static final String NAME = "cluster:admin/ndd/partition/cancel";

    public static final CancelPartitionAction INSTANCE = new CancelPartitionAction();

    private CancelPartitionAction() {
        super(NAME);
    }

    /** Names the run. */
    public static final class Request extends RunIdRequest {

        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

        private final boolean waitForCompletion;
        private final TimeValue timeout;

        /** Waits for the end of the run. */
        public Request(String id) {
            this(id, true, DEFAULT_TIMEOUT);
        }

        /**
         * @param waitForCompletion whether the answer comes when the run has ended, or when it is told to
         * @param timeout how long it waits for that, above 0
         */
        public Request(String id, boolean waitForCompletion, TimeValue timeout) {
            super(id);
            if (timeout.millis() <= 0) {
                throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
            }
            this.waitForCompletion = waitForCompletion;
            this.timeout = timeout;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            waitForCompletion = in.readBoolean();
            timeout = in.readTimeValue();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeBoolean(waitForCompletion);
            out.writeTimeValue(timeout);
        }

        public boolean waitForCompletion() {
            return waitForCompletion;
        }

        public TimeValue timeout() {
            return timeout;
        }
    }
}
