package org.ndd.partition;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.partition.plan.PartitionPlan;

/** Leads a run that has been checked and planned: the task that lives as long as the run. Not for users, who call {@link PartitionAction}. */
public final class RunPartitionAction extends ActionType<PartitionResponse> {

    public static final String NAME = "indices:data/read/ndd/partition/run";

    public static final RunPartitionAction INSTANCE = new RunPartitionAction();

    private RunPartitionAction() {
        super(NAME);
    }

    /** A plan to carry out. */
    public static final class Request extends ActionRequest implements IndicesRequest {

        private final PartitionPlan plan;
        private final String dest;

        private final boolean templatesOnly;

        Request(PartitionPlan plan, String dest, boolean templatesOnly) {
            this.plan = plan;
            this.dest = dest;
            this.templatesOnly = templatesOnly;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            plan = new PartitionPlan(in);
            dest = in.readString();
            templatesOnly = in.readBoolean();
        }

        PartitionPlan plan() {
            return plan;
        }

        String dest() {
            return dest;
        }

        boolean templatesOnly() {
            return templatesOnly;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            plan.writeTo(out);
            out.writeString(dest);
            out.writeBoolean(templatesOnly);
        }

        @Override
        public ActionRequestValidationException validate() {
            return null;
        }

        @Override
        public String[] indices() {
            return plan.indices().indices();
        }

        @Override
        public IndicesOptions indicesOptions() {
            return plan.indices().indicesOptions();
        }

        @Override
        public String getDescription() {
            return "run[" + plan.runId() + "], source[" + String.join(",", indices()) + "], dest[" + dest + "]";
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new PartitionTask(id, type, action, plan.runId(), getDescription(), parentTaskId, headers);
        }
    }
}
