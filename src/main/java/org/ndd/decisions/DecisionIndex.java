package org.ndd.decisions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.Calls;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.config.HiddenIndex;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedPair;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.pair.SearchPermits;

/** Reads and writes an index of decisions, one document per decision, with the rights of the client's user. */
public record DecisionIndex(Client client, String name) {

    /** Maximum number of decisions about the documents of a request or a run. */
    public static final int MAX_DECISIONS = 10_000;

    /** Approximate maximum heap of these decisions in bytes. */
    public static final long MAX_BYTES = MAX_DECISIONS * PairDecision.RAM_BYTES;

    static final Comparator<PairDecision> NEWEST_FIRST =
            Comparator.comparing(PairDecision::pair, DecidedPair.NEWEST_FIRST);

    private static final String[] FIELDS = {PairDecision.DECISION, "a.id", "b.id"};
    private static final List<String> NAMES = List.of("a.index", "a.id", "b.index", "b.id");

    /** Creates the index if it does not exist. Otherwise checks that it is an index of decisions. */
    void createIfMissing(ActionListener<Void> listener) {
        require(ExpectedFailure.handle(IndexNotFoundException.class, listener, (l, e) -> create(l)));
    }

    /** Checks that this is an index of decisions; fails with 400 if not, and with Elasticsearch's 404 if it does not exist. */
    public void require(ActionListener<Void> listener) {
        FieldCapabilitiesRequest request =
                new FieldCapabilitiesRequest().indices(name).fields(FIELDS);
        client.fieldCaps(request, listener.map(response -> {
            if (response.get().keySet().containsAll(List.of(FIELDS)) == false) {
                throw new IllegalArgumentException("[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName()
                        + "] must be an index of decisions or a new name, but was [" + name + "]");
            }
            return null;
        }));
    }

    private void create(ActionListener<Void> listener) {
        CreateIndexRequest request = new CreateIndexRequest(name)
                .settings(HiddenIndex.settings().put(IndexMetadata.SETTING_INDEX_HIDDEN, false))
                .mapping(mapping());
        client.admin()
                .indices()
                .create(
                        request,
                        ExpectedFailure.handle(
                                ResourceAlreadyExistsException.class,
                                listener.map(created -> null),
                                (l, e) -> require(listener)));
    }

    private static Map<String, Object> mapping() {
        Map<String, Object> keyword = Map.of("type", "keyword");
        Map<String, Object> document = Map.of(
                "properties",
                Map.of(DocumentState.INDEX, keyword, DocumentState.ID, keyword, DocumentState.DIGEST, keyword));
        Map<String, Object> properties = new HashMap<>();
        properties.put(PairDecision.A, document);
        properties.put(PairDecision.B, document);
        properties.put(PairDecision.DECISION, keyword);
        properties.put(DecidedBy.USER, keyword);
        properties.put(DecidedBy.TIMESTAMP, Map.of("type", "date"));
        properties.put(DecidedBy.REASON, Map.of("type", "text"));
        Map<String, Object> mapping = new HashMap<>(HiddenIndex.MAPPING);
        mapping.put("properties", properties);
        return mapping;
    }

    /** Reads the decisions about two documents of the concrete indices, the newest first. Fails with 400 above {@value #MAX_DECISIONS}. */
    public void load(Collection<String> indices, ActionListener<List<PairDecision>> listener) {
        require(listener.delegateFailureAndWrap((l, ignored) -> search(within(indices), l)));
    }

    /**
     * Finds the documents of the decisions about two documents with the given ids, by the ids of the decisions. Reads no other values, so
     * it also finds decisions that cannot be read, and decisions of an index that has too many. Fails with 400 if it finds more than
     * {@value #MAX_DECISIONS}.
     *
     * @param indices concrete indices of the documents
     * @param ids ids of the documents; some thousands at most
     */
    void names(
            Collection<String> indices,
            Collection<String> ids,
            ActionListener<Map<String, List<DocumentName>>> listener) {
        QueryBuilder query = QueryBuilders.boolQuery()
                .filter(within(indices))
                .filter(QueryBuilders.termsQuery("a.id", ids))
                .filter(QueryBuilders.termsQuery("b.id", ids));
        SearchSourceBuilder source = new SearchSourceBuilder().query(query).fetchSource(false);
        NAMES.forEach(source::docValueField);
        require(listener.delegateFailureAndWrap((l, ignored) -> search(
                source,
                hits -> {
                    Map<String, List<DocumentName>> names = new HashMap<>();
                    for (SearchHit hit : hits) {
                        List<String> values =
                                NAMES.stream().map(field -> value(hit, field)).toList();
                        names.put(
                                hit.getId(),
                                List.of(
                                        new DocumentName(values.get(0), values.get(1)),
                                        new DocumentName(values.get(2), values.get(3))));
                    }
                    return names;
                },
                l)));
    }

    private static String value(SearchHit hit, String field) {
        DocumentField values = hit.field(field);
        return values == null ? null : values.getValue();
    }

