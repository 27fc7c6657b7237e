package org.ndd;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.Task;

/** A plugin that sees each request of a test node before it is executed. */
public abstract class RequestFilterPlugin extends Plugin implements ActionPlugin {

    /** Observes a request. */
    protected void observe(String action, ActionRequest request) {}

    /** Executes a request by {@code chain}; to be overridden by plugins that delay or reject requests. */
    protected <Q extends ActionRequest, R extends ActionResponse> void filter(
            Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
        observe(action, request);
        chain.proceed(task, action, request, listener);
    }

    @Override
    public final Collection<ActionFilter> getActionFilters() {
        return List.of(new ActionFilter() {
            @Override
            public int order() {
                return 0;
            }

            @Override
            public <Q extends ActionRequest, R extends ActionResponse> void apply(
                    Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
                filter(task, action, request, listener, chain);
            }
        });
    }
}
