package org.ndd.check;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.Deadline;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PairServices;
import org.ndd.pair.RelationJudge;
import org.ndd.query.PageQueries;

/**
 * Services for all batches of a request, in the name of its user.
 *
 * @param rule the criteria for a duplicate
 * @param documents fetches the requested documents
 * @param sources fetches other pages
 * @param groups looks pages up in groups
 * @param near searches near pages
 * @param judge compares
 * @param decisions reads decisions of people
 */
record CheckTools(
        PairServices services,
        CheckRule rule,
        Deadline deadline,
        BoilerplateLookup boilerplate,
        NamedPages documents,
        SourcePages sources,
        StoredGroups groups,
        NearSearch near,
        RelationJudge judge,
        CheckDecisions decisions) {

    /**
     * @param userClient works with the rights of the user
     * @param indices concrete ones of the request
     */
    static CheckTools of(
            PairServices services, Client userClient, CheckRequest request, List<String> indices, Deadline deadline) {
        CheckRule rule = request.rule();
        BoilerplateLookup boilerplate = services.lookup(userClient);
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
                boilerplate,
                new NamedPages(userClient, request, "ids", rule.fields(), rule.mustAgree()),
                new SourcePages(userClient, request, indices, boilerplate),
                new StoredGroups(userClient, request),
                new NearSearch(userClient, request, queries, indices),
                new RelationJudge(rule.similarity(), rule.minRelation(), services.memory()),
                new CheckDecisions(userClient, request, indices));
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
