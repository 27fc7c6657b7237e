package org.ndd.bulk;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.ElasticsearchWrapperException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.support.TransportActions;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.IllegalIndexShardStateException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotFoundException;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchContextMissingException;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.transport.ConnectTransportException;
import org.elasticsearch.transport.ReceiveTimeoutTransportException;
import org.elasticsearch.transport.TransportException;

/** Distinguishes failures that are transient, or avoidable with another plan, from those that would occur again. */
public final class TransientFailures {

    private static final String NO_SPACE = "No space left on device";

    private TransientFailures() {}

    /**
     * Whether a retry may succeed: a node or a shard copy was lost, a resource is too busy, too slow or rejects writes, a disk is full, or
     * another failure ended the sender of the request.
     */
    public static boolean isTransient(Throwable e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        if (cause instanceof CircuitBreakingException) {
            return false;
        }
        return cause instanceof ConnectTransportException
                || cause instanceof ReceiveTimeoutTransportException
                || cause instanceof ElasticsearchTimeoutException
                || cause instanceof NodeClosedException
                || cause instanceof AlreadyClosedException
                || cause instanceof IllegalIndexShardStateException
                || cause instanceof ShardNotFoundException
                || cause instanceof ResourceNotFoundException
                || cause instanceof ClusterBlockException
                || cause instanceof TaskCancelledException
                || cause.getClass() == TransportException.class
                || isBusy(cause)
                || cause instanceof SearchPhaseExecutionException search && isTransient(search.shardFailures())
                || isFullDisk(e);
    }

    /** Examines the failures of shards, because a search whose nodes could not be reached has the status of an internal error. */
    private static boolean isTransient(ShardSearchFailure[] failures) {
        return failures.length > 0 && Arrays.stream(failures).allMatch(failure -> isTransient(failure.getCause()));
    }

    /**
     * Whether another node did not have the requested resource, or has left: a shard has moved, or its node was lost. If a shard has no
     * active copy, this fails without a request to another node, and does not count as a move.
     */
    public static boolean isMove(Throwable e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        boolean isRemote = e instanceof ElasticsearchWrapperException;
        return cause instanceof ConnectTransportException
                || cause instanceof NoNodeAvailableException
                || cause instanceof NodeClosedException
                || isRemote
                        && (TransportActions.isShardNotAvailableException(cause)
                                || cause instanceof ResourceNotFoundException);
    }

    /** Whether the shard copies of a point in time were lost, which a retry of the search does not find again. */
    static boolean isLostReader(Throwable e) {
        return ExceptionsHelper.unwrapCause(e) instanceof SearchPhaseExecutionException search
                && search.shardFailures().length > 0
                && Arrays.stream(search.shardFailures())
                        .map(failure -> ExceptionsHelper.unwrapCause(failure.getCause()))
                        .allMatch(cause -> cause instanceof SearchContextMissingException
                                || cause instanceof ConnectTransportException
                                || cause instanceof NodeClosedException);
    }

    /** Whether the memory did not suffice for the operation. */
    public static boolean isTooLittleMemory(Throwable e) {
        return ExceptionsHelper.unwrapCause(e) instanceof CircuitBreakingException;
    }

    /** Whether a disk is full, which only the message of the operating system distinguishes from a broken one. */
    private static boolean isFullDisk(Throwable e) {
        return ExceptionsHelper.unwrapCausesAndSuppressed(
                        e,
                        cause -> cause instanceof IOException
                                && cause.getMessage() != null
                                && cause.getMessage().contains(NO_SPACE))
                .isPresent();
    }

    /** Whether the cluster is too busy at the moment. */
    public static boolean isBusy(Throwable e) {
        RestStatus status = ExceptionsHelper.status(e);
        return status == RestStatus.TOO_MANY_REQUESTS || status == RestStatus.SERVICE_UNAVAILABLE;
    }

    /** Returns a description of the failure in one line, with the shard or index that it concerns. */
    public static String describe(Exception e) {
        Throwable cause = cause(e);
        if (ExceptionsHelper.unwrapCause(e) instanceof SearchPhaseExecutionException search
                && search.shardFailures().length > 0
                && search.shardFailures()[0].shard() != null) {
            return describe(cause, search.shardFailures()[0].shard().getShardId());
        }
        return describe(cause, cause instanceof ElasticsearchException of ? of.getShardId() : null);
    }

    /** Returns the cause of a failure. That of a search is of its first shard, because [all shards failed] does not name the reason. */
    static Throwable cause(Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        if (cause instanceof SearchPhaseExecutionException search && search.shardFailures().length > 0) {
            return ExceptionsHelper.unwrapCause(search.shardFailures()[0].getCause());
        }
        return cause instanceof SearchPhaseExecutionException && cause.getCause() != null
                ? ExceptionsHelper.unwrapCause(cause.getCause())
                : cause;
    }

    private static String describe(Throwable cause, ShardId shard) {
        String message = Objects.requireNonNullElse(cause.getMessage(), "");
        Index index = cause instanceof ElasticsearchException of ? of.getIndex() : null;
        // [closed] without the name of the index would not suffice for a user with several indices
        String named = shard != null ? shard.toString() : index == null ? null : "[" + index.getName() + "]";
        boolean isNamed = named == null || message.contains(named);
        return (cause.getClass().getSimpleName() + ": " + (isNamed ? "" : named + " ") + message).strip();
    }
}
