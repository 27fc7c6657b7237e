package org.ndd.template;

import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.NddThreadPools;

/** Does something with the template of one site of one index, with the rights of who asks. */
abstract class TransportTemplateAction<R extends ActionResponse> extends HandledTransportAction<TemplateRequest, R> {

    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final Client client;
    private final TemplateStore templates;

    TransportTemplateAction(
            String name,
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client,
            TemplateStore templates) {
        super(name, transportService, filters, TemplateRequest::new, threadPool.executor(NddThreadPools.READ));
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.client = client;
        this.templates = templates;
    }

    @Override
    protected final void doExecute(Task task, TemplateRequest request, ActionListener<R> listener) {
        String index = index(request);
        TemplateStore store = templates.with(new ParentTaskAssigningClient(client, clusterService.localNode(), task));
        answer(store, index, request.site(), listener);
    }

    /** One of the indices that the request names, all of which have the same templates. */
    private String index(TemplateRequest request) {
        Metadata metadata = clusterService.state().metadata();
        Set<String> inUse = new TreeSet<>();
        String index = null;
        for (String concrete : resolver.concreteIndexNames(clusterService.state(), request)) {
            IndexMetadata templates = TemplateIndex.inUse(metadata, TemplateIndex.owner(metadata, concrete));
            if (templates != null && inUse.add(templates.getIndex().getName()) || index == null) {
                index = concrete;
            }
        }
        if (inUse.size() > 1) {
            throw new IllegalArgumentException("[index] must name indices with the same templates, but was ["
                    + request.index() + "], whose indices have those of " + inUse + ": name one index");
        }
        return index;
    }

    /**
     * Does what is asked for.
     *
     * @param store with the rights of who asks
     * @param index concrete index
     * @param listener gets {@link #unknown} where there is no such template
     */
    abstract void answer(TemplateStore store, String index, String site, ActionListener<R> listener);

    static ResourceNotFoundException unknown(String index, String site) {
        return new ResourceNotFoundException("no template of site [{}] is known for index [{}]", site, index);
    }
}
