package org.ndd.documents;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.search.lookup.Source;
import org.ndd.bulk.BulkTask.DocumentOutcome;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.TransientFailures;
import org.ndd.bulk.WholeDocuments;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.SourceState;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;

/**
 * Reads the current versions of pages and their canonical documents, by realtime gets, and the current decisions about them. Has the rights
 * of the user. The circuit breaker accounts for the sources until this is closed.
 */
final class LivePages implements Releasable {

    private final ResolveContext context;
    private final Map<PageKey, GetResponse> found = new HashMap<>();
    private final Map<PageKey, Boolean> outdated = new HashMap<>();
    private long bytes;

    /** Failure of a page that could not be read at the moment, or that the task must not skip; {@code null} if there is none. */
    private Exception unavailable;

    private Set<DocumentName> separated = Set.of();
    private CheckedCanonicals canonicals;

    private LivePages(ResolveContext context) {
        this.context = context;
    }

    /**
     * Canonical documents whose inputs are the compared texts. The source of a canonical document may be much larger than those of its
     * duplicates, so it is read once, and after that only its version: with sources of 4 MB that were read again for each part, the dry
     * run of a deletion of 1,740 documents took 160 s.
     */
    static final class CheckedCanonicals {

        private static final int MAX_CHECKED = 10_000;

        /** Their versions when they were checked, which are not the compared ones if a marking has marked them. */
        private final Cache<ComparedDocument, DocumentVersion> checked =
                CacheBuilder.<ComparedDocument, DocumentVersion>builder()
                        .setMaximumWeight(MAX_CHECKED)
                        .build();

        private Set<PageKey> of(List<GroupDocument> pages) {
            Set<PageKey> canonicals = pages.stream()
                    .filter(page -> checked.get(page.comparedCanonical()) != null)
                    .map(PageKey::canonicalOf)
                    .collect(Collectors.toSet());
            pages.forEach(page -> canonicals.remove(PageKey.of(page)));
            return canonicals;
        }

        private void add(GroupDocument page, DocumentVersion version) {
            checked.put(page.comparedCanonical(), version);
        }
    }

    /** Reads and processes pages of groups, with canonical documents and decisions. The listener gets the bytes of the sources. */
    static void processGroups(
            ResolveContext context,
            List<SearchHit> documents,
            CheckedCanonicals canonicals,
            LiveParts.Work<GroupDocument> work,
            ActionListener<Long> listener) {
        new LiveParts<>(
                        documents.stream()
                                .map(hit -> GroupDocument.of(hit).requireVersions())
                                .toList(),
                        (part, l) -> fetch(
                                context,
                                part.stream()
                                        .flatMap(page -> Stream.of(PageKey.of(page), PageKey.canonicalOf(page)))
                                        .toList(),
                                canonicals.of(part),
                                l),
                        (part, live, l) -> SubscribableListener.<Void>newForked(live::findComputed)
                                .<Set<DocumentName>>andThen(
                                        (m, found) -> context.decisions().separated(context.client(), part, m))
                                .<Void>andThen((m, separated) -> {
                                    live.separated = separated;
                                    live.canonicals = canonicals;
                                    context.checkVisible(m);
                                })
                                .<Void>andThen(m -> work.process(part, live, m))
                                .addListener(l))
                .run(listener);
    }

    /** Reads pages, some only as versions, and repeats that for a time while shards are not available or too busy. */
    static void fetch(
            ResolveContext context,
            List<PageKey> pages,
            Set<PageKey> withoutSource,
            ActionListener<LivePages> listener) {
        context.task()
                .<LivePages>retryReads(
                        context.pause(),
                        l -> fetchAvailable(context, pages, withoutSource, l.delegateFailureAndWrap((m, live) -> {
                            if (live.unavailable != null) {
                                live.close();
                                throw live.unavailable;
                            }
                            m.onResponse(live);
                        })),
                        listener);
    }

