package org.ndd.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.aggregations.bucket.terms.TermsAggregationBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.elasticsearch.search.sort.SortOrder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.ReservedMemory;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Role;

/**
 * Reads whole group documents from the index of a run, in their state at its last refresh. The circuit breaker accounts for their memory
 * until this is closed. Sends one search per 5,000 names and 5,000 documents.
 *
 * @param client client with the rights of the user
 */
public record GroupStore(Client client, String run, ReservedMemory memory) implements Releasable {

    /** Number of documents per response, and of names per request. */
    private static final int BATCH_SIZE = 5_000;

    /** Number of searches per request. */
    private static final int MAX_SEARCHES = 50;

    /** Approximate bytes of a document in memory, with its fields by name. */
    private static final long BYTES_PER_DOCUMENT = 2_048;

    private static final String COUNTS = "counts";

    /** Reads the documents of some pages that exist because of texts. Pages that are alone have no document. */
    public void findByDocuments(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        find(pages, GroupQueries::ofPages, listener);
    }

    /** Reads the documents of parts of leaders that are among the given pages, or have their canonical document among them. */
    public void partsOf(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        find(
                pages,
                batch -> QueryBuilders.boolQuery()
                        .filter(GroupQueries.ofRole(Role.PART_OF))
                        .should(GroupQueries.ofPages(batch))
                        .should(GroupQueries.withCanonicals(batch))
                        .minimumShouldMatch(1),
                listener);
    }

    /** Reads all documents of the given groups that exist because of texts. */
    public void findByGroups(Collection<String> groups, ActionListener<List<GroupDocument>> listener) {
        find(groups, GroupQueries::ofGroups, listener);
    }

    /** Reads the documents of the leaders of the given groups, if they exist because of their texts. */
    public void leadersOf(Collection<String> groups, ActionListener<List<GroupDocument>> listener) {
        find(groups, GroupQueries::leadersOf, listener);
    }

    private <T> void find(
            Collection<T> names, Function<List<T>, QueryBuilder> query, ActionListener<List<GroupDocument>> listener) {
        read(names, batch -> GroupQueries.ofTexts().filter(query.apply(batch)), listener);
    }

    /** Reads the documents of redirects whose path depends on the given keys, and of their target pages. */
    public void dependingOn(Collection<String> keys, ActionListener<List<GroupDocument>> listener) {
        read(keys, batch -> QueryBuilders.termsQuery(GroupFields.REDIRECT_VIA, batch), listener);
    }

    /** Reads the documents of the given pages that exist because of redirects. */
    public void redirectsOf(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        read(
                pages,
                batch -> QueryBuilders.boolQuery()
                        .filter(GroupQueries.ofRedirects())
                        .filter(GroupQueries.ofPages(batch)),
                listener);
    }

    /** Counts the pages of the given groups that are in them because of texts. */
    public void sizes(Collection<String> groups, ActionListener<Map<String, Integer>> listener) {
        Map<String, Integer> sizes = new ConcurrentHashMap<>();
        Batches.forEach(
                groups,
                BATCH_SIZE,
                1,
                (batch, l) -> client.search(CompleteSearch.of(countSource(batch), run), l.map(response -> {
                    Terms counts = response.getAggregations().get(COUNTS);
                    counts.getBuckets()
                            .forEach(group -> sizes.put(group.getKeyAsString(), Math.toIntExact(group.getDocCount())));
                    return null;
                })),
                listener.map(nothing -> sizes));
    }

    private static SearchSourceBuilder countSource(Collection<String> groups) {
        return new SearchSourceBuilder()
                .query(GroupQueries.ofTexts()
                        .filter(GroupQueries.ofGroups(groups))
                        .mustNot(GroupQueries.ofRole(Role.PART_OF)))
                .size(0)
                .aggregation(new TermsAggregationBuilder(COUNTS)
                        .field(GroupFields.GROUP)
                        .size(groups.size())
                        // avoids global ordinals, which each checkpoint would have to rebuild
                        .executionHint("map"));
    }

    /** Finds the pages to which other pages redirect, without the given group documents of each page. */
    public void redirectedTo(Map<DocumentName, Set<String>> ignoredIds, ActionListener<Set<DocumentName>> listener) {
        Set<DocumentName> targets = ConcurrentHashMap.newKeySet();
        Batches.forEach(
                ignoredIds.keySet(),
                MAX_SEARCHES,
                1,
                (batch, l) -> {
                    MultiSearchRequest searches = new MultiSearchRequest();
                    batch.forEach(page -> searches.add(CompleteSearch.of(
                            new SearchSourceBuilder()
                                    .query(redirectingTo(page, ignoredIds.get(page)))
                                    .size(1)
                                    .fetchSource(false),
                            run)));
                    CompleteSearch.all(client, searches, hits -> hits.length > 0, l.map(found -> {
                        IntStream.range(0, batch.size())
                                .filter(found::get)
                                .mapToObj(batch::get)
                                .forEach(targets::add);
                        return null;
                    }));
                },
                listener.map(nothing -> targets));
    }

    private static QueryBuilder redirectingTo(DocumentName page, Set<String> ignoredIds) {
        String target = GroupFields.REDIRECT_TARGET + ".";
        return QueryBuilders.boolQuery()
                .filter(GroupQueries.ofRole(Role.REDIRECT))
                .filter(DocumentName.query(target + GroupFields.INDEX, target + GroupFields.ID, List.of(page)))
                .mustNot(QueryBuilders.idsQuery().addIds(ignoredIds.toArray(String[]::new)));
    }

