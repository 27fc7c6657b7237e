package org.ndd.config;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.ndd.config.NodeServices.ActionServices;

/** An action on the node that receives the request. */
public abstract class LocalAction<Request extends ActionRequest, Response extends ActionResponse>
        extends TransportAction<Request, Response> {

    protected final NodeServices services;

    /** Creates an action that begins on a thread of the pool {@code generic}, not on a thread of the network. */
    protected LocalAction(ActionType<Response> type, ActionServices action) {
        this(type, action, action.node().threads().generic());
    }

    /** @param executor on which the action begins; it must not block a thread of the network */
    protected LocalAction(ActionType<Response> type, ActionServices action, Executor executor) {
        super(type.name(), action.filters(), action.transport().getTaskManager(), executor);
        this.services = action.node();
    }

    /** A response that does not leave the node of its request, except as JSON, so it has no wire format. */
    public abstract static class LocalResponse extends ActionResponse implements ToXContentObject {

        @Override
        public final void writeTo(StreamOutput out) {
            TransportAction.localOnly();
        }
    }

    /** A request that is executed on the node that receives it, so it has no wire format. Its task can be cancelled. */
    public abstract static class LocalRequest extends ActionRequest {

        /** Returns no errors: constructors throw {@link IllegalArgumentException} for invalid values. */
        @Override
        public final ActionRequestValidationException validate() {
            return null;
        }

        @Override
        public String getDescription() {
            return "";
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parent, Map<String, String> headers) {
            return new CancellableTask(id, type, action, getDescription(), parent, headers);
        }

        @Override
        public final void writeTo(StreamOutput out) {
            TransportAction.localOnly();
        }

        /** @throws IllegalArgumentException if it is not more than 0 */
        public static void checkTimeout(TimeValue timeout) {
            if (timeout.millis() <= 0) {
                throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
            }
        }
    }

    /** A request about one open index, alias or data stream, by its name and not by a pattern. */
    public abstract static class IndexActionRequest extends LocalRequest implements IndicesRequest {

        private final String index;

        protected IndexActionRequest(String index) {
            if (index == null || index.isEmpty()) {
                throw new IllegalArgumentException("[index] must be given");
            }
            if (index.indexOf(',') >= 0) {
                throw new IllegalArgumentException(
                        "[index] must be the name of one index or alias, but was [" + index + "]");
            }
            this.index = index;
        }

        /** Returns the index as the user typed it. */
        public final String index() {
            return index;
        }

        @Override
        public final String[] indices() {
            return new String[] {index};
        }

        @Override
        public final IndicesOptions indicesOptions() {
            return IndicesOptions.strictNoExpandForbidClosed();
        }

        @Override
        public final boolean includeDataStreams() {
            return true;
        }
    }

    /**
     * A local request about open indices, data streams and aliases. Security replaces the names by those that the user has a right to see.
     */
    public abstract static class IndicesActionRequest extends LocalRequest implements IndicesRequest.Replaceable {

        private final String[] typed;
        private String[] indices;
        private IndicesOptions indicesOptions = IndicesOptions.strictExpandOpenAndForbidClosed();

        /** @param indices names or patterns as the user typed them */
        protected IndicesActionRequest(String... indices) {
            if (indices.length == 0) {
                throw new IllegalArgumentException("[index] must be named, but was missing");
            }
            this.typed = indices;
            this.indices = indices;
        }

        @Override
        public final String[] indices() {
            return indices;
        }

        @Override
        public final IndicesRequest indices(String... replacement) {
            this.indices = replacement;
            return this;
        }

        /**
         * Requires that the names match an index. The message has the names as the user typed them, because security replaces a pattern
         * that matches nothing by others.
         *
         * @throws IllegalArgumentException if there are none
         */
        public final void requireIndices(int matched) {
            if (matched == 0) {
                throw new IllegalArgumentException(
                        "[index] must name at least one index, but was " + Arrays.toString(typed));
            }
        }

        /** Returns how names are resolved. By default, each must be an open index, and wildcards match open indices that are not hidden. */
        @Override
        public final IndicesOptions indicesOptions() {
            return indicesOptions;
        }

        public final void indicesOptions(IndicesOptions options) {
            indicesOptions = options;
        }

        @Override
        public boolean includeDataStreams() {
            return true;
        }
    }
}
