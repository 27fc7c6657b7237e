package org.ndd.partition.node;

import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.node.RunRequest.RpcTarget;
import org.ndd.partition.shard.ShardMethod.RpcMethod;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Sends requests to other nodes of a run, and handles their requests. Every request is a child of its sender's task, has the rights of the
 * user who started the run, and has a timeout.
 */
public final class RunMessenger {

    private final TransportService transportService;
    private final String actionName;
    private final ObjLongConsumer<String> meter;

    /** @param actionName name of the partition action, with which the names of the actions within a run start */
    public RunMessenger(TransportService transportService, String actionName) {
        this(transportService, actionName, (run, bytes) -> {});
    }

    /** @param meter gets the run and the bytes of each request or response that came from another node, before compression */
    public RunMessenger(TransportService transportService, String actionName, ObjLongConsumer<String> meter) {
        this.transportService = transportService;
        this.actionName = actionName;
        this.meter = meter;
    }

    public interface Handler<Q, A> {

        /** @param task of this request; it is cancelled with the run */
        void handle(RpcTarget address, Q content, CancellableTask task, ActionListener<A> listener) throws Exception;
    }

    public <Q, A> void register(RpcMethod<Q, A> method, Handler<Q, A> handler) {
        transportService.registerRequestHandler(
                actionName + method.suffix(),
                transportService.getThreadPool().executor(method.executor()),
                in -> new RunRequest<>(method, in),
                (request, channel, task) -> {
                    meter.accept(request.address().run(), request.bytes());
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

    /** Sends a request without waiting. The listener is called on a transport thread, and must not do long work there. */
    public <Q, A> void send(
            DiscoveryNode node,
            RpcMethod<Q, A> method,
            RunRequest<Q> request,
            CancellableTask task,
            TimeValue timeout,
            ActionListener<A> listener) {
        transportService.sendChildRequest(
                node,
                actionName + method.suffix(),
                request,
                task,
                TransportRequestOptions.timeout(timeout),
                handler(method, listener.map(response -> {
                    meter.accept(request.address().run(), response.bytes());
                    return response.value();
                })));
    }

    /** Sends a request and waits. Must not be called from the thread pool that handles this kind of request. */
    public <Q, A> A sendAndWait(
            DiscoveryNode node,
            RpcMethod<Q, A> method,
            RunRequest<Q> request,
            CancellableTask task,
            Runnable ensureActive) {
        // if a connection closes during a send, the sending thread may deliver the failure, but it must not be of the
        // pool of the waiting thread
        return BlockingRpc.awaitResponse(
                response -> send(
                        node,
                        method,
                        request,
                        task,
                        BlockingRpc.TIMEOUT,
                        response.delegateResponse((l, e) ->
                                transportService.getThreadPool().generic().execute(() -> l.onFailure(e)))),
                ensureActive);
    }

    /** Sends a request that is not a child of a task, because a request that ends a run must also arrive if the run is cancelled. */
    public <Q, A> void sendDetached(
            DiscoveryNode node,
            RpcMethod<Q, A> method,
            RunRequest<Q> request,
            TimeValue timeout,
            ActionListener<A> listener) {
        transportService.sendRequest(
                node,
                actionName + method.suffix(),
                request,
                TransportRequestOptions.timeout(timeout),
                handler(method, listener.map(RunResponse::value)));
    }

    private static <Q, A> ActionListenerResponseHandler<RunResponse<A>> handler(
            RpcMethod<Q, A> method, ActionListener<RunResponse<A>> listener) {
        return new ActionListenerResponseHandler<>(
                listener, in -> new RunResponse<>(method.response(), in), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    static final class RunResponse<A> extends TransportResponse {

        private final Writeable.Writer<A> writer;
        private final A value;
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

        /** Its bytes in the message; 0 if it was not received from another node. */
        long bytes() {
            return bytes;
        }

        A value() {
            return value;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            writer.write(out, value);
        }
    }
}
