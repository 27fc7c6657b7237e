package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** Cancels a run. What it wrote stays in its own index, which no alias shows. */
public final class CancelPartitionAction extends ActionType<AcknowledgedResponse> {

    public static final String NAME = "cluster:admin/ndd/partition/cancel";

    public static final CancelPartitionAction INSTANCE = new CancelPartitionAction();

    private CancelPartitionAction() {
        super(NAME);
    }

    /** Names a run. */
    public static final class Request extends ActionRequest {

        private final String id;

        public Request(String id) {
            this.id = id;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            id = in.readString();
        }

        public String id() {
            return id;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeString(id);
        }

        @Override
        public ActionRequestValidationException validate() {
            return null;
        }
    }
}
