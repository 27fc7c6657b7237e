package org.ndd.boilerplate;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Shows boilerplate. */
public final class TransportGetBoilerplateAction extends TransportBoilerplateAction<GetBoilerplateAction.Response> {

    @Inject
    public TransportGetBoilerplateAction(
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client,
            BoilerplateStore boilerplate) {
        super(
                GetBoilerplateAction.TYPE.name(),
                transportService,
                filters,
                threadPool,
                clusterService,
                resolver,
                client,
                boilerplate);
    }

    @Override
    void answer(
            BoilerplateStore store, String index, String site, ActionListener<GetBoilerplateAction.Response> listener) {
        store.get(index, site, listener.delegateFailureAndWrap((l, boilerplate) -> {
            if (boilerplate == null) {
                throw unknown(index, site);
            }
            l.onResponse(new GetBoilerplateAction.Response(boilerplate));
        }));
    }
}
