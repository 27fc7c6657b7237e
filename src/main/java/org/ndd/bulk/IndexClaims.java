package org.ndd.bulk;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTaskState;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.Assignment;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.ClaimExecutorBase;
import org.ndd.compat.PersistentTasks;
import org.ndd.compat.Project;

/** Claims indices for bulk tasks of this node, so that no two tasks change an index at the same time. */
public record IndexClaims(ClusterService clusterService, ThreadPool threadPool, PersistentTasks tasks) {

    private static final Logger LOGGER = LogManager.getLogger(IndexClaims.class);

    /** Timeout for this node to apply the cluster state that the master published: the default time that the master waits for its nodes. */
    private static final TimeValue APPLY_TIMEOUT = TimeValue.timeValueSeconds(30);

    /**
     * Delay until a failed release is retried. A release fails only while there is no master, and a node searches for one about as often.
     */
    private static final TimeValue RETRY_DELAY = TimeValue.timeValueSeconds(1);

    public IndexClaims(ClusterService clusterService, Client client) {
        this(clusterService, client.threadPool(), new PersistentTasks(clusterService, client));
    }

    /** A granted claim. It must be released. */
    public final class GrantedClaim {

        private final IndexClaim claim;

        private GrantedClaim(IndexClaim claim) {
            this.claim = claim;
        }

        /** @throws ElasticsearchStatusException (409) if the claim was removed, because the cluster lost this node for a time */
        public void ensureHeld() {
            if (IndexClaim.liveClaims(clusterService.state()).anyMatch(claim::equals) == false) {
                throw new ElasticsearchStatusException(
                        "the claim of task [" + claim.task()
                                + "] on its indices was removed, as its node had left the cluster: "
                                + "send the request again",
                        RestStatus.CONFLICT);
            }
        }

        /** Releases the indices. Without a master, retries until it succeeds; {@code onReleased} runs after the first attempt. */
        public void release(Runnable onReleased) {
            tasks.remove(claim.id(), ActionListener.wrap(removed -> onReleased.run(), e -> {
                if (ExceptionsHelper.unwrapCause(e) instanceof ResourceNotFoundException == false) {
                    LOGGER.debug(() -> "claim of task [" + claim.task() + "] is not released yet", e);
                    threadPool.scheduleUnlessShuttingDown(RETRY_DELAY, threadPool.generic(), () -> release(() -> {}));
                }
                onReleased.run();
            }));
        }
    }

    /**
     * @param task task that claims them
     * @param kind name of the task's operation, for the message to other users
     * @param indices indices that the task changes, and indices whose documents must not change in the meantime
     * @param listener fails with 409 if another task has claimed one of them, and names that task
     */
    public void claim(TaskId task, String kind, Collection<Index> indices, ActionListener<GrantedClaim> listener) {
        IndexClaim claim = new IndexClaim(
                clusterService.localNode().getEphemeralId(),
                task.toString(),
                kind,
                indices.stream().map(Index::getUUID).toList());
        GrantedClaim granted = new GrantedClaim(claim);
        SubscribableListener.<PersistentTask<IndexClaim>>newForked(
                        l -> tasks.start(claim.id(), IndexClaim.NAME, claim, l))
                .<GrantedClaim>andThen((l, started) -> tasks.await(
                        claim.id(),
                        Objects::nonNull,
                        APPLY_TIMEOUT,
                        new ElasticsearchTimeoutException("claim of task [{}] was not applied in time", task),
                        new ThreadedActionListener<>(threadPool.generic(), l.map(applied -> granted))))
                .addListener(listener.delegateResponse((l, e) -> {
                    if (ExceptionsHelper.status(e) == RestStatus.CONFLICT) {
                        l.onFailure(e);
                    } else {
                        // it is not known whether the claim was granted
                        granted.release(() -> l.onFailure(e));
                    }
                }));
    }

    /** Executes work while the indices are claimed. Fails with 409, before it, if another task has claimed one of them. */
    public <T> void during(
            Task task,
            String kind,
            Collection<Index> indices,
            CheckedConsumer<ActionListener<T>, Exception> work,
            ActionListener<T> listener) {
        if (indices.isEmpty()) {
            ActionListener.run(listener, work);
            return;
        }
        TaskId id = new TaskId(clusterService.localNode().getId(), task.getId());
        claim(id, kind, indices, listener.delegateFailureAndWrap((l, granted) -> {
            ActionListener<T> releasing = ActionListener.wrap(
                    result -> granted.release(() -> l.onResponse(result)), e -> granted.release(() -> l.onFailure(e)));
            ActionListener.run(releasing, work);
        }));
    }

    /**
     * Grants claims, and ends those of lost nodes. The master checks for another claim on the same index and adds the new one in one update
     * of the cluster state. Of two requests one is therefore always rejected, independently of the nodes that receive them. No node
     * executes a claim of a live node. When its node is lost, the master assigns the claim to another node, which only removes it.
     */
    public static final class Executor extends ClaimExecutorBase<IndexClaim> {

        public Executor(ThreadPool threadPool) {
            super(IndexClaim.NAME, threadPool.generic());
        }

