package org.ndd.job.update;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupFields;

/**
 * The pages of some indices on which groups depend: those in groups, and those that redirect to a page that does not exist, because
 * other pages may redirect to them.
 */
public final class GroupedPages {

    private GroupedPages() {}

    /**
     * Finds the next ones, in the order of index and id, as of the last refresh of the run's index. Reads names only, and costs one search.
     *
     * @param client of the user
     * @param run whose index has the groups
     * @param indices of the pages, which may not exist any more
     * @param after the last page that is known; {@code null} to begin
     * @param size of the search; a page that is also part of another group counts twice
     * @param listener gets the pages, and none only if there are no more
     */
    public static void next(
            Client client,
            String run,
            Set<String> indices,
            DocumentName after,
            int size,
            ActionListener<List<DocumentName>> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .should(QueryBuilders.existsQuery(GroupFields.GROUP))
                        .should(QueryBuilders.existsQuery(GroupFields.REDIRECT_VIA))
                        .minimumShouldMatch(1)
                        .filter(QueryBuilders.termsQuery(GroupFields.DOC_INDEX, indices)))
                .sort(GroupFields.DOC_INDEX)
                .sort(GroupFields.DOC_ID)
                .size(size)
                .trackTotalHits(false)
                .fetchSource(false);
        if (after != null) {
            source.searchAfter(new Object[] {after.index(), after.id()});
        }
        client.search(
                new SearchRequest(run).source(source).allowPartialSearchResults(false),
                listener.map(response -> Arrays.stream(response.getHits().getHits())
                        .map(hit -> new DocumentName((String) hit.getSortValues()[0], (String) hit.getSortValues()[1]))
                        .distinct()
                        .toList()));
    }
}
