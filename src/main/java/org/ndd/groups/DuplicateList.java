package org.ndd.groups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.ReservedMemory;

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

    /** Number of lists whose existence a request checks: as many as a search uses. */
    private static final int COUNTED_LISTS = DuplicateListReader.MAX_LISTS;

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

    /** Counts the lists of a name of a run, of which {@code from} are known, also those not refreshed yet. Reads no list. */
    static void count(Client client, String run, String name, int from, ActionListener<Integer> listener) {
        MultiGetRequest lists = new MultiGetRequest();
        for (int number = from; number < from + COUNTED_LISTS; number++) {
            lists.add(new MultiGetRequest.Item(run, name + number)
                    .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE));
        }
        client.multiGet(lists, listener.delegateFailureAndWrap((l, response) -> {
            int number = from;
            for (MultiGetItemResponse list : response) {
                if (list.isFailed()) {
                    throw list.getFailure().getFailure();
                }
                if (list.getResponse().isExists() == false) {
                    l.onResponse(number);
                    return;
                }
                number++;
            }
            count(client, run, name, number, l);
        }));
    }

    /**
     * Writes the lists of duplicates of a run, by which searches hide them. Reads the ids from the group documents, in one pass per kind of
     * list and index, with memory for one list, which is accounted for by the circuit breaker. Each list is sorted. Lists that an earlier
     * attempt wrote from the same group documents are replaced.
     *
     * @param client client with the rights of the user
     * @param writer writes with the rights of the user
     */
    public record DuplicateListWriter(
            ParentTaskAssigningClient client,
            CircuitBreaker breaker,
            BulkWriter writer,
            String run,
            Runnable ensureNotCancelled) {

        /** Number of ids per search: the ids of a list are read by 8 searches. */
        private static final int PAGE_SIZE = DuplicateList.MAX_IDS / 8;

        /**
         * Writes all lists of an index. The index of the run must be refreshed before.
         *
         * @param indexUuid UUID of the index of the duplicates, because documents of another index of the same name were not compared
         * @param markets markets of the run; each has separate lists
         */
        public void write(String indexUuid, Collection<String> markets, ActionListener<Void> listener) {
            Batches.oneByOne(
                    DuplicateList.Kind.all(markets), (kind, l) -> new Lists(kind, indexUuid).write(l), listener);
        }

        private final class Lists {

            private final String name;
            private final QueryBuilder query;
            private final List<String> ids = new ArrayList<>();
            private int number;
            private final ReservedMemory memory = new ReservedMemory(breaker, "ndd lists");

            Lists(DuplicateList.Kind kind, String indexUuid) {
                this.name = DuplicateList.name(kind.prefix(), indexUuid);
                this.query = QueryBuilders.boolQuery()
                        .filter(kind.query())
                        .filter(QueryBuilders.termQuery(GroupFields.DOC_INDEX_UUID, indexUuid));
            }

            void write(ActionListener<Void> listener) {
                PointInTime.open(
                        client,
                        new String[] {run},
                        query,
                        listener.delegateFailureAndWrap((l, documents) -> ActionListener.run(
                                ActionListener.runBefore(l, () -> {
                                    documents.close();
                                    memory.close();
                                }),
                                m -> GroupStore.forEachIds(
                                        documents,
                                        documents::source,
                                        PAGE_SIZE,
                                        this::add,
                                        m.delegateFailureAndWrap((n, read) -> flush(n))))));
            }

            /** Adds ids to the list, and writes it if it is full. Accounts for an id twice: in the list, and in the request. */
            private void add(List<String> more, ActionListener<Void> listener) {
                ensureNotCancelled.run();
                for (String id : more) {
                    memory.add(2 * RamUsageEstimator.sizeOf(id));
                    ids.add(id);
                }
                if (ids.size() < DuplicateList.MAX_IDS) {
                    listener.onResponse(null);
                } else {
                    flush(listener);
                }
            }

            private void flush(ActionListener<Void> listener) {
                if (ids.isEmpty()) {
                    listener.onResponse(null);
                    return;
                }
                Collections.sort(ids);
                IndexRequest list = new IndexRequest(run).id(name + number).source(DuplicateList.of(ids));
                number++;
                ids.clear();
                writer.writeAll(List.of(list), run, ActionListener.runBefore(listener, memory::close));
            }
        }
    }
}
