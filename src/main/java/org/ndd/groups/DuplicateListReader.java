package org.ndd.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.bulk.PointInTime;
import org.ndd.core.compare.Relation;
import org.ndd.groups.KnownDuplicatesQueryBuilder.DuplicateSelection;

/**
 * Reads the lists of duplicates of a destination as of its last refresh, with the rights of the user. A job writes several lists before it
 * refreshes them together. Lists are for one index with its UUID: documents of an index that was created again under the same name were
 * never compared, and are in no list.
 *
 * @param client client with the rights of the user
 * @param selection selects the duplicates; a missing destination has no lists
 */
record DuplicateListReader(Client client, DuplicateSelection selection) {

    /** Maximum number of lists of an index that are read, with 65,536 ids each. */
    static final int MAX_LISTS = 100;

    /** Number of lists of an index per request: a single request can read half a million duplicates, and remains small. */
    private static final int BATCH_SIZE = 8;

    private boolean onlySame() {
        return selection.minRelation() == Relation.SAME;
    }

    private String kind() {
        String ofAll = onlySame() ? DuplicateList.SAME : DuplicateList.ALL;
        return selection.market() == null ? ofAll : DuplicateList.ofMarket(selection.market());
    }

    /** Finds the existing lists, without their ids. Fails with 400 if the destination is not an index of a run. */
    void find(Index[] indices, ActionListener<PublishedLists> listener) {
        ActionListener<PublishedLists> noneIfMissing =
                ExpectedFailure.handle(IndexNotFoundException.class, listener, (l, e) -> {
                    // not an error, so that searches work before the first run; a misspelled name would not be noticed
                    HeaderWarning.addWarning(
                            "[{}] finds nothing: [dest] must be the destination of a run, but was [{}], which does not exist",
                            KnownDuplicatesQueryBuilder.NAME,
                            selection.dest());
                    l.onResponse(new PublishedLists(Map.of()));
                });
        // at the same time as the checks, to save a round trip; failures of the checks come first
        SubscribableListener<PublishedLists> lists = SubscribableListener.newForked(l -> find(
                Arrays.asList(indices),
                0,
                new HashMap<>(),
                l.delegateFailureAndWrap((m, found) -> withThreshold(found, m))));
        SubscribableListener.<Void>newForked(l -> Destination.require(client, selection.dest(), l))
                .<Void>andThen(l -> Market.require(client, selection.dest(), selection.market(), l))
                .<PublishedLists>andThen(lists::addListener)
                .addListener(noneIfMissing);
    }

    private void withThreshold(PublishedLists found, ActionListener<PublishedLists> listener) {
        double confidence = onlySame() ? 0 : selection.confidence();
        if (confidence == 0 || found.lists().isEmpty()) {
            listener.onResponse(found);
        } else {
            GroupStore.lastWrite(
                    client,
                    selection.dest(),
                    listener.map(seqNo -> found.withThreshold(new PublishedLists.Threshold(confidence, seqNo))));
        }
    }

