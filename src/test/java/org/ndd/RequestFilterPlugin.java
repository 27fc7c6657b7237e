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

    /** Observes, delays or rejects a request; {@code chain} executes it. */
    protected abstract <Q extends ActionRequest, R extends ActionResponse> void filter(
            Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain);

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
