package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/**
 * Leads a run that has been checked and kept: the task that lives as long as the run, or as its node. Not for users, who call {@link
 * PartitionAction}.
 */
public final class RunPartitionAction extends ActionType<PartitionResponse> {

    public static final String NAME = "indices:data/read/ndd/partition/run";

    public static final RunPartitionAction INSTANCE = new RunPartitionAction();

    private RunPartitionAction() {
        super(NAME);
    }

    /** A run to lead. It never leaves its node: it holds who asked for the run. */
    public static final class Request extends ActionRequest implements IndicesRequest {

        private final RunRecord record;
        private final long allocation;

        /** @param allocation number of the leader; each is larger than those before */
        Request(RunRecord record, long allocation) {
            this.record = record;
            this.allocation = allocation;
        }

        RunRecord record() {
            return record;
        }

        long allocation() {
            return allocation;
        }

        @Override
        public void writeTo(StreamOutput out) {
            TransportAction.localOnly();
        }

        @Override
        public ActionRequestValidationException validate() {
            return null;
        }

        @Override
        public String[] indices() {
            return record.spec().indices().indices();
        }

        @Override
        public IndicesOptions indicesOptions() {
            return record.spec().indices().indicesOptions();
        }

        @Override
        public String getDescription() {
            return "run[" + record.spec().runId() + "], source[" + String.join(",", indices()) + "], dest["
                    + record.spec().dest() + "]";
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new PartitionTask(id, type, action, record.spec().runId(), getDescription(), parentTaskId, headers);
        }
    }
}
