package org.ndd.bulk;

import java.util.Collection;
import java.util.Objects;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.persistent.PersistentTasksService.WaitForPersistentTaskListener;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.PersistentTasks;

/** Claims indices for bulk tasks of this node, so that no two tasks change an index at the same time. */
public final class IndexClaims {

    private static final Logger LOGGER = LogManager.getLogger(IndexClaims.class);

    /**
     * How long this node may take to apply the state that the master has published: as long as the master waits for its nodes by default.
     */
    private static final TimeValue APPLIED = TimeValue.timeValueSeconds(30);

    /** A release fails only while there is no master: about as often as a node looks for one. */
    private static final TimeValue PAUSE = TimeValue.timeValueSeconds(1);

    private final ClusterService clusterService;
    private final ThreadPool threadPool;
    private final PersistentTasks tasks;

    public IndexClaims(ClusterService clusterService, ThreadPool threadPool, Client client) {
        this.clusterService = clusterService;
        this.threadPool = threadPool;
        this.tasks = new PersistentTasks(clusterService, threadPool, client);
    }

    /** A claim that was granted. To be released. */
    public final class Held {

        private final IndexClaim claim;

        private Held(IndexClaim claim) {
            this.claim = claim;
        }

        /** @throws ElasticsearchStatusException (409) if the claim was removed, because the cluster lost this node for a time */
        public void ensureHeld() {
            if (IndexClaim.live(clusterService.state()).anyMatch(claim::equals) == false) {
                throw new ElasticsearchStatusException(
                        "the claim of task [" + claim.task()
                                + "] on its indices was removed, as its node had left the cluster: "
                                + "send the request again",
                        RestStatus.CONFLICT);
            }
        }

        /**
         * Gives the indices up. A node that cannot reach a master tries until it can.
         *
         * @param then runs when they are free, or when the first try has failed
         */
        public void release(Runnable then) {
            tasks.remove(claim.id(), ActionListener.wrap(removed -> then.run(), e -> {
                if (ExceptionsHelper.unwrapCause(e) instanceof ResourceNotFoundException == false) {
                    LOGGER.debug(() -> "claim of task [" + claim.task() + "] is not released yet", e);
                    threadPool.scheduleUnlessShuttingDown(PAUSE, threadPool.generic(), () -> release(() -> {}));
                }
                then.run();
            }));
        }
    }

    /**
     * Claims indices.
     *
     * @param task that claims them
     * @param kind name of the task's operation, for the message to other users
     * @param indices those that it changes, and those whose documents must not change meanwhile
     * @param listener fails with 409 if another task has claimed one of them, which the message names
     */
    public void claim(TaskId task, String kind, Collection<Index> indices, ActionListener<Held> listener) {
        IndexClaim claim = new IndexClaim(
                clusterService.localNode().getEphemeralId(),
                task.toString(),
                kind,
                indices.stream().map(Index::getUUID).toList());
        Held held = new Held(claim);
        SubscribableListener.<PersistentTask<IndexClaim>>newForked(
                        l -> tasks.start(claim.id(), IndexClaim.NAME, claim, l))
                .<Held>andThen(
                        (l, started) -> awaitApplied(held, new ThreadedActionListener<>(threadPool.generic(), l)))
                .addListener(listener.delegateResponse((l, e) -> {
                    if (ExceptionsHelper.status(e) == RestStatus.CONFLICT) {
                        l.onFailure(e);
                    } else {
                        // whether it was granted is not known
                        held.release(() -> l.onFailure(e));
                    }
                }));
    }

    private void awaitApplied(Held held, ActionListener<Held> listener) {
        tasks.await(held.claim.id(), Objects::nonNull, APPLIED, new WaitForPersistentTaskListener<IndexClaim>() {
            @Override
            public void onResponse(PersistentTask<IndexClaim> applied) {
                listener.onResponse(held);
            }

            @Override
            public void onFailure(Exception e) {
                listener.onFailure(e);
            }
        });
    }
}
