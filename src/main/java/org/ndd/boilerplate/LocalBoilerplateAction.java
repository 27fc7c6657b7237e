package org.ndd.boilerplate;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.get.GetResult;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.transport.Transports;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;

/**
 * Reads documents of boilerplate from this node's own copy of their index, on the calling thread: for searches of a shard, which cannot
 * release theirs. An action, so that Elasticsearch checks the rights of the user and hides documents and fields from the reader, as for a
 * get request. It is for the node itself: other nodes cannot send it. Fails like a search of an unavailable shard if the node has no
 * readable copy.
 */
public final class LocalBoilerplateAction
        extends TransportAction<LocalBoilerplateAction.Request, LocalBoilerplateAction.Response> {

    public static final ActionType<Response> TYPE = new ActionType<>("indices:data/read/ndd/boilerplate/local");

    private final ClusterService clusterService;
    private final IndicesService indices;
    private final ThreadPool threads;

    @Inject
    public LocalBoilerplateAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndicesService indices,
            ThreadPool threads) {
        super(TYPE.name(), filters, transportService.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.clusterService = clusterService;
        this.indices = indices;
        this.threads = threads;
    }

    /** The caller continues in its own thread, unless its rights had to be fetched, which ends on a thread that must not read. */
    @Override
    protected void doExecute(Task task, Request request, ActionListener<Response> listener) {
        ActionRunnable<Response> reading = ActionRunnable.supply(listener, () -> read(request));
        if (Transports.isTransportThread(Thread.currentThread())) {
            threads.executor(NddThreadPools.READ).execute(reading);
        } else {
            reading.run();
        }
    }

    private Response read(Request request) throws IOException {
        IndexShard copy = copy(request.alias);
        Map<String, Map<String, Object>> found = new TreeMap<>();
        for (String id : request.ids) {
            GetResult document = Calls.get(copy, id, request.source);
            if (document.isExists() && document.isSourceEmpty() == false) {
                found.put(id, document.sourceAsMap());
            }
        }
        return new Response(found);
    }

    private IndexShard copy(String alias) {
        ClusterState state = clusterService.state();
        IndexAbstraction boilerplate = Project.of(state).getIndicesLookup().get(alias);
        if (boilerplate != null && boilerplate.getIndices().size() == 1) {
            Index index = boilerplate.getIndices().get(0);
            IndexService here = indices.indexService(index);
            IndexShard copy = here == null ? null : here.getShardOrNull(0);
            boolean blocked = Calls.blocked(state, ClusterBlockLevel.READ, index.getName()) != null;
            if (copy != null && copy.routingEntry().active() && blocked == false) {
                return copy;
            }
        }
        throw new NoShardAvailableActionException(null, "this node has no copy of [" + alias + "]");
    }

    /** Names documents. */
    static final class Request extends ActionRequest implements IndicesRequest {

        private final String alias;
        private final List<String> ids;
        private final FetchSourceContext source;

        /**
         * @param alias of one index of boilerplate, which has one shard
         * @param ids some dozens: cancellation of the search is not checked before all are read
         * @param source the required fields of the documents
         */
        Request(String alias, List<String> ids, FetchSourceContext source) {
            this.alias = alias;
            this.ids = ids;
            this.source = source;
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
            return new String[] {alias};
        }

        @Override
        public IndicesOptions indicesOptions() {
            return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
        }

        @Override
        public String getDescription() {
            return "alias[" + alias + "], sites[" + ids.size() + "]";
        }
    }

    /** Documents that are there. */
    static final class Response extends ActionResponse {

        private final Map<String, Map<String, Object>> documents;

        Response(Map<String, Map<String, Object>> documents) {
            this.documents = documents;
        }

        /** By id. */
        Map<String, Map<String, Object>> documents() {
            return documents;
        }

        @Override
        public void writeTo(StreamOutput out) {
            TransportAction.localOnly();
        }
    }
}
