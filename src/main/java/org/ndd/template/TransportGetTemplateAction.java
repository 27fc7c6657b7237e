package org.ndd.template;

import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.NddThreadPools;

/** Shows a template. */
public final class TransportGetTemplateAction
        extends HandledTransportAction<TemplateRequest, GetTemplateAction.Response> {

    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final Client client;
    private final TemplateStore templates;

    @Inject
    public TransportGetTemplateAction(
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client,
            TemplateStore templates) {
        super(
                GetTemplateAction.TYPE.name(),
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
    protected void doExecute(Task task, TemplateRequest request, ActionListener<GetTemplateAction.Response> listener) {
        String index =
                resolver.concreteSingleIndex(clusterService.state(), request).getName();
        TemplateStore store = templates.with(new ParentTaskAssigningClient(client, clusterService.localNode(), task));
        store.get(index, request.site(), listener.delegateFailureAndWrap((l, template) -> {
            if (template == null) {
                throw unknown(index, request.site());
            }
            l.onResponse(new GetTemplateAction.Response(template));
        }));
    }

    static ResourceNotFoundException unknown(String index, String site) {
        return new ResourceNotFoundException("no template of site [{}] is known for index [{}]", site, index);
    }
}
