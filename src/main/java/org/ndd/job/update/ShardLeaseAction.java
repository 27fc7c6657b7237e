package org.ndd.job.update;

import java.io.IOException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.single.shard.SingleShardRequest;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.routing.IndexShardRoutingTable;
import org.elasticsearch.cluster.routing.ShardsIterator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.seqno.RetentionLease;
import org.elasticsearch.index.seqno.RetentionLeaseNotFoundException;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;
import org.ndd.compat.SingleShardActionBase;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.ShardPosition;

/**
 * Adds, moves or removes the retention lease of a job on the primary of a shard, and returns the position of the shard. All operations are
 * idempotent. A lease only takes disk space for operations that the job reads, so {@code read} on the index suffices. It has no REST
 * endpoint. A lease that is not moved for {@code index.soft_deletes.retention_lease.period} (12 hours by default) expires.
 */
public final class ShardLeaseAction extends SingleShardActionBase<ShardLeaseAction.Request, ShardLeaseAction.Response> {

    static final String NAME = "indices:data/read/ndd/lease";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    static final String SOURCE = "ndd";

    private static final String ID_PREFIX = "ndd/";

    enum Order {
        /** Retains the operations after a position, unless the history of the shard has changed; without a position, all operations. */
        RETAIN,
        /** Retains only operations after the current ones, even if the lease retained others before. */
        RETAIN_NEXT,
        /** Retains the same operations as before for longer, unless the lease has expired. */
        RENEW,
        /** Removes the lease. */
        RELEASE
    }

    public static final class Request extends SingleShardRequest<Request> {

        private final ShardRequestTarget target;
        private final Order order;
        private final String job;
        private final ShardPosition after;

        /** @param after position of {@link Order#RETAIN}; {@code null} for none */
        Request(ShardRequestTarget target, Order order, String job, @Nullable ShardPosition after) {
            super(target.shard().getIndexName());
            this.target = target;
            this.order = order;
            this.job = job;
            this.after = after;
        }

        Request(StreamInput in) throws IOException {
            super(in);
            target = ShardRequestTarget.read(in);
            order = in.readEnum(Order.class);
            job = in.readString();
            after = in.readOptionalWriteable(ShardPosition::new);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            target.writeTo(out);
            out.writeEnum(order);
            out.writeString(job);
            out.writeOptionalWriteable(after);
        }

        @Override
        public ActionRequestValidationException validate() {
            return null;
        }

        @Override
        public String[] indices() {
            return target.requested().indices();
        }

        @Override
        public IndicesOptions indicesOptions() {
            return target.requested().indicesOptions();
        }

        @Override
        public String toString() {
            return order + " lease of job [" + job + "] on " + target.shard();
        }
    }

    public static final class Response extends ActionResponse {

        final ShardPosition position;

        Response(ShardPosition position) {
            this.position = position;
        }

        Response(StreamInput in) throws IOException {
            position = new ShardPosition(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            position.writeTo(out);
        }
    }

    private final IndicesService indices;

    @Inject
    public ShardLeaseAction(ActionServices action) {
        super(
                NAME,
                action.node().threads(),
                action.node().cluster(),
                action.transport(),
                action.filters(),
                action.node().resolver(),
                Request::new,
                action.node().threads().executor(NddThreadPools.READ));
        this.indices = action.node().indices();
    }

    static String leaseId(String job) {
        return ID_PREFIX + job;
    }

    @Override
    protected ShardsIterator copies(ClusterState state, Request request) {
        ShardId shard = request.target.shard();
        IndexShardRoutingTable copies = Project.routing(state).shardRoutingTable(shard);
        if (copies.primaryShard().active() == false) {
            throw new NoShardAvailableActionException(shard, "the primary is not active");
        }
        return copies.primaryShardIt();
    }

