package org.ndd.status;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.MappingCheck;
import org.ndd.line.Project;
import org.ndd.pair.Deadline;
import org.ndd.pair.PageSource;
import org.ndd.pair.PairServices;
import org.ndd.status.StatusResponse.OfDocument;

/** Determines the status of pages, one {@linkplain StatusBatch batch} after the other, so that few texts are held at a time. */
public final class TransportStatusAction extends HandledTransportAction<StatusRequest, StatusResponse> {

    /** Documents and pages of a batch: of a million characters at most by default, as are those that they are compared with. */
    private static final int BATCH = 16;

    private final PairServices services;
    private final IndexNameExpressionResolver resolver;
    private final TaskManager tasks;

    @Inject
    public TransportStatusAction(
            TransportService transportService,
            ActionFilters filters,
            PairServices services,
            IndexNameExpressionResolver resolver) {
        super(
                StatusAction.TYPE.name(),
                transportService,
                filters,
                StatusRequest::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.services = services;
        this.resolver = resolver;
        this.tasks = transportService.getTaskManager();
    }

    @Override
    protected void doExecute(Task task, StatusRequest request, ActionListener<StatusResponse> listener) {
        new Run((CancellableTask) task, request, listener).start();
    }

    /** One request on its way. */
    private final class Run {

        private final long start = System.nanoTime();
        private final ClusterState state = services.cluster().state();
        private final StatusRequest request;
        private final ActionListener<StatusResponse> listener;
        private final StatusTools tools;
        private final List<OfDocument> documents = new ArrayList<>();
        private final List<PageStatus> pages = new ArrayList<>();

        Run(CancellableTask task, StatusRequest request, ActionListener<StatusResponse> listener) {
            Client own = services.clientOf(task);
            List<String> indices = List.of(resolver.concreteIndexNames(state, request));
            Deadline deadline = new Deadline(task, request.timeout(), "the pages were not looked at", "send fewer");
            indices.forEach(index -> MappingCheck.check(
                    Project.of(state).index(index), request.rule().fields().parent()));
            this.request = request;
            this.listener = deadline.enforce(services.threads(), tasks, listener);
            this.tools = StatusTools.of(services, own, request, indices, deadline);
        }

        void start() {
            tools.groups().open(state, listener.delegateFailureAndWrap((l, ignored) -> next()));
        }

        private void next() {
            tools.deadline().check();
            int ids = request.ids().size();
            int from = documents.size() + pages.size();
            int to = Math.min(from + BATCH, ids + request.pages().size());
            if (from == to) {
                long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                listener.onResponse(new StatusResponse(took, tools.groups().name(), documents, pages));
                return;
            }
            List<Asked> batch = new ArrayList<>(to - from);
            for (int i = from; i < to; i++) {
                batch.add(i < ids ? new Asked(request.ids().get(i)) : new Asked(given(i - ids)));
            }
            new StatusBatch(tools, batch).run(listener.delegateFailureAndWrap((l, ignored) -> {
                for (Asked one : batch) {
                    if (one.given == null) {
                        documents.add(new OfDocument(one.name, one.status));
                    } else {
                        pages.add(one.status);
                    }
                }
                next();
            }));
        }

        private PageSource given(int position) {
            return request.pages().get(position);
        }
    }
}
