package org.ndd.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.IdsQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.config.GroupFields;
import org.ndd.config.Market;
import org.ndd.core.compare.Relation;

/** Fetches the lists of losers of some indices from a destination, list by list, each for all indices that have one more. */
final class LoserFinder {

    /** Lists of an index that are looked up at most, of 65,536 ids each. */
    static final int MOST_LISTS = 100;

    private final Client client;
    private final String destination;
    private final String market;
    private final String name;
    private final Map<String, IdsQueryBuilder> losers = new TreeMap<>();

    /**
     * @param client works with the rights of the user
     * @param destination alias or index of a run; one that is missing has no lists
     * @param market whose lists these are; {@code null} for those of the run's winners
     */
    LoserFinder(Client client, String destination, Relation least, String market) {
        this.client = client;
        this.destination = destination;
        this.market = market;
        if (market != null) {
            this.name = GroupFields.marketList(market);
        } else {
            this.name = least == Relation.SAME ? GroupFields.SAME_LIST : GroupFields.LOSER_LIST;
        }
    }

    /**
     * Finds the losers. Lists are of one index with its UUID: documents of an index that was created again under the same name were never
     * compared, and are in none.
     *
     * @param indices concrete ones
     * @param listener gets a query for them, each by index and id
     */
    void find(Index[] indices, ActionListener<QueryBuilder> listener) {
        Market.require(
                client,
                destination,
                market,
                listener.delegateResponse((l, e) -> {
                            if (isMissing(e)) {
                                l.onResponse(query());
                            } else {
                                l.onFailure(e);
                            }
                        })
                        .delegateFailureAndWrap((l, known) -> find(Arrays.asList(indices), 0, l)));
    }

    private void find(List<Index> indices, int number, ActionListener<QueryBuilder> listener) {
        if (indices.isEmpty()) {
            listener.onResponse(query());
            return;
        }
        if (number == MOST_LISTS) {
            throw new IllegalArgumentException("[" + LosersQueryBuilder.NAME + "] must have less than [" + MOST_LISTS
                    + "] lists of an index to look up, but [" + destination + "] has more for "
                    + indices.stream().map(Index::getName).toList()
                    + ": use the retriever [near_dup]");
        }
        MultiGetRequest request = new MultiGetRequest();
        indices.forEach(index -> request.add(destination, name + index.getUUID() + "-" + number));
        client.multiGet(request, listener.delegateFailureAndWrap((l, response) -> {
            List<Index> longer = new ArrayList<>();
            int i = 0;
            for (MultiGetItemResponse item : response) {
                Index index = indices.get(i++);
                if (item.isFailed() == false) {
                    if (item.getResponse().isExists()) {
                        add(index.getName(), item.getResponse().getSourceAsMap().get(GroupFields.LOSERS));
                        longer.add(index);
                    }
                } else if (isMissing(item.getFailure().getFailure()) == false) {
                    throw item.getFailure().getFailure();
                }
            }
            find(longer, number + 1, l);
        }));
    }

    private static boolean isMissing(Exception e) {
        return ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException;
    }

    private void add(String index, Object ids) {
        if (ids instanceof Collection<?> list) {
            losers.computeIfAbsent(index, i -> QueryBuilders.idsQuery())
                    .addIds(list.stream().map(String::valueOf).toArray(String[]::new));
        }
    }

    /** What is searched on a shard of an index are its own ids: on those of others the clause says that it matches nothing. */
    private QueryBuilder query() {
        if (losers.isEmpty()) {
            return new MatchNoneQueryBuilder();
        }
        BoolQueryBuilder pages = QueryBuilders.boolQuery();
        losers.forEach((index, ids) -> pages.should(QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery("_index", index))
                .filter(ids)));
        return QueryBuilders.constantScoreQuery(pages);
    }
}
