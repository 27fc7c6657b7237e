package org.ndd.inspect;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.config.BodyResponse;
import org.ndd.config.NddThreadPools;

/**
 * Analyzes one page: {@code POST /_ndd/analyze}. Runs on the threads of the plugin, because the page may be large. Requires the cluster
 * privilege {@code monitor}.
 */
public final class AnalyzePageAction extends TransportAction<AnalyzePageRequest, BodyResponse<AnalyzePageResponse>> {

    public static final ActionType<BodyResponse<AnalyzePageResponse>> TYPE =
            new ActionType<>("cluster:monitor/ndd/analyze");

    @Inject
    public AnalyzePageAction(TransportService transportService, ActionFilters filters, ThreadPool threadPool) {
        super(TYPE.name(), filters, transportService.getTaskManager(), threadPool.executor(NddThreadPools.REQUEST));
    }

    @Override
    protected void doExecute(
            Task task, AnalyzePageRequest request, ActionListener<BodyResponse<AnalyzePageResponse>> listener) {
        ActionListener.completeWith(
                listener,
                () -> new BodyResponse<>(new AnalyzePageResponse(
                        new PageAnalyzer(request.parameters()).analyze(request.page()),
                        request.page().sourceHash(),
                        request.parameters().fingerprints().version(),
                        request.parameters().fingerprints().minSentence())));
    }
}