    private static QueryBuilder within(Collection<String> indices) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termsQuery("a.index", indices))
                .filter(QueryBuilders.termsQuery("b.index", indices));
    }

    /**
     * Reads the decisions about the given documents, and about documents that decisions connect with them as duplicates, the newest first.
     * Sends one search per step of the longest connection.
     *
     * @param names names with their indices; some thousands at most
     * @param listener gets {@link IllegalArgumentException} (400) if there are more than {@value #MAX_DECISIONS}
     */
    void findConnected(Collection<DocumentName> names, ActionListener<List<PairDecision>> listener) {
        require(listener.delegateFailureAndWrap(
                (l, ignored) -> findConnected(names, new TreeSet<>(names), new LinkedHashSet<>(), l)));
    }

    /**
     * @param next documents whose decisions were not read
     * @param seen these documents, and those whose decisions were read
     */
    private void findConnected(
            Collection<DocumentName> next,
            Set<DocumentName> seen,
            Set<PairDecision> found,
            ActionListener<List<PairDecision>> listener) {
        if (next.isEmpty()) {
            listener.onResponse(found.stream().sorted(NEWEST_FIRST).toList());
            return;
        }
        QueryBuilder either = QueryBuilders.boolQuery()
                .should(DocumentName.query("a.index", "a.id", next))
                .should(DocumentName.query("b.index", "b.id", next))
                .minimumShouldMatch(1);
        search(either, listener.delegateFailureAndWrap((l, decisions) -> {
            Set<DocumentName> reached = new TreeSet<>();
            found.addAll(decisions);
            checkLimit(found.size(), "has");
            decisions.stream()
                    .filter(decision -> decision.kind() == PairDecision.Kind.DUPLICATES)
                    .flatMap(decision -> decision.names().stream())
                    .filter(seen::add)
                    .forEach(reached::add);
            findConnected(reached, seen, found, l);
        }));
    }

    /** Reads the decision about two documents; {@code null} if there is none. */
    public void find(DocumentName one, DocumentName other, ActionListener<PairDecision> listener) {
        QueryBuilder id = QueryBuilders.idsQuery().addIds(PairDecision.id(one, other));
        require(listener.delegateFailureAndWrap(
                (l, ignored) -> search(id, l.map(found -> found.isEmpty() ? null : found.get(0)))));
    }

    private void search(QueryBuilder query, ActionListener<List<PairDecision>> listener) {
        search(
                new SearchSourceBuilder().query(query),
                hits -> {
                    List<PairDecision> decisions = new ArrayList<>();
                    for (SearchHit hit : hits) {
                        decisions.add(read(hit));
                    }
                    decisions.sort(NEWEST_FIRST);
                    SearchPermits.reserve(
                            client.threadPool().getThreadContext(),
                            decisions.stream().mapToLong(PairDecision::ramBytes).sum());
                    return decisions;
                },
                listener);
    }

    private <T> void search(SearchSourceBuilder source, Function<SearchHits, T> read, ActionListener<T> listener) {
        source.size(MAX_DECISIONS).trackTotalHitsUpTo(MAX_DECISIONS + 1);
        client.search(CompleteSearch.of(source, name), listener.map(response -> {
            checkLimit(Calls.total(response.getHits()), "has");
            return read.apply(response.getHits());
        }));
    }

    private static PairDecision read(SearchHit hit) {
        try {
            return PairDecision.of(hit.getSourceAsMap());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName()
                            + "] must have only decisions of the decisions API, but document [" + hit.getId() + "] of ["
                            + hit.getIndex() + "] is not complete: delete it",
                    e);
        }
    }

    /**
     * @param has for the message: whether the index {@code has} more, or {@code would have}
     * @throws IllegalArgumentException if there are more decisions about the documents of a request than can be read
     */
    void checkLimit(long decisions, String has) {
        if (decisions > MAX_DECISIONS) {
            throw new IllegalArgumentException(
                    "[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName() + "] must have at most [" + MAX_DECISIONS
                            + "] decisions about the documents of the request, but [" + name + "] " + has + " more");
        }
    }

    /** Creates or replaces decisions, and refreshes the index. The listener gets for each whether it is new. */
    void put(List<PairDecision> decisions, ActionListener<List<Boolean>> listener) {
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (PairDecision decision : decisions) {
            Map<String, Object> source = decision.source();
            bulk.add(new IndexRequest(name).id(decision.id()).source(source));
        }
        bulk(
                bulk,
                listener.map(items -> items.stream()
                        .map(item -> item.getResponse().status() == RestStatus.CREATED)
                        .toList()));
    }

    /** Deletes decisions, so that searches no longer find them. */
    void delete(Collection<String> ids, ActionListener<Void> listener) {
        if (ids.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        ids.forEach(id -> bulk.add(new DeleteRequest(name, id)));
        bulk(bulk, listener.map(items -> null));
    }

    private void bulk(BulkRequest bulk, ActionListener<List<BulkItemResponse>> listener) {
        client.bulk(bulk, listener.map(response -> {
            for (BulkItemResponse item : response.getItems()) {
                if (item.isFailed()) {
                    throw item.getFailure().getCause();
                }
            }
            return List.of(response.getItems());
        }));
    }
}