    /** Reads the versions of pages once. Pages whose shards are not available count as missing. */
    static void fetchVersions(ResolveContext context, List<PageKey> pages, ActionListener<LivePages> listener) {
        fetchAvailable(context, pages, Set.copyOf(pages), listener);
    }

    private static void fetchAvailable(
            ResolveContext context,
            List<PageKey> pages,
            Set<PageKey> withoutSource,
            ActionListener<LivePages> listener) {
        List<PageKey> keys = pages.stream().distinct().toList();
        if (keys.isEmpty()) {
            listener.onResponse(new LivePages(context));
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        keys.forEach(page -> request.add(new MultiGetRequest.Item(page.index(), page.id())
                .routing(page.routing())
                .fetchSourceContext(
                        withoutSource.contains(page)
                                ? FetchSourceContext.DO_NOT_FETCH_SOURCE
                                : WholeDocuments.SOURCE)));
        context.client().multiGet(request, listener.map(response -> {
            LivePages live = new LivePages(context);
            int i = 0;
            for (MultiGetItemResponse item : response) {
                PageKey key = keys.get(i++);
                Exception failure = item.isFailed() ? item.getFailure().getFailure() : null;
                if (failure != null
                        && (TransientFailures.isBusy(failure) || isIndexToChangeUnreadable(context, key, failure))) {
                    live.unavailable = failure;
                } else if (item.isFailed() == false && item.getResponse().isExists()) {
                    live.found.put(key, item.getResponse());
                    live.bytes += item.getResponse().isSourceEmpty()
                            ? 0
                            : item.getResponse().getSourceAsBytesRef().length();
                }
            }
            // versions need no memory: they are checked after a deletion, which a full breaker must not prevent
            if (live.bytes > 0) {
                context.services().breaker().addEstimateBytesAndMaybeBreak(live.bytes, "ndd duplicates");
            }
            return live;
        }));
    }

    /**
     * Returns whether the index of a page was closed, or blocks reads. A task that is to change this index would otherwise end as
     * completed, and report its pages as missing.
     */
    private static boolean isIndexToChangeUnreadable(ResolveContext context, PageKey page, Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        return (cause instanceof IndexClosedException || cause instanceof ClusterBlockException)
                && context.indexNames().contains(page.index());
    }

    /**
     * Finds pages whose fields their index computes ({@code _ndd}), so that they are not outdated. Their sources may have the fields that
     * the processor wrote in another index, from which they were copied, with the hash of an earlier input.
     */
    private void findComputed(ActionListener<Void> listener) {
        Set<String> computing = found.keySet().stream()
                .map(PageKey::index)
                .distinct()
                .filter(context::computesFields)
                .collect(Collectors.toSet());
        List<PageKey> pages = found.keySet().stream()
                .filter(page -> computing.contains(page.index()) && isOutdated(page))
                .toList();
        if (pages.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        String hash = context.fields().path(DocumentFields.SOURCE_HASH);
        SearchRequest search = CompleteSearch.of(
                new SearchSourceBuilder()
                        .query(QueryBuilders.boolQuery()
                                .filter(DocumentName.query(
                                        pages.stream().map(PageKey::name).toList())))
                        .size(pages.size())
                        .docValueField(hash)
                        .fetchSource(false)
                        .seqNoAndPrimaryTerm(true),
                computing.toArray(String[]::new));
        context.task()
                .<Void>retryReads(
                        context.pause(),
                        l -> context.client().search(search, l.map(response -> {
                            for (SearchHit hit : response.getHits()) {
                                PageKey page = PageKey.of(hit);
                                if (CompleteSearch.value(hit, hash) == null
                                        && DocumentVersion.of(hit).equals(version(page))) {
                                    outdated.put(page, false);
                                }
                            }
                            return null;
                        })),
                        listener);
    }

    /** Adds other pages, which must not be used or closed any more. */
    LivePages with(LivePages others) {
        others.found.forEach(
                (page, other) -> found.merge(page, other, (known, more) -> more.isSourceEmpty() ? known : more));
        bytes += others.bytes;
        return this;
    }

    /** Returns the size of the sources in bytes. */
    long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        context.services().breaker().addWithoutBreaking(-bytes);
    }

    /** Returns a page; {@code null} if it does not exist, or the user has no right to see it. */
    GetResponse get(PageKey page) {
        return found.get(page);
    }

    /**
     * Returns the reason to skip a page; {@code null} if the page and its canonical document have the versions that were compared (for a
     * marking, the canonical document may have been marked since then), no decision separates them, and the compared texts are those of
     * their inputs. A partial update with the bulk API changes the input without running the processor, so that a run compares a text that
     * the document no longer has.
     */
    DocumentOutcome skipReason(GroupDocument page) {
        DocumentVersion current = version(PageKey.of(page));
        if (current == null) {
            return DocumentOutcome.MISSING;
        }
        if (isSeparated(page)) {
            return DocumentOutcome.DECIDED_NOT_DUPLICATES;
        }
        if (current.equals(page.compared().version()) == false || isOutdated(PageKey.of(page))) {
            return DocumentOutcome.VERSION_CONFLICTS;
        }
        DocumentOutcome canonical = canonicalSkipReason(page);
        if (canonical == null) {
            if (isOutdated(PageKey.canonicalOf(page))) {
                return DocumentOutcome.CANONICAL_CHANGED;
            }
            canonicals.add(page, version(PageKey.canonicalOf(page)));
        }
        return canonical;
    }

    /** Many pages have the same canonical document, whose source may be large. */
    private boolean isOutdated(PageKey page) {
        return outdated.computeIfAbsent(page, key -> {
            GetResponse response = found.get(key);
            return response.isSourceEmpty() == false
                    && new SourceState(
                                    // the response would keep the map in memory
                                    Source.fromBytes(response.getSourceAsBytesRef())
                                            .source(),
                                    context.fields())
                            .inputChanged();
        });
    }

    /** Returns whether people decided that a page is not a duplicate of its canonical document, or of another document of its group. */
    boolean isSeparated(GroupDocument page) {
        return separated.contains(page.page());
    }

    /** Returns the reason to skip a page because of its canonical document, or {@code null}. */
    DocumentOutcome canonicalSkipReason(GroupDocument page) {
        DocumentVersion canonical = version(PageKey.canonicalOf(page));
        if (canonical == null) {
            return DocumentOutcome.CANONICAL_MISSING;
        }
        return canonical.equals(page.comparedCanonical().version()) || isOnlyMarked(page, canonical)
                ? null
                : DocumentOutcome.CANONICAL_CHANGED;
    }

    /** Returns whether a marking may continue, because the canonical document of a page was only marked since its comparison. */
    private boolean isOnlyMarked(GroupDocument page, DocumentVersion canonical) {
        DocumentVersion compared = page.comparedCanonical().version();
        return context.plan().request().operation == Operation.MARK
                && compared.indexUuid().equals(canonical.indexUuid())
                && (canonical.equals(canonicals.checked.get(page.comparedCanonical()))
                        || new Marks(context.fields())
                                .areOnlyWriteSince(compared, found.get(PageKey.canonicalOf(page))));
    }

    /** Returns the version of an existing page; {@code null} if it does not exist, or the user has no right to see it. */
    DocumentVersion version(PageKey page) {
        GetResponse response = found.get(page);
        return response == null ? null : DocumentVersion.of(context.uuid(page.index()), response);
    }

    /** The name of a page, with its concrete index, and its routing or {@code null}. */
    record PageKey(String index, String id, String routing) {

        static PageKey of(ComparedDocument page) {
            return new PageKey(page.index(), page.id(), page.routing());
        }

        static PageKey of(GroupDocument document) {
            return of(document.compared());
        }

        static PageKey of(SearchHit hit) {
            return of(ComparedDocument.of(hit));
        }

        static PageKey canonicalOf(GroupDocument document) {
            return of(document.comparedCanonical());
        }

        DocumentName name() {
            return new DocumentName(index, id);
        }
    }
}
