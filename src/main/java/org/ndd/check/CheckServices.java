package org.ndd.check;

import java.util.List;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.MatchRule;
import org.ndd.decisions.DocumentStates;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.Deadline;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PairServices;
import org.ndd.pair.RelationJudge;
import org.ndd.query.PageQueries;

/**
 * Services for all batches of a request, with the rights of its user.
 *
 * @param rule the criteria for a duplicate
 * @param judge compares pages
 * @param containment decides whether the first of two pages contains enough of the second
 */
record CheckServices(
        PairServices services,
        CheckRequest.Rule rule,
        Deadline deadline,
        Lookups lookups,
        RelationJudge judge,
        RelationJudge containment) {

    /**
     * @param userClient client with the rights of the user
     * @param indices concrete indices of the request
     */
    static CheckServices of(
            PairServices services, Client userClient, CheckRequest request, List<String> indices, Deadline deadline) {
        CheckRequest.Rule rule = request.rule();
        MatchRule near = new MatchRule(rule.minRelation(), MatchRule.NO_CONTAINMENT);
        MatchRule containing = new MatchRule(rule.minRelation(), rule.minContainment());
        BoilerplateLookup boilerplate = services.lookup(userClient);
        Function<MatchRule, NearSearch> searches = match -> new NearSearch(
                userClient,
                request,
                new PageQueries(
                        userClient,
                        services.registry(),
                        rule.fields(),
                        PageQueries.DEFAULT_MAX_COMPARED,
                        rule.similarity(),
                        match,
                        rule.mustAgree()),
                indices);
        return new CheckServices(
                services,
                rule,
                deadline,
                new Lookups(
                        new NamedPages(userClient, request, "ids", rule.fields(), rule.mustAgree()),
                        new SourcePages(userClient, request, indices, boilerplate),
                        new StoredGroups(userClient, request),
                        searches.apply(near),
                        searches.apply(containing),
                        new DocumentStates(userClient, request, rule.fields()),
                        boilerplate),
                new RelationJudge(rule.similarity(), near, services.memory()),
                new RelationJudge(rule.similarity(), containing, services.memory()));
    }

    /** Executes work on a thread of the plugin. */
    void runOnPluginThread(ActionListener<Void> listener, Runnable work) {
        services.fork(listener, l -> {
            deadline.check();
            work.run();
            l.onResponse(null);
        });
    }

    /**
     * Fetches the data of a request, with the rights of its user.
     *
     * @param documents fetches the requested documents
     * @param sources fetches other pages
     * @param groups finds the groups of pages
     * @param near searches for near pages
     * @param containing searches for documents that contain a page
     * @param states reads the current texts of documents with decisions
     */
    record Lookups(
            NamedPages documents,
            SourcePages sources,
            StoredGroups groups,
            NearSearch near,
            NearSearch containing,
            DocumentStates states,
            BoilerplateLookup boilerplate) {}
}
