package org.ndd.config;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.LocalAction.LocalResponse;
import org.ndd.config.NodeServices.ActionServices;

/** An action that responds with a body, on the node that receives the request. */
public abstract class BodyAction<Request extends LocalRequest, Body extends ToXContentObject>
        extends LocalAction<Request, BodyAction.BodyResponse<Body>> {

    /** Creates an action that begins on the thread of its request, so it must not block. */
    protected BodyAction(ActionType<BodyResponse<Body>> type, ActionServices action) {
        this(type, action, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    protected BodyAction(ActionType<BodyResponse<Body>> type, ActionServices action, Executor executor) {
        super(type, action, executor);
    }

    protected abstract void respond(CancellableTask task, Request request, ActionListener<Body> listener);

    @Override
    protected final void doExecute(Task task, Request request, ActionListener<BodyResponse<Body>> listener) {
        respond((CancellableTask) task, request, listener.map(body -> new BodyResponse<>(body)));
    }

    /** A response with a body of any type, usually a record, because responses of Elasticsearch are classes. */
    public static final class BodyResponse<B extends ToXContentObject> extends LocalResponse {

        private final B body;

        public BodyResponse(B body) {
            this.body = Objects.requireNonNull(body);
        }

        public B body() {
            return body;
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return body.toXContent(builder, params);
        }
    }
}
