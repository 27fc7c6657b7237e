package org.ndd.analyze;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.config.NddThreadPools;

/** Runs the analyze API on the plugin's own threads: a page may be large. */
public final class TransportAnalyzePageAction extends TransportAction<AnalyzePageRequest, AnalyzePageResponse> {

    @Inject
    public TransportAnalyzePageAction(TransportService transportService, ActionFilters filters, ThreadPool threadPool) {
        super(
                AnalyzePageAction.TYPE.name(),
                filters,
                transportService.getTaskManager(),
                threadPool.executor(NddThreadPools.REQUEST));
    }

    @Override
    protected void doExecute(Task task, AnalyzePageRequest request, ActionListener<AnalyzePageResponse> listener) {
        ActionListener.completeWith(
                listener,
                () -> new AnalyzePageResponse(
                        new PageAnalyzer(request.parameters()).analyze(request.page()),
                        request.parameters().fingerprints().version(),
                        request.parameters().fingerprints().minSentence()));
    }
}