        @Override
        protected void check(IndexClaim claim, ClusterState state) {
            Set<String> requested = new HashSet<>(claim.indices());
            IndexClaim.liveClaims(state)
                    .forEach(other -> other.indices().stream()
                            .filter(requested::contains)
                            .findFirst()
                            .ifPresent(uuid -> {
                                throw new ElasticsearchStatusException(
                                        "[index] must be changed by one deletion, marking, undo or publication at a time, but "
                                                + name(uuid, state)
                                                + " is claimed by task [" + other.task() + "], a " + other.kind()
                                                + ": wait until that task ends" + cancelRemedy(other),
                                        RestStatus.CONFLICT);
                            }));
        }

        /** Unlike the request of Elasticsearch, that of this plugin needs no right to manage the cluster. */
        private static String cancelRemedy(IndexClaim claim) {
            String request = BulkTask.Operation.cancelRequest(claim.kind(), claim.task());
            return request == null ? "" : ", or cancel it with [" + request + "]";
        }

        private static String name(String uuid, ClusterState state) {
            return Project.of(state).indices().values().stream()
                    .map(metadata -> metadata.getIndex())
                    .filter(index -> index.getUUID().equals(uuid))
                    .map(Index::getName)
                    .findFirst()
                    .map(name -> "[" + name + "]")
                    .orElse("an index of the run");
        }

        @Override
        protected Assignment assign(IndexClaim claim, Collection<DiscoveryNode> candidates, ClusterState state) {
            if (claim.isLive(state)) {
                return new Assignment(null, "held by task [" + claim.task() + "]");
            }
            return candidates.isEmpty()
                    ? NO_NODE_FOUND
                    : new Assignment(candidates.iterator().next().getId(), "removes the claims of a lost node");
        }

        @Override
        protected void nodeOperation(AllocatedPersistentTask task, IndexClaim claim, PersistentTaskState state) {
            task.markAsCompleted();
        }
    }

    /**
     * The right of one bulk task to change some indices, exclusive among tasks that claim indices. It is in the cluster state, as the
     * parameters of a persistent task. A claim ends with the process of its node.
     *
     * @param node ephemeral id of the node of the task: it changes at each restart
     * @param task id of the task
     * @param kind name of the task's operation, for messages
     * @param indices UUIDs of the indices, in order
     */
    public record IndexClaim(String node, String task, String kind, List<String> indices)
            implements PersistentTaskParams {

        /** Name of the persistent tasks that represent claims. */
        public static final String NAME = "ndd/claim";

        private static final ParseField NODE = new ParseField("node");
        private static final ParseField TASK = new ParseField("task");
        private static final ParseField KIND = new ParseField("kind");
        private static final ParseField INDICES = new ParseField("indices");

        @SuppressWarnings("unchecked")
        private static final ConstructingObjectParser<IndexClaim, Void> PARSER = new ConstructingObjectParser<>(
                NAME,
                true,
                args -> new IndexClaim((String) args[0], (String) args[1], (String) args[2], (List<String>) args[3]));

        static {
            PARSER.declareString(ConstructingObjectParser.constructorArg(), NODE);
            PARSER.declareString(ConstructingObjectParser.constructorArg(), TASK);
            PARSER.declareString(ConstructingObjectParser.constructorArg(), KIND);
            PARSER.declareStringArray(ConstructingObjectParser.constructorArg(), INDICES);
        }

        public IndexClaim {
            indices = indices.stream().sorted().toList();
        }

        public IndexClaim(StreamInput in) throws IOException {
            this(in.readString(), in.readString(), in.readString(), in.readStringCollectionAsList());
        }

        public static IndexClaim fromXContent(XContentParser parser) {
            return PARSER.apply(parser, null);
        }

        /** Returns the claims in a cluster state whose nodes are in the cluster. */
        static Stream<IndexClaim> liveClaims(ClusterState state) {
            PersistentTasksCustomMetadata tasks = Project.of(state).custom(PersistentTasksCustomMetadata.TYPE);
            return tasks == null
                    ? Stream.of()
                    : tasks.tasks().stream()
                            .filter(task -> task.getParams() instanceof IndexClaim)
                            .map(task -> (IndexClaim) task.getParams())
                            .filter(claim -> claim.isLive(state));
        }

        boolean isLive(ClusterState state) {
            return state.nodes().stream()
                    .anyMatch(discoveryNode -> discoveryNode.getEphemeralId().equals(node));
        }

        String id() {
            return NAME + "/" + node + "/" + task;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(node);
            out.writeString(task);
            out.writeString(kind);
            out.writeStringCollection(indices);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            builder.field(NODE.getPreferredName(), node).field(TASK.getPreferredName(), task);
            builder.field(KIND.getPreferredName(), kind).stringListField(INDICES.getPreferredName(), indices);
            return builder.endObject();
        }

        @Override
        public String getWriteableName() {
            return NAME;
        }

        @Override
        public TransportVersion getMinimalSupportedVersion() {
            return TransportVersion.zero();
        }
    }
}