    /**
     * Finds the next pages on which groups depend: pages in groups, and pages that redirect to a missing page, because other pages may
     * redirect to them. Returns them in the order of index and id; reads only names, with one search.
     *
     * @param client client with the rights of the user
     * @param indices indices of the pages, which may no longer exist
     * @param after the last page of the previous call; {@code null} to begin
     * @param size size of the search; a page that is also part of another group's leader counts twice
     * @param listener gets the pages; empty only if there are no further pages
     */
    public static void pagesAfter(
            Client client,
            String run,
            Set<String> indices,
            @Nullable DocumentName after,
            int size,
            ActionListener<List<DocumentName>> listener) {
        QueryBuilder pages = QueryBuilders.boolQuery()
                .should(GroupQueries.inGroups())
                .should(GroupQueries.ofRedirects())
                .minimumShouldMatch(1)
                .filter(GroupQueries.ofIndices(indices));
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(pages)
                .sort(GroupFields.DOC_INDEX)
                .sort(GroupFields.DOC_ID)
                .size(size)
                .fetchSource(false);
        if (after != null) {
            source.searchAfter(new Object[] {after.index(), after.id()});
        }
        client.search(
                CompleteSearch.of(source, run),
                listener.map(response -> Arrays.stream(response.getHits().getHits())
                        .map(hit -> new DocumentName((String) hit.getSortValues()[0], (String) hit.getSortValues()[1]))
                        .distinct()
                        .toList()));
    }

    /**
     * Finds the sequence number of the newest group document that the user has the right to see; below 0 if there is none. It changes with
     * each update of groups, because the index of a run has one shard.
     *
     * @param client client with the rights of the user
     */
    public static void lastWrite(Client client, String run, ActionListener<Long> listener) {
        lastWrite(new SearchSourceBuilder(), (source, l) -> client.search(CompleteSearch.of(source, run), l), listener);
    }

    static void lastWrite(
            SearchSourceBuilder source,
            BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search,
            ActionListener<Long> listener) {
        source.query(GroupQueries.inGroups())
                .sort(SeqNoFieldMapper.NAME, SortOrder.DESC)
                .seqNoAndPrimaryTerm(true)
                .fetchSource(false)
                .size(1);
        search.accept(source, listener.map(response -> {
            SearchHit[] hits = response.getHits().getHits();
            return hits.length == 0 ? SequenceNumbers.NO_OPS_PERFORMED : hits[0].getSeqNo();
        }));
    }

    /**
     * Finds the groups whose canonical document matches a query in the source.
     *
     * @param client client with the rights of the reader
     * @param listener gets a query for the documents of the groups; fails with {@link IllegalArgumentException} if too many documents
     *     match
     */
    public static void withMatchingCanonicals(
            Client client, String[] indices, QueryBuilder query, ActionListener<QueryBuilder> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(query)
                .size(GroupReader.MAX_RESULT_WINDOW)
                .fetchSource(false)
                .trackTotalHits(true);
        client.search(CompleteSearch.of(source, indices), listener.map(response -> {
            long total = Calls.total(response.getHits());
            if (total > GroupReader.MAX_RESULT_WINDOW) {
                throw new IllegalArgumentException("[query] must match at most [" + GroupReader.MAX_RESULT_WINDOW
                        + "] documents, but matched [" + total + "]");
            }
            return GroupQueries.withCanonicals(Arrays.stream(response.getHits().getHits())
                    .map(hit -> new DocumentName(hit.getIndex(), hit.getId()))
                    .toList());
        }));
    }

    /** Reads ids of pages, without their indices, in the order of the shards. The listener of the sink continues with the next ones. */
    static void forEachIds(
            PointInTime documents,
            Supplier<SearchSourceBuilder> source,
            int size,
            BiConsumer<List<String>, ActionListener<Void>> sink,
            ActionListener<Void> listener) {
        Batches.forEachPage(
                documents::search,
                () -> source.get()
                        .sort(ShardDocSortField.NAME)
                        .fetchSource(false)
                        .storedField(StoredFieldsContext._NONE_)
                        .docValueField(GroupFields.DOC_ID)
                        .size(size),
                (hits, l) -> sink.accept(
                        Arrays.stream(hits)
                                .map(hit -> CompleteSearch.<String>value(hit, GroupFields.DOC_ID))
                                .toList(),
                        l),
                listener);
    }

    /** Reads the results of a query, which is sent once per {@link #BATCH_SIZE} names. */
    private <T> void read(
            Collection<T> names, Function<List<T>, QueryBuilder> query, ActionListener<List<GroupDocument>> listener) {
        List<GroupDocument> found = new ArrayList<>();
        Batches.forEach(
                names, BATCH_SIZE, 1, (batch, l) -> read(query.apply(batch), found, l), listener.map(read -> found));
    }

    private void read(QueryBuilder query, List<GroupDocument> found, ActionListener<Void> listener) {
        Batches.forEachPage(
                (source, l) -> client.search(CompleteSearch.of(source, run), l),
                () -> {
                    SearchSourceBuilder source = new SearchSourceBuilder().query(query);
                    GroupQueries.byPage(source);
                    return source.sort(SeqNoFieldMapper.NAME).size(BATCH_SIZE);
                },
                (hits, l) -> {
                    reserve(hits.length * BYTES_PER_DOCUMENT);
                    Arrays.stream(hits).map(GroupDocument::of).forEach(found::add);
                    l.onResponse(null);
                },
                listener);
    }

    /** Accounts for bytes of data derived from the documents, until this is closed; fails at the limit of the breaker. */
    public void reserve(long bytes) {
        memory.add(bytes);
    }

    @Override
    public void close() {
        memory.close();
    }
}
