package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.boilerplate.SearchBoilerplate.BoilerplateView;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.MustAgree;
import org.ndd.config.NameCheck;
import org.ndd.config.NddThreadPools;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;
import org.ndd.pair.SearchPermits;

/**
 * Resolves the pages under {@code like}, once per search and with the user's rights. Fetches all documents with one request, and analyzes
 * other pages. Checks that the user may read the boilerplate. Does not block threads.
 */
final class LikeResolver {

    private final Client client;
    private final PageFetcher fetcher;
    private final Supplier<BoilerplateRegistry> boilerplate;

    LikeResolver(Client client, Supplier<BoilerplateRegistry> boilerplate, DocumentFields fields, MustAgree mustAgree) {
        this.client = client;
        this.fetcher = new PageFetcher(client, () -> boilerplate.get().clusterState(), fields, mustAgree);
        this.boilerplate = boilerplate;
    }

    /**
     * @param compared whether they are compared; otherwise the privilege to read the boilerplate is not required
     * @param indices the searched indices that are known
     * @param listener receives the pages in the same order; pages that are not documents have no index yet, and fingerprints of the default
     *     version
     */
    void resolve(List<PageSource> like, boolean compared, List<String> indices, ActionListener<ResolvedLike> listener) {
        ActionListener<List<ComparablePage>> done = compared
                ? listener.delegateFailureAndWrap((l, pages) -> addBoilerplate(pages, indices, l))
                : listener.map(pages -> new ResolvedLike(pages, SearchBoilerplate.of(BoilerplateView.NONE)));
        SubscribableListener.<List<List<List<String>>>>newForked(l -> fetcher.fetchValues(like, l))
                .<List<ComparablePage>>andThen((l, values) -> fetcher.fetchAll(
                        like, l.delegateFailureAndWrap((l2, documents) -> createPages(like, documents, values, l2))))
                .addListener(done);
    }

    /**
     * Creates the pages of the fetched documents and the given input. Long pages wait for the permit of the search, and use the plugin's
     * threads.
     *
     * @param documents {@code null} for pages that are not documents
     */
    private void createPages(
            List<PageSource> like,
            List<ComparablePage> documents,
            List<List<List<String>>> values,
            ActionListener<List<ComparablePage>> listener) {
        ThreadPool threads = client.threadPool();
        long characters = like.stream().mapToLong(PageSource::givenLength).sum()
                + characters(documents.stream().filter(Objects::nonNull).toList());
        SubscribableListener.<Boolean>newForked(l -> SearchPermits.await(threads.getThreadContext(), characters, l))
                .<List<ComparablePage>>andThen((l, large) -> threads.executor(
                                large ? NddThreadPools.SEARCH : ThreadPool.Names.SEARCH_COORDINATION)
                        .execute(ActionRunnable.supply(l, () -> pages(like, documents, values))))
                .addListener(listener);
    }

    static long characters(List<ComparablePage> pages) {
        return pages.stream().mapToLong(page -> page.text().length()).sum();
    }

    /** Checks the boilerplate of the searched indices and of the indices of the documents. */
    void addBoilerplate(List<ComparablePage> pages, List<String> indices, ActionListener<ResolvedLike> listener) {
        Set<String> all = new TreeSet<>(indices);
        pages.stream()
                .map(page -> page.place().index())
                .filter(Objects::nonNull)
                .forEach(all::add);
        boilerplate.get().view(client, all, listener.map(view -> new ResolvedLike(pages, SearchBoilerplate.of(view))));
    }

    private static List<ComparablePage> pages(
            List<PageSource> like, List<ComparablePage> documents, List<List<List<String>>> values) {
        List<ComparablePage> pages = new ArrayList<>(like.size());
        for (int i = 0; i < like.size(); i++) {
            ComparablePage made = documents.get(i) == null
                    ? PageFetcher.analyze(like.get(i), null, FingerprintParameters.BALANCED)
                    : documents.get(i);
            pages.add(made.withMustAgreeKeys(MustAgreeKeys.of(values.get(i))).computeDerived());
        }
        return pages;
    }

    /**
     * The resolved pages under {@code like} that shards receive, and the boilerplate that is excluded from comparisons. Fetched and checked
     * once, on the node that starts the search.
     *
     * @param pages the pages without their boilerplate
     * @param boilerplate boilerplate of their indices and of the searched indices
     */
    record ResolvedLike(List<ComparablePage> pages, SearchBoilerplate boilerplate) implements Writeable {

        ResolvedLike {
            pages = List.copyOf(pages);
        }

        ResolvedLike(StreamInput in) throws IOException {
            this(in.readCollectionAsList(ComparablePage::new), new SearchBoilerplate(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeCollection(pages);
            boilerplate.writeTo(out);
        }

        ResolvedLike withBoilerplate(SearchBoilerplate other) {
            return new ResolvedLike(pages, other);
        }
    }

    static final class SearchedIndices {

        private SearchedIndices() {}

        /** Returns the searched indices of this cluster that are known where the search starts. */
        static List<String> concrete(QueryRewriteContext context) {
            ResolvedIndices resolved = context.getResolvedIndices();
            if (resolved != null) {
                return Arrays.stream(resolved.getConcreteLocalIndices())
                        .map(Index::getName)
                        .toList();
            }
            Index index = context.getFullyQualifiedIndex();
            return index == null ? List.of() : List.of(index.getName());
        }

        /**
         * Returns the only name in the path of a search, of an index, an alias or a data stream; the document is in one of its indices.
         * Returns null if the search has several names, or a pattern, which may match several.
         */
        static String onlyName(QueryRewriteContext context) {
            ResolvedIndices resolved = context.getResolvedIndices();
            if (resolved == null) {
                Index index = context.getFullyQualifiedIndex();
                return index == null ? null : index.getName();
            }
            if (resolved.getRemoteClusterIndices().isEmpty() == false) {
                return null;
            }
            OriginalIndices typed = resolved.getLocalIndices();
            if (typed != null && typed.indices() != null && NameCheck.isSingleName(typed.indices())) {
                return typed.indices()[0];
            }
            Index[] concrete = resolved.getConcreteLocalIndices();
            return concrete.length == 1 ? concrete[0].getName() : null;
        }
    }

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
            select(client, index, names, fields, listener.map(valid -> of(valid, names, documentsOnly)));
        }

        /** Reads the decisions about documents, then those about documents of which they are not duplicates, which may connect more. */
        private static void select(
                Client client,
                String index,
                Set<DocumentName> names,
                DocumentFields fields,
                ActionListener<KnownDecisions> listener) {
            KnownDecisions.select(
                    client, index, names, fields, PairDecision::isValid, listener.delegateFailureAndWrap((l, known) -> {
                        Set<DocumentName> all = new TreeSet<>(names);
                        names.forEach(name -> all.addAll(known.notDuplicatesOf(name)));
                        if (all.size() == names.size()) {
                            l.onResponse(known);
                        } else {
                            KnownDecisions.select(client, index, all, fields, PairDecision::isValid, l);
                        }
                    }));
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
         * Returns the query without the documents that are kept apart, and with the duplicates, which get the score of equal texts. The
         * number of clauses does not depend on the number of decisions.
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
}
