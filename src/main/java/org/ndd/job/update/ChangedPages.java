package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.collapse.CollapseBuilder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.MatchRule;
import org.ndd.config.SourceState;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion.MarkedVersion;
import org.ndd.job.update.CandidateRequest.SourceDocument;
import org.ndd.job.update.ClassifiedChanges.LivePage;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageRequest;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.redirect.SourceAndReference;
import org.ndd.search.PageQueries;

/**
 * Finds pages of the source and of the reference with the rights of the user, limited to the pages that the job compares: in its alias,
 * matching its query, with fingerprints, and without redirects.
 */
final class ChangedPages {

    /** Maximum number of ids per request. */
    static final int IDS = 1_000;

    /** Maximum number of documents whose sources are in memory at the same time. */
    private static final int SOURCES = 20;
    /**
     * Number of searches for near-duplicates per request, and of requests at the same time: few, because searches of users have priority.
     */
    private static final int SEARCHES = 25;

    private static final int CONCURRENT_SEARCHES = 2;

    /** Maximum number of nearest near-duplicates of a page that are examined: the number of predecessors that a run keeps. */
    private static final int MAX_NEAR = 16;

    /**
     * Maximum number of candidates that are compared on each shard, those with the rarest shared fingerprints. A run keeps as many over all
     * shards.
     */
    private static final int MAX_COMPARED = 16;

    private final UpdateContext context;
    private final Client client;
    private final DocumentFields fields;
    private final PageQueries queries;
    /** All documents of the source and of the reference, including those that redirect. */
    final SourceAndReference source;

    private final SourceAndReference compared;

    ChangedPages(UpdateContext context) {
        PartitionRequest request = context.request();
        this.context = context;
        this.client = context.client();
        this.fields = new DocumentFields(request.options().field());
        this.queries = new PageQueries(
                context.boilerplate(),
                MAX_COMPARED,
                new ComparisonOptions(
                        fields,
                        context.grouping().similarity(),
                        MatchRule.DEFAULT,
                        context.grouping().mustAgree(),
                        null));
        this.source = new SourceAndReference(
                request.readIndices(),
                request.query(),
                context.grouping().redirects(),
                Set.copyOf(concrete(request.options().against().indices().stream())),
                request.options().against().query());
        this.compared = source.withoutRedirects();
    }

    Set<String> references() {
        return source.references();
    }

    /** Returns whether a leader may exclude documents that are near it. */
    boolean mayExclude() {
        return context.grouping().mustAgree().isEmpty() == false;
    }

    boolean isOfReference(DocumentName page) {
        return source.isOfReference(page.index());
    }

    /** Matches the given pages, if they have fingerprints. */
    private QueryBuilder named(Collection<DocumentName> pages) {
        return compared.restrict(DocumentName.query(pages));
    }

    /** Counts all documents that the job compares. The rarity of a fingerprint is relative to this number. */
    void count(ActionListener<Long> listener) {
        client.search(
                compared.search(new SearchSourceBuilder()
                        .query(compared.restrict(QueryBuilders.existsQuery(fields.version())))
                        .size(0)
                        .trackTotalHits(true)),
                listener.map(response -> Calls.total(response.getHits())));
    }

    /** Finds the documents that exist, with their versions, and counts those without fields of the processor in a known format. */
    void live(
            Collection<DocumentName> pages,
            LongAdder unprocessed,
            ActionListener<Map<DocumentName, LivePage>> listener) {
        Map<DocumentName, LivePage> found = new ConcurrentHashMap<>();
        Batches.forEach(
                pages,
                IDS,
                1,
                (batch, l) -> client.search(
                        compared.search(new SearchSourceBuilder()
                                .query(QueryBuilders.boolQuery().filter(named(batch)))
                                .size(DocumentName.MAX_FOUND)
                                .docValueField(fields.version())
                                .docValueField(fields.digest())
                                .fetchSource(fields.path(DocumentFields.MARKED), null)
                                .version(true)
                                .seqNoAndPrimaryTerm(true)),
                        l.map(response -> {
                            for (SearchHit hit : response.getHits()) {
                                String version = CompleteSearch.value(hit, fields.version());
                                // fingerprints of an earlier version of ndd cannot be compared, as in a run
                                if (version == null || FingerprintOptions.isKnown(version) == false) {
                                    unprocessed.increment();
                                } else {
                                    found.put(
                                            name(hit),
                                            new LivePage(
                                                    ComparedDocument.of(hit),
                                                    MarkedVersion.versionBefore(hit, fields),
                                                    CompleteSearch.value(hit, fields.digest())));
                                }
                            }
                            return null;
                        })),
                listener.map(nothing -> found));
    }

    /** Finds one other page of the source for each digest that another page has, except the excluded pages. */
    void copies(
            Collection<String> digests,
            Collection<DocumentName> excluded,
            ActionListener<Map<String, ComparedDocument>> listener) {
        if (digests.isEmpty()) {
            listener.onResponse(Map.of());
            return;
        }
        BoolQueryBuilder others = QueryBuilders.boolQuery()
                .filter(QueryBuilders.termsQuery(fields.digest(), digests))
                .mustNot(DocumentName.query(excluded));
        client.search(
                compared.search(new SearchSourceBuilder()
                        .query(compared.restrictToSource(others))
                        .collapse(new CollapseBuilder(fields.digest()))
                        .size(digests.size())
                        .fetchSource(false)
                        .seqNoAndPrimaryTerm(true)),
                listener.map(response -> {
                    Map<String, ComparedDocument> copies = new HashMap<>();
                    response.getHits()
                            .forEach(hit ->
                                    copies.put(CompleteSearch.value(hit, fields.digest()), ComparedDocument.of(hit)));
                    return copies;
                }));
    }

