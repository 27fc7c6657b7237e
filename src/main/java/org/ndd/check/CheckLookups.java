package org.ndd.check;

import java.util.List;
import org.elasticsearch.client.internal.Client;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.NamedPages;
import org.ndd.query.PageQueries;

/**
 * Where a request looks up its data, with the rights of its user.
 *
 * @param documents fetches the requested documents
 * @param sources fetches other pages
 * @param groups looks pages up in groups
 * @param near searches near pages
 * @param decisions reads decisions of people
 */
record CheckLookups(
        NamedPages documents,
        SourcePages sources,
        StoredGroups groups,
        NearSearch near,
        CheckDecisions decisions,
        BoilerplateLookup boilerplate) {

    /**
     * @param userClient works with the rights of the user
     * @param indices concrete ones of the request
     */
    static CheckLookups of(
            Client userClient,
            CheckRequest request,
            List<String> indices,
            PageQueries queries,
            BoilerplateLookup boilerplate) {
        CheckRule rule = request.rule();
        return new CheckLookups(
                new NamedPages(userClient, request, "ids", rule.fields(), rule.mustAgree()),
                new SourcePages(userClient, request, indices, boilerplate),
                new StoredGroups(userClient, request),
                new NearSearch(userClient, request, queries, indices),
                new CheckDecisions(userClient, request, indices),
                boilerplate);
    }
}
