package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalRequest;
import org.ndd.config.LocalResponse;

/** The report of a run, while it runs and afterwards; or of all runs. Needs {@code read} on the destination. */
public final class GetPartitionAction extends TransportAction<GetPartitionAction.Request, GetPartitionAction.Response> {

    public static final String NAME = "cluster:monitor/ndd/partition/get";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    /** Names a run, or selects the runs to list. */
    public static final class Request extends LocalRequest {

        private final String id;
        private final RunFilter filter;
        private final boolean verbose;

        public Request(String id) {
            this(id, RunFilter.ALL, true);
        }

        /**
         * @param id of the run, or {@code null} to list runs
         * @param filter selects the runs to list if there is no id
         * @param verbose whether reports are complete, or brief
         */
        public Request(String id, RunFilter filter, boolean verbose) {
            this.id = id;
            this.filter = filter;
            this.verbose = verbose;
        }

        @Override
        public String getDescription() {
            return "run[" + id + "]";
        }

        public String id() {
            return id;
        }

        RunFilter filter() {
            return filter;
        }

        public boolean verbose() {
            return verbose;
        }
    }

    /** One report as it is, or several in a list. */
    public static final class Response extends LocalResponse {

        private final boolean one;
        private final List<Map<String, Object>> reports;

        Response(boolean one, List<Map<String, Object>> reports) {
            this.one = one;
            this.reports = reports;
        }

        public List<Map<String, Object>> reports() {
            return reports;
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            if (one) {
                return builder.map(reports.get(0));
            }
            builder.startObject().startArray("runs");
            for (Map<String, Object> report : reports) {
                builder.map(report);
            }
            return builder.endArray().endObject();
        }
    }

    private final RunReports reports;
    private final RunStore store;
    private final RunAge age;

    @Inject
    public GetPartitionAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            RunStore store) {
        super(NAME, filters, transportService.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.reports = new RunReports(client, clusterService);
        this.store = store;
        this.age = new RunAge(client, clusterService, store);
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<Response> listener) {
        if (request.id() == null) {
            reports.list(request.filter(), shown(request, listener));
        } else {
            reports.get(request.id(), store, shown(request, listener).map(List::of));
        }
    }

    private ActionListener<List<Map<String, Object>>> shown(Request request, ActionListener<Response> listener) {
        return listener.delegateFailureAndWrap((l, runs) -> age.add(
                runs,
                l.map(added -> new Response(
                        request.id() != null,
                        request.verbose()
                                ? runs
                                : runs.stream().map(BriefReport::of).toList()))));
    }
}
