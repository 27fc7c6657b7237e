package org.ndd.inspect;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.ndd.bulk.PointInTime;
import org.ndd.config.LocalAction;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.groups.Destination;
import org.ndd.groups.GroupQueries;
import org.ndd.groups.GroupStore;
import org.ndd.groups.GroupsAction.ReadGroupsRequest;
import org.ndd.inspect.ExportedRows.Contributions;

/**
 * Streams the documents of the groups that are published when the export starts. Requires {@code read} on source and destination. Runs on
 * the node to which the client is connected. All checks are completed before the first row. The task ends with the response: a client that
 * closes its connection cancels it.
 */
public final class ExportAction extends LocalAction<ExportAction.Request, ActionResponse.Empty> {

    public static final ActionType<ActionResponse.Empty> TYPE = new ActionType<>("indices:data/read/ndd/export");

    @Inject
    public ExportAction(ActionServices action) {
        super(TYPE, action, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<ActionResponse.Empty> listener) {
        ExportOptions options = request.options;
        ClusterState state = services.cluster().state();
        List<String> indices = List.of(services.resolver().concreteIndexNames(state, request));
        ParentTaskAssigningClient userClient = services.clientOf(task);
        BoolQueryBuilder documents = options.filter().documents().filter(GroupQueries.ofIndices(indices));
        ActionListener<ActionResponse.Empty> reporting =
                Destination.reportingMissing(request.indices(), request.dest(), listener);
        SubscribableListener.<Void>newForked(l -> Destination.requireGroups(userClient, request.dest(), l))
                .<QueryBuilder>andThen(l -> {
                    request.requireIndices(indices.size());
                    Destination.requireRead(request.dest(), request.indices(), indices, state);
                    matching(userClient, request, l);
                })
                .<Contributions>andThen((l, matching) -> {
                    if (matching != null) {
                        documents.filter(matching);
                    }
                    contributions(userClient, request, l);
                })
                .addListener(reporting.delegateFailureAndWrap((l, contributions) -> PointInTime.open(
                        userClient,
                        new String[] {request.dest()},
                        documents,
                        l.delegateFailureAndWrap((m, opened) -> new RowStream(
                                        opened,
                                        options.sort() == ExportOptions.Sort.GROUP
                                                ? GroupQueries::byGroup
                                                : source -> source.sort(FieldSortBuilder.SHARD_DOC_FIELD_NAME),
                                        new ExportedRows(userClient, request, opened, contributions),
                                        List.of(),
                                        (CancellableTask) task,
                                        services.threads().getThreadContext(),
                                        m)
                                .start(request.rowHandler)))));
    }

    private static void matching(Client userClient, Request request, ActionListener<QueryBuilder> listener) {
        QueryBuilder query = request.options.filter().query();
        if (query == null) {
            listener.onResponse(null);
        } else {
            GroupStore.withMatchingCanonicals(userClient, request.indices(), query, listener);
        }
    }

    private static void contributions(Client userClient, Request request, ActionListener<Contributions> listener) {
        if (request.options.contributions()) {
            Contributions.open(userClient, request.dest(), request.field(), listener);
        } else {
            listener.onResponse(null);
        }
    }

    public static final class Request extends ReadGroupsRequest {

        final ExportOptions options;
        RowStream.StreamHandler rowHandler;

        /** @param dest the destination; {@code null} for the default destination of a single source */
        public Request(String[] indices, String dest, String field, ExportOptions options) {
            super("export", indices, dest, field);
            this.options = options;
        }

        public Request withRowHandler(RowStream.StreamHandler rows) {
            rowHandler = rows;
            return this;
        }
    }
}