    /** Counts documents whose input changed without the processor, for example by a partial update with the bulk API. */
    void countOutdated(Collection<DocumentName> pages, LongAdder outdated, ActionListener<Void> listener) {
        String hash = fields.path(DocumentFields.SOURCE_HASH);
        String[] withoutTexts = {fields.text(), fields.fingerprints()};
        Batches.forEach(
                pages,
                SOURCES,
                1,
                (batch, l) -> client.search(
                        compared.search(new SearchSourceBuilder()
                                .query(named(batch))
                                .size(DocumentName.MAX_FOUND)
                                .docValueField(hash)
                                .fetchSource(null, withoutTexts)),
                        l.map(response -> {
                            for (SearchHit hit : response.getHits()) {
                                // without a hash, the index computes the fields itself
                                if (CompleteSearch.value(hit, hash) != null
                                        && hit.hasSource()
                                        && new SourceState(hit.getSourceAsMap(), fields).inputChanged()) {
                                    outdated.increment();
                                }
                            }
                            return null;
                        })),
                listener);
    }

    private static DocumentName name(SearchHit hit) {
        return new DocumentName(hit.getIndex(), hit.getId());
    }

    /** Fetches pages with their texts and the values of {@code must_agree}. Missing pages are omitted. */
    void fetch(Collection<DocumentName> pages, ActionListener<Map<DocumentName, ComparablePage>> listener) {
        client.search(compared.search(texts(pages, List.of())), listener.map(response -> {
            Map<DocumentName, ComparablePage> found = new HashMap<>();
            response.getHits().forEach(hit -> found.put(name(hit), PageRequest.page(fields, hit)));
            return found;
        }));
    }

    /** Fetches pages with all values that determine their groups. Missing pages are omitted. */
    void documents(Collection<DocumentName> pages, ActionListener<List<SourceDocument>> listener) {
        CandidateRequest candidates =
                new CandidateRequest(fields, context.grouping().canonicals());
        SearchSourceBuilder source = texts(pages, List.of(candidates)).seqNoAndPrimaryTerm(true);
        client.search(compared.search(source), listener.map(response -> {
            return Arrays.stream(response.getHits().getHits())
                    .map(hit -> new SourceDocument(
                            ComparedDocument.of(hit), PageRequest.page(fields, hit), CandidateRequest.candidate(hit)))
                    .toList();
        }));
    }

    private SearchSourceBuilder texts(Collection<DocumentName> pages, List<SearchExtBuilder> more) {
        List<SearchExtBuilder> extensions = new ArrayList<>(more);
        extensions.add(new PageRequest(fields, context.grouping().mustAgree(), PageRequest.Part.TEXT));
        return new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(named(pages))
                        .filter(QueryBuilders.existsQuery(fields.version())))
                .size(DocumentName.MAX_FOUND)
                .fetchSource(false)
                .ext(extensions);
    }

    /**
     * Finds for each page its near-duplicates among all pages, the nearest first. Missing pages have none: the next checkpoint processes
     * them. As in a run, the source and the reference have separate limits of the number of pages, and pages of the reference are not near
     * each other.
     */
    void near(Collection<DocumentName> pages, ActionListener<Map<DocumentName, List<DocumentName>>> listener) {
        Map<DocumentName, List<DocumentName>> near = new ConcurrentHashMap<>();
        Batches.forEach(
                pages,
                SEARCHES,
                CONCURRENT_SEARCHES,
                (batch, l) -> fetch(
                        batch, l.delegateFailureAndWrap((m, found) -> near(List.copyOf(found.values()), near, m))),
                listener.map(nothing -> near));
    }

    /** Returns the concrete indices of the given names. Ignores patterns, because each search resolves them itself. */
    private List<String> concrete(Stream<String> names) {
        SortedMap<String, IndexAbstraction> known =
                Project.of(context.services().cluster().state()).getIndicesLookup();
        return names.map(known::get)
                .filter(Objects::nonNull)
                .flatMap(named -> named.getIndices().stream())
                .map(Index::getName)
                .distinct()
                .toList();
    }

    private void near(
            List<ComparablePage> pages, Map<DocumentName, List<DocumentName>> near, ActionListener<Void> listener) {
        if (pages.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        queries.create(
                pages,
                concrete(Arrays.stream(context.request().indices())),
                listener.delegateFailureAndWrap((l, made) -> {
                    MultiSearchRequest searches =
                            new MultiSearchRequest().maxConcurrentSearchRequests(CONCURRENT_SEARCHES);
                    List<DocumentName> searched = new ArrayList<>();
                    for (int i = 0; i < made.size(); i++) {
                        DocumentName page = new DocumentName(
                                pages.get(i).place().index(), pages.get(i).id());
                        searched.add(page);
                        searches.add(nearest(compared.restrictToSource(made.get(i))));
                        if (references().isEmpty() == false && isOfReference(page) == false) {
                            searched.add(page);
                            searches.add(nearest(compared.restrictToReference(made.get(i))));
                        }
                    }
                    CompleteSearch.all(
                            client,
                            searches,
                            hits -> Arrays.stream(hits).map(ChangedPages::name).toList(),
                            l.map(found -> {
                                for (int i = 0; i < searched.size(); i++) {
                                    near.merge(
                                            searched.get(i),
                                            found.get(i),
                                            (a, b) -> Stream.concat(a.stream(), b.stream())
                                                    .toList());
                                }
                                return null;
                            }));
                }));
    }

    private SearchRequest nearest(QueryBuilder near) {
        return compared.search(
                new SearchSourceBuilder().query(near).size(MAX_NEAR).fetchSource(false));
    }
}