    @Override
    protected void asyncShardOperation(Request request, ShardId shardId, ActionListener<Response> listener) {
        IndexShard shard = indices.indexServiceSafe(shardId.getIndex()).getShard(shardId.id());
        if (shard.routingEntry().primary() == false) {
            throw new NoShardAvailableActionException(shardId, "the copy on this node is no longer the primary");
        }
        shard.acquirePrimaryOperationPermit(
                listener.delegateFailureAndWrap((l, permit) -> {
                    try {
                        executeOnPrimary(request, shard, l);
                    } finally {
                        // even if the copies do not have the lease yet: sending it to them also takes a permit
                        permit.close();
                    }
                }),
                threadPool.executor(NddThreadPools.READ));
    }

    /** Executes one request at a time, so that no other request adds or removes the lease in between. The lease may still expire. */
    private synchronized void executeOnPrimary(Request request, IndexShard shard, ActionListener<Response> listener) {
        ShardPosition position = new ShardPosition(shard.getLastKnownGlobalCheckpoint(), shard.getHistoryUUID());
        Response response = new Response(position);
        String id = leaseId(request.job);
        ActionListener<Void> done = listener.map(nothing -> response);
        ShardPosition after = request.after;
        boolean otherHistory = after != null && after.isInHistory(position.historyUuid()) == false;
        if (otherHistory || shard.indexSettings().isSoftDeleteEnabled() == false) {
            // there are no operations that could be retained
            done.onResponse(null);
        } else {
            RetentionLease held = shard.getRetentionLeases().get(id);
            switch (request.order) {
                case RETAIN -> retain(shard, id, held, after == null ? 0 : after.seqNo() + 1, done);
                case RETAIN_NEXT -> retain(shard, id, held, position.seqNo() + 1, done);
                case RENEW -> {
                    if (held == null) {
                        done.onResponse(null);
                    } else {
                        retain(shard, id, held, held.retainingSequenceNumber(), done);
                    }
                }
                case RELEASE -> release(shard, id, done);
            }
        }
    }

    /** @param held the lease; {@code null} if there is none */
    private static void retain(
            IndexShard shard, String id, RetentionLease held, long from, ActionListener<Void> listener) {
        if (held != null && held.retainingSequenceNumber() > from) {
            // a lease cannot move back. Numbers are lower than before if the index has another history
            release(shard, id, ActionListener.noop());
        }
        try {
            shard.renewRetentionLease(id, from, SOURCE);
        } catch (RetentionLeaseNotFoundException e) {
            shard.addRetentionLease(id, from, SOURCE, listener.map(copies -> null));
            return;
        }
        listener.onResponse(null);
    }

    private static void release(IndexShard shard, String id, ActionListener<Void> listener) {
        try {
            shard.removeRetentionLease(id, listener.map(copies -> null));
        } catch (RetentionLeaseNotFoundException e) {
            listener.onResponse(null);
        }
    }

    @Override
    protected Response shardOperation(Request request, ShardId shardId) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected Writeable.Reader<Response> getResponseReader() {
        return Response::new;
    }

    @Override
    protected boolean resolveIndex(Request request) {
        return false;
    }

    /**
     * The common part of requests to a shard.
     *
     * @param shard shard of the request. Its index has a UUID, so an index that was created again under the same name does not respond
     *     instead
     * @param requested indices as the user typed them, against which the request is authorized: the user may have rights only for an alias
     */
    record ShardRequestTarget(ShardId shard, OriginalIndices requested) implements Writeable {

        /**
         * @throws org.elasticsearch.ElasticsearchStatusException (503) if the requesting node has another version of ndd, which is
         *     temporary
         */
        static ShardRequestTarget read(StreamInput in) throws IOException {
            NddVersion.readSame(in);
            return new ShardRequestTarget(new ShardId(in), OriginalIndices.readOriginalIndices(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            NddVersion.write(out);
            shard.writeTo(out);
            OriginalIndices.writeOriginalIndices(requested, out);
        }
    }
}
