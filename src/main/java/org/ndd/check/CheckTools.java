package org.ndd.check;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.pair.Deadline;
import org.ndd.pair.PairServices;
import org.ndd.pair.RelationJudge;
import org.ndd.query.PageQueries;

/**
 * Services for all batches of a request, in the name of its user.
 *
 * @param rule the criteria for a duplicate
 * @param judge compares
 */
record CheckTools(PairServices services, CheckRule rule, Deadline deadline, CheckLookups lookups, RelationJudge judge) {

    /**
     * @param userClient works with the rights of the user
     * @param indices concrete ones of the request
     */
    static CheckTools of(
            PairServices services, Client userClient, CheckRequest request, List<String> indices, Deadline deadline) {
        CheckRule rule = request.rule();
        PageQueries queries = new PageQueries(
                userClient,
                services.registry(),
                rule.fields(),
                PageQueries.DEFAULT_MAX_COMPARED,
                rule.similarity(),
                rule.minRelation(),
                rule.mustAgree());
        return new CheckTools(
                services,
                rule,
                deadline,
                CheckLookups.of(userClient, request, indices, queries, services.lookup(userClient)),
                new RelationJudge(rule.similarity(), rule.minRelation(), services.memory()));
    }

    /** Executes work on a thread of the plugin. */
    void runOnPluginThread(ActionListener<Void> listener, Runnable work) {
        services.fork(listener, l -> {
            deadline.check();
            work.run();
            l.onResponse(null);
        });
    }
}
