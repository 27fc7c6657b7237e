package org.ndd.template;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Shows a template. */
public final class TransportGetTemplateAction extends TransportTemplateAction<GetTemplateAction.Response> {

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
                threadPool,
                clusterService,
                resolver,
                client,
                templates);
    }

    @Override
    void answer(TemplateStore store, String index, String site, ActionListener<GetTemplateAction.Response> listener) {
        store.get(index, site, listener.delegateFailureAndWrap((l, template) -> {
            if (template == null) {
                throw unknown(index, site);
            }
            l.onResponse(new GetTemplateAction.Response(template));
        }));
    }
}