    private void find(
            List<Index> indices,
            int from,
            Map<String, PublishedLists.Key> found,
            ActionListener<PublishedLists> listener) {
        if (indices.isEmpty()) {
            listener.onResponse(new PublishedLists(found));
            return;
        }
        if (from >= MAX_LISTS) {
            throw new IllegalArgumentException(
                    "[" + KnownDuplicatesQueryBuilder.NAME + "] must have less than [" + MAX_LISTS
                            + "] lists of an index to look up, but [" + selection.dest() + "] has more for "
                            + indices.stream().map(Index::getName).toList()
                            + ": use the retriever [near_dup]");
        }
        int to = Math.min(MAX_LISTS, from + BATCH_SIZE);
        MultiGetRequest request = new MultiGetRequest().realtime(false);
        for (Index index : indices) {
            for (int number = from; number < to; number++) {
                request.add(
                        new MultiGetRequest.Item(selection.dest(), DuplicateList.name(kind(), index.getUUID()) + number)
                                .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE));
            }
        }
        client.multiGet(request, listener.delegateFailureAndWrap((l, response) -> {
            Iterator<MultiGetItemResponse> lists = response.iterator();
            List<Index> withMoreLists = new ArrayList<>();
            for (Index index : indices) {
                boolean more = true;
                for (int number = from; number < to; number++) {
                    GetResponse list = existing(lists.next());
                    // there are no lists after a gap
                    more &= list != null;
                    if (more) {
                        add(found, index.getUUID(), list);
                    }
                }
                if (more) {
                    withMoreLists.add(index);
                }
            }
            find(withMoreLists, to, found, l);
        }));
    }

    private static GetResponse existing(MultiGetItemResponse item) throws Exception {
        if (item.isFailed() == false) {
            return item.getResponse().isExists() ? item.getResponse() : null;
        }
        Exception failure = item.getFailure().getFailure();
        if (ExceptionsHelper.unwrapCause(failure) instanceof IndexNotFoundException) {
            return null;
        }
        throw failure;
    }

    private static void add(Map<String, PublishedLists.Key> found, String indexUuid, GetResponse list) {
        List<PublishedLists.Version> versions = new ArrayList<>();
        PublishedLists.Key previous = found.get(indexUuid);
        if (previous != null) {
            versions.addAll(previous.versions());
        }
        versions.add(version(list));
        found.put(indexUuid, new PublishedLists.Key(list.getIndex(), List.copyOf(versions), null));
    }

    /** The current ids of a list, empty if it was deleted, and whether it is the requested version. */
    record Ids(List<String> ids, boolean current) {}

    /** Reads the ids of one of the lists of an index. */
    void read(PublishedLists.Key key, PublishedLists.Version version, ActionListener<Ids> listener) {
        client.prepareGet(selection.dest(), version.id()).setRealtime(false).execute(listener.map(list -> {
            if (list.isExists() == false) {
                return new Ids(List.of(), false);
            }
            boolean same = list.getIndex().equals(key.run()) && version(list).equals(version);
            return new Ids(DuplicateList.ids(list), same);
        }));
    }

    /** Returns the duplicates of an index, by its UUID, with a confidence below a threshold. */
    LowConfidenceDuplicates belowThreshold(PublishedLists.Threshold threshold, String indexUuid) {
        // a rewrite has no task
        return new LowConfidenceDuplicates(
                new ParentTaskAssigningClient(client, TaskId.EMPTY_TASK_ID),
                selection.dest(),
                indexUuid,
                threshold.confidence());
    }

    private static PublishedLists.Version version(GetResponse list) {
        return new PublishedLists.Version(list.getId(), list.getSeqNo(), list.getPrimaryTerm());
    }

    /**
     * Finds the duplicates of an index whose confidence is below a threshold. Searches their group documents with the rights of the user,
     * because lists of duplicates have only ids.
     *
     * @param confidence threshold: finds all duplicates with a lower confidence, 0 to 1
     */
    record LowConfidenceDuplicates(
            ParentTaskAssigningClient client, String destination, String indexUuid, double confidence) {

        /** Number of ids per request: the default maximum size of a search. */
        private static final int PAGE_SIZE = 10_000;

        /** The number of duplicates of an index with any confidence, and the sequence number of the newest group document. */
        record ReadResult(long duplicates, long seqNo) {}

        /** @param id receives the ids, on one thread at a time */
        void read(Consumer<String> id, ActionListener<ReadResult> listener) {
            PointInTime.open(
                    client, new String[] {destination}, duplicates(), listener.delegateFailureAndWrap((l, groups) -> {
                        ActionListener<ReadResult> closing = ActionListener.runBefore(l, groups::close);
                        ActionListener.run(
                                closing,
                                m -> GroupStore.forEachIds(
                                        groups,
                                        () -> groups.source()
                                                .query(duplicates()
                                                        .filter(GroupQueries.confidence()
                                                                .lt(confidence))),
                                        PAGE_SIZE,
                                        (ids, next) -> {
                                            ids.forEach(id);
                                            next.onResponse(null);
                                        },
                                        m.delegateFailureAndWrap((n, read) -> GroupStore.lastWrite(
                                                groups.source(),
                                                groups::search,
                                                n.map(seqNo -> new ReadResult(groups.total(), seqNo))))));
                    }));
        }

        /** Matches the documents of lists of duplicates. Redirects were not compared, so they have no confidence. */
        private BoolQueryBuilder duplicates() {
            return GroupQueries.duplicates()
                    .filter(QueryBuilders.termQuery(GroupFields.DOC_INDEX_UUID, indexUuid))
                    .mustNot(GroupQueries.decided())
                    .should(QueryBuilders.existsQuery(GroupFields.CONFIDENCE))
                    .should(GroupQueries.redirecting())
                    .minimumShouldMatch(1);
        }
    }
}
