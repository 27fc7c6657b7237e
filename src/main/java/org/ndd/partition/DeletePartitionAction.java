package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** Deletes a run with all that is its own: its index, with groups, lists and report, and what is kept for going on with it. */
public final class DeletePartitionAction extends ActionType<AcknowledgedResponse> {

    public static final String NAME = "cluster:admin/ndd/partition/delete";

    public static final DeletePartitionAction INSTANCE = new DeletePartitionAction();

    private DeletePartitionAction() {
        super(NAME);
    }

    /** Names the run. */
    public static final class Request extends RunIdRequest {

        private final boolean force;

        /** @param force whether it is deleted also where its destination shows it */
        public Request(String id, boolean force) {
            super(id);
            this.force = force;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            force = in.readBoolean();
        }

        boolean force() {
            return force;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeBoolean(force);
        }
    }
}
