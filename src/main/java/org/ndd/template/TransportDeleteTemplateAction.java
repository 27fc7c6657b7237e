package org.ndd.template;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.NddThreadPools;

/** Forgets a template. */
public final class TransportDeleteTemplateAction extends HandledTransportAction<TemplateRequest, AcknowledgedResponse> {

    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final Client client;
    private final TemplateStore templates;

    @Inject
    public TransportDeleteTemplateAction(
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client,
            TemplateStore templates) {
        super(
                DeleteTemplateAction.TYPE.name(),
                transportService,
                filters,
                TemplateRequest::new,
                threadPool.executor(NddThreadPools.READ));
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.client = client;
        this.templates = templates;
    }

    @Override
    protected void doExecute(Task task, TemplateRequest request, ActionListener<AcknowledgedResponse> listener) {
        String index =
                resolver.concreteSingleIndex(clusterService.state(), request).getName();
        TemplateStore store = templates.with(new ParentTaskAssigningClient(client, clusterService.localNode(), task));
        store.delete(index, request.site(), listener.delegateFailureAndWrap((l, existed) -> {
            if (existed == false) {
                throw TransportGetTemplateAction.unknown(index, request.site());
            }
            l.onResponse(AcknowledgedResponse.TRUE);
        }));
    }
}
