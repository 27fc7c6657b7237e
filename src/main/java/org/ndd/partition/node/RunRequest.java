package org.ndd.partition.node;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.compat.NddVersion;
import org.ndd.compat.RequestBase;
import org.ndd.partition.shard.ShardMethod.RpcMethod;

/**
 * A request within a run. It names the indices as the user wrote them, so each request is authorized in the same way as the request that
 * started the run. It has a separate task, so that it ends with the run.
 *
 * @param <Q> content of the request
 */
public final class RunRequest<Q> extends RequestBase implements IndicesRequest {

    private final Writeable.Writer<Q> writer;
    private final RpcTarget address;
    private final OriginalIndices indices;
    private final Q content;
    private final long bytes;

    /** @param indices as the user wrote them */
    public RunRequest(RpcMethod<Q, ?> method, RpcTarget address, OriginalIndices indices, Q content) {
        this.writer = method.request().writer();
        this.address = address;
        this.indices = indices;
        this.content = content;
        this.bytes = 0;
    }

    RunRequest(RpcMethod<Q, ?> method, StreamInput in) throws IOException {
        super(in);
        writer = method.request().writer();
        int before = in.available();
        NddVersion.readSame(in);
        address = new RpcTarget(in);
        indices = OriginalIndices.readOriginalIndices(in);
        content = method.request().reader().read(in);
        bytes = before - in.available();
    }

    RpcTarget address() {
        return address;
    }

    long bytes() {
        return bytes;
    }

    Q content() {
        return content;
    }

    @Override
    public String[] indices() {
        return indices.indices();
    }

    @Override
    public IndicesOptions indicesOptions() {
        return indices.indicesOptions();
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, getDescription(), parentTaskId, headers);
    }

    @Override
    public String getDescription() {
        return "run[" + address.run() + "], shard[" + address.shard() + "]";
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        NddVersion.write(out);
        address.writeTo(out);
        OriginalIndices.writeOriginalIndices(indices, out);
        writer.write(out, content);
    }

    /**
     * The node or shard of a request.
     *
     * @param run id of the run
     * @param attempt the attempt of the run that sends the request; a node with a newer attempt rejects requests of an older one
     * @param shard ordinal of the shard in the run's plan, or {@link #NODE} for a request to the node
     */
    public record RpcTarget(String run, long attempt, int shard) implements Writeable {

        /** Value of {@code shard} for a request to the node itself. */
        public static final int NODE = -1;

        public RpcTarget(StreamInput in) throws IOException {
            this(in.readString(), in.readVLong(), in.readVInt() - 1);
        }

        public static RpcTarget node(String run, long attempt) {
            return new RpcTarget(run, attempt, NODE);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(run);
            out.writeVLong(attempt);
            out.writeVInt(shard + 1);
        }
    }
}
