package org.ndd.query;

import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.ComparablePage;
import org.ndd.query.LikeResolver.ResolvedLike;

/**
 * Applies decisions about the documents that a query names.
 *
 * @param notDuplicates documents that are not duplicates of any of these, by decision
 * @param duplicates documents that are duplicates of one of these, by decision
 */
record LikeDecisions(Set<DocumentName> notDuplicates, Set<DocumentName> duplicates) {

    private static final LikeDecisions NONE = new LikeDecisions(Set.of(), Set.of());

    /**
     * Reads the decisions that apply to the current texts.
     *
     * @param client client with the rights of the user
     * @param index index of the decisions, or {@code null} for none
     */
    static void find(
            Client client,
            String index,
            ResolvedLike like,
            DocumentFields fields,
            ActionListener<LikeDecisions> listener) {
        Set<DocumentName> names = new TreeSet<>();
        for (ComparablePage page : like.pages()) {
            if (page.id() != null) {
                names.add(new DocumentName(page.place().index(), page.id()));
            }
        }
        if (index == null || names.isEmpty()) {
            listener.onResponse(NONE);
            return;
        }
        boolean documentsOnly = names.size() == like.pages().size();
        KnownDecisions.select(client, index, names, fields, listener.map(valid -> of(valid, names, documentsOnly)));
    }

    private static LikeDecisions of(KnownDecisions decisions, Set<DocumentName> like, boolean documentsOnly) {
        Set<DocumentName> duplicates = new TreeSet<>();
        like.forEach(document -> duplicates.addAll(decisions.duplicatesOf(document)));
        duplicates.removeAll(like);
        Set<DocumentName> notDuplicates = decisions.documents();
        notDuplicates.removeAll(like);
        notDuplicates.removeAll(duplicates);
        notDuplicates.removeIf(other -> documentsOnly == false
                || like.stream().allMatch(document -> decisions.areNotDuplicates(document, other)) == false);
        return new LikeDecisions(notDuplicates, duplicates);
    }

    /**
     * Returns the query without the documents that are kept apart, and with the duplicates, which get the score of equal texts. The number
     * of clauses does not depend on the number of decisions.
     */
    QueryBuilder applyTo(AbstractQueryBuilder<?> byTexts) {
        if (notDuplicates.isEmpty() && duplicates.isEmpty()) {
            return byTexts;
        }
        return QueryBuilders.boolQuery()
                .boost(byTexts.boost())
                .queryName(byTexts.queryName())
                .mustNot(DocumentName.query(notDuplicates))
                .must(QueryBuilders.disMaxQuery()
                        .add(byTexts.boost(1).queryName(null))
                        .add(QueryBuilders.constantScoreQuery(DocumentName.query(duplicates))));
    }
}
