package org.ndd.groups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/**
 * A document in the index of a run with many ids of documents of one index. Searches hide duplicates by these lists, which a terms query
 * can look up. The lists of a name are numbered from 0 without gaps. The id of a list is its name, followed by its number.
 */
public final class DuplicateList {

    /** Maximum number of ids of a list: the default of {@code index.max_terms_count}, so that a terms query can look up a whole list. */
    public static final int MAX_IDS = 1 << 16;

    /** Kind of the lists of all duplicates. */
    public static final String ALL = "duplicates-";

    /** Kind of the lists of duplicates that are {@code same} to their canonical document. */
    public static final String SAME = "same-";

    private DuplicateList() {}

    /** A kind of lists of the duplicates of an index: the prefix of their ids, and the group documents of their pages. */
    record Kind(String prefix, Predicate<GroupDocument> contains, QueryBuilder query) {

        /** Returns the kinds of lists of a run with the given markets. */
        static List<Kind> all(Collection<String> markets) {
            List<Kind> kinds = new ArrayList<>();
            kinds.add(new Kind(ALL, GroupDocument::isDuplicate, GroupQueries.duplicates()));
            kinds.add(new Kind(SAME, GroupDocument::isSame, GroupQueries.sameDuplicates()));
            markets.forEach(market -> kinds.add(new Kind(
                    ofMarket(market), document -> document.isHiddenIn(market), GroupQueries.hiddenIn(market))));
            return kinds;
        }
    }

    /**
     * Returns the kind of the lists of documents that are hidden in a market: canonical documents and their duplicates, except the
     * documents that the market shows. Neither names of markets nor UUIDs have a colon, so lists of different markets have different names.
     */
    public static String ofMarket(String market) {
        return "duplicates:" + market + ":";
    }

    public static String name(String kind, String indexUuid) {
        return kind + indexUuid + "-";
    }

    public static Map<String, Object> of(Collection<String> ids) {
        return Map.of(GroupFields.DUPLICATES, List.copyOf(ids));
    }

    /** Returns the ids of a list; empty if it does not exist. */
    static List<String> ids(GetResponse list) {
        return list.isExists() && list.getSourceAsMap().get(GroupFields.DUPLICATES) instanceof Collection<?> ids
                ? ids.stream().map(String::valueOf).toList()
                : List.of();
    }

    /**
     * Counts the lists of a name, including lists that were not refreshed yet. Sends {@code 2 log2(n)} requests for {@code n} lists, and
     * reads no list.
     *
     * @param client client with the rights of the user
     * @param run whose index has the lists
     */
    static void count(Client client, String run, String name, ActionListener<Integer> listener) {
        BiConsumer<Integer, ActionListener<Boolean>> exists = (number, l) -> client.get(
                new GetRequest(run, name + number).fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE),
                l.map(GetResponse::isExists));
        findUpperBound(exists, -1, 0, listener);
    }

    /** @param present number of an existing list; -1 for none */
    private static void findUpperBound(
            BiConsumer<Integer, ActionListener<Boolean>> exists,
            int present,
            int number,
            ActionListener<Integer> listener) {
        exists.accept(number, listener.delegateFailureAndWrap((l, found) -> {
            if (found) {
                findUpperBound(exists, number, 2 * number + 1, l);
            } else {
                binarySearch(exists, present, number, l);
            }
        }));
    }

    private static void binarySearch(
            BiConsumer<Integer, ActionListener<Boolean>> exists,
            int present,
            int absent,
            ActionListener<Integer> listener) {
        if (absent - present == 1) {
            listener.onResponse(absent);
            return;
        }
        int middle = (present + absent) >>> 1;
        exists.accept(
                middle,
                listener.delegateFailureAndWrap(
                        (l, found) -> binarySearch(exists, found ? middle : present, found ? absent : middle, l)));
    }
}
