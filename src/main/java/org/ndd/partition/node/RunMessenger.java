package org.ndd.partition.node;

import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;
import org.ndd.compat.NddVersion;
import org.ndd.compat.RequestBase;
import org.ndd.partition.shard.ShardMethod.RpcMethod;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Sends requests to other nodes of a run, and handles their requests. Every request is a child of its sender's task, has the rights of the
 * user who started the run, and has a timeout.
 */
public final class RunMessenger {

    /** Name of the partition action, with which the names of the actions within a run start. */
    public static final String ACTION = "indices:data/read/ndd/partition";

    private final TransportService transportService;
    private final ObjLongConsumer<String> meter;

    public RunMessenger(TransportService transportService) {
        this(transportService, (run, bytes) -> {});
    }

    /** @param meter gets the run and the bytes of each request or response that came from another node, before compression */
    public RunMessenger(TransportService transportService, ObjLongConsumer<String> meter) {
        this.transportService = transportService;
        this.meter = meter;
    }

    public interface Handler<Q, A> {

        /** @param task of this request; it is cancelled with the run */
        void handle(RpcTarget address, Q content, CancellableTask task, ActionListener<A> listener) throws Exception;
    }

    public <Q, A> void register(RpcMethod<Q, A> method, Handler<Q, A> handler) {
        transportService.registerRequestHandler(
                ACTION + method.suffix(),
                transportService.getThreadPool().executor(method.executor()),
                in -> new RunRequest<>(method, in),
                (request, channel, task) -> {
                    meter.accept(request.address().run(), request.bytes);
                    ActionListener.run(new ChannelActionListener<RunResponse<A>>(channel), listener -> {
                        // the request may have waited for a thread longer than the sender waits for the response
                        ((CancellableTask) task).ensureNotCancelled();
                        handler.handle(
                                request.address(),
                                request.content(),
                                (CancellableTask) task,
                                listener.map(value -> new RunResponse<>(method.response(), value)));
                    });
                });
    }

    /**
     * Sends a request without waiting.
     *
     * @param task the request is a child of it; {@code null} for a request that also arrives if the run is cancelled, such as one that ends
     *     it
     * @param listener is called on a transport thread, and must not do long work there
     */
    public <Q, A> void send(
            DiscoveryNode node,
            RunRequest<Q, A> request,
            @Nullable CancellableTask task,
            TimeValue timeout,
            ActionListener<A> listener) {
        WireFormat<A> format = request.method.response();
        String action = ACTION + request.method.suffix();
        TransportRequestOptions options = TransportRequestOptions.timeout(timeout);
        var handler = new ActionListenerResponseHandler<RunResponse<A>>(
                listener.map(response -> {
                    meter.accept(request.address().run(), response.bytes);
                    return response.value;
                }),
                in -> new RunResponse<>(format, in),
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        if (task == null) {
            transportService.sendRequest(node, action, request, options, handler);
        } else {
            transportService.sendChildRequest(node, action, request, task, options, handler);
        }
    }

    /**
     * Sends a request and waits. Must not be called from the thread pool that handles this kind of request.
     *
     * @param nodeId of the nodes; if it has left them, this fails with a transient failure
     */
    public <Q, A> A sendAndWait(
            DiscoveryNodes nodes,
            String nodeId,
            RunRequest<Q, A> request,
            CancellableTask task,
            Runnable ensureActive) {
        DiscoveryNode node = nodes.get(nodeId);
        if (node == null) {
            throw StepSender.hasLeft(nodeId);
        }
        // if a connection closes during a send, the sending thread may deliver the failure, but it must not be of the
        // pool of the waiting thread
        return BlockingRpc.awaitResponse(
                response -> send(
                        node,
                        request,
                        task,
                        BlockingRpc.TIMEOUT,
                        response.delegateResponse((l, e) ->
                                transportService.getThreadPool().generic().execute(() -> l.onFailure(e)))),
                ensureActive);
    }

    static final class RunResponse<A> extends TransportResponse {

        private final Writeable.Writer<A> writer;
        private final A value;

        /** Its bytes in the message; 0 if it was not received from another node. */
        private final long bytes;

        RunResponse(WireFormat<A> format, A value) {
            this.writer = format.writer();
            this.value = value;
            this.bytes = 0;
        }

        RunResponse(WireFormat<A> format, StreamInput in) throws IOException {
            int before = in.available();
            writer = format.writer();
            value = format.reader().read(in);
            bytes = before - in.available();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            writer.write(out, value);
        }
    }

    /**
     * A request within a run. It names the indices as the user wrote them, so each request is authorized in the same way as the request
     * that started the run. It has a separate task, so that it ends with the run.
     */
    public static final class RunRequest<Q, A> extends RequestBase implements IndicesRequest {

        private final RpcMethod<Q, A> method;
        private final RpcTarget address;
        private final OriginalIndices indices;
        private final Q content;
        private final long bytes;

        /** @param indices as the user wrote them */
        public RunRequest(RpcMethod<Q, A> method, RpcTarget address, OriginalIndices indices, Q content) {
            this.method = method;
            this.address = address;
            this.indices = indices;
            this.content = content;
            this.bytes = 0;
        }

        RunRequest(RpcMethod<Q, A> method, StreamInput in) throws IOException {
            super(in);
            this.method = method;
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
        public String getDescription() {
            return "run[" + address.run() + "], shard[" + address.shard() + "]";
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            NddVersion.write(out);
            address.writeTo(out);
            OriginalIndices.writeOriginalIndices(indices, out);
            method.request().writer().write(out, content);
        }
    }

    /**
     * The node or shard of a request.
     *
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
