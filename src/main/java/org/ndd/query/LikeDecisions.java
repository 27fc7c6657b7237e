package org.ndd.query;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.decisions.DecisionIndex;
import org.ndd.decisions.DocumentStates;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.ComparablePage;

/**
 * The effect of decisions of people about the documents that a query names.
 *
 * @param apart documents that were decided not to be duplicates of any of these
 * @param duplicates documents that were decided to be duplicates of one of these
 */
record LikeDecisions(Set<DocumentName> apart, Set<DocumentName> duplicates) {

    private static final LikeDecisions NONE = new LikeDecisions(Set.of(), Set.of());

    /**
     * Reads the decisions that hold for the present texts.
     *
     * @param client works with the rights of the user
     * @param index of the decisions, or {@code null} for none
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
        new DecisionIndex(client, index).about(names, listener.delegateFailureAndWrap((l, found) -> {
            DocumentStates states = new DocumentStates(client, documents(found), fields);
            new KnownDecisions(found).valid(states, l.map(valid -> of(valid, names, documentsOnly)));
        }));
    }

    /** Documents of indices that do not exist any more count as changed. */
    private static SearchRequest documents(Collection<PairDecision> decisions) {
        Set<String> indices = new TreeSet<>();
        decisions.forEach(decision -> decision.documents()
                .forEach(document -> indices.add(document.name().index())));
        return new SearchRequest(indices.toArray(String[]::new)).indicesOptions(IndicesOptions.lenientExpandOpen());
    }

    private static LikeDecisions of(KnownDecisions decisions, Set<DocumentName> like, boolean documentsOnly) {
        Set<DocumentName> apart = new TreeSet<>();
        Set<DocumentName> duplicates = new TreeSet<>();
        for (PairDecision decision : decisions.all()) {
            for (List<DocumentName> pair : List.of(
                    List.of(decision.a().name(), decision.b().name()),
                    List.of(decision.b().name(), decision.a().name()))) {
                if (like.contains(pair.get(0)) && like.contains(pair.get(1)) == false) {
                    if (decision.kind() == PairDecision.Kind.DUPLICATES) {
                        duplicates.add(pair.get(1));
                    } else if (documentsOnly && like.stream().allMatch(one -> decisions.areApart(one, pair.get(1)))) {
                        apart.add(pair.get(1));
                    }
                }
            }
        }
        return new LikeDecisions(apart, duplicates);
    }

    /** The query without documents that are apart, and with those that are duplicates; these have the score of equal texts. */
    QueryBuilder applyTo(AbstractQueryBuilder<?> byTexts) {
        if (apart.isEmpty() && duplicates.isEmpty()) {
            return byTexts;
        }
        BoolQueryBuilder decided = QueryBuilders.boolQuery()
                .boost(byTexts.boost())
                .queryName(byTexts.queryName())
                .should(byTexts.boost(1).queryName(null))
                .minimumShouldMatch(1);
        duplicates.forEach(name -> decided.should(QueryBuilders.constantScoreQuery(named(name))));
        apart.forEach(name -> decided.mustNot(named(name)));
        return decided;
    }

    private static QueryBuilder named(DocumentName name) {
        return DocumentName.in(name.index(), QueryBuilders.idsQuery().addIds(name.id()));
    }
}
