package org.ndd.documents;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.compat.Project;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.documents.ResolvePlanner.ResolvePlan;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;

/**
 * Reads the decisions of people that keep duplicates of a run, as they are at that moment. A task that cannot read them must end: without
 * decisions, it would delete documents that people want to keep. So the index of decisions must be the same during the whole task.
 */
record RunDecisions(ClusterService clusterService, ResolvePlan plan, List<Index> indices) {

    /** Maximum number of group documents that are read per batch: more than there are decisions about its documents. */
    private static final int MAX_GROUP_DOCUMENTS = 10_000;

    RunDecisions(ClusterService clusterService, ResolvePlan plan) {
        this(clusterService, plan, current(clusterService, plan));
    }

    private static List<Index> current(ClusterService clusterService, ResolvePlan plan) {
        IndexAbstraction abstraction = plan.decisionsIndex() == null
                ? null
                : Project.of(clusterService.state()).getIndicesLookup().get(plan.decisionsIndex());
        return abstraction == null ? List.of() : List.copyOf(abstraction.getIndices());
    }

    /** Checks that the user can read the decisions. The search finds none, because it is for no index. */
    void check(Client client, ActionListener<Void> listener) {
        KnownDecisions.load(
                client, plan.decisionsIndex(), List.of(), explained(listener).map(none -> null));
    }

    private <T> ActionListener<T> explained(ActionListener<T> listener) {
        return listener.delegateResponse((l, e) -> l.onFailure(new ElasticsearchStatusException(
                "[dest] must be a run whose decisions can be read, but was [" + plan.run()
                        + "] with the index of decisions [" + plan.decisionsIndex() + "]: "
                        + ExceptionsHelper.unwrapCause(e).getMessage(),
                ExceptionsHelper.status(e),
                e)));
    }

    /** Finds the duplicates that people decided not to be duplicates of a document of their group. Ignores canonical documents. */
    void separated(Client client, List<GroupDocument> pages, ActionListener<Set<DocumentName>> listener) {
        List<GroupDocument> duplicates =
                pages.stream().filter(page -> page.isCanonical() == false).toList();
        if (plan.decisionsIndex() == null || duplicates.isEmpty()) {
            listener.onResponse(Set.of());
            return;
        }
        Set<DocumentName> names = new TreeSet<>();
        duplicates.forEach(page -> names.addAll(List.of(page.page(), page.canonical())));
        select(client, names, listener.delegateFailureAndWrap((l, known) -> {
            Set<DocumentName> others = others(duplicates, known);
            if (names.containsAll(others)) {
                findInGroups(client, duplicates, known, l);
            } else {
                // documents outside the batch may be connected with a document of the group
                names.addAll(others);
                select(client, names, l.delegateFailureAndWrap((m, all) -> findInGroups(client, duplicates, all, m)));
            }
        }));
    }

    private void select(Client client, Collection<DocumentName> names, ActionListener<KnownDecisions> listener) {
        KnownDecisions.select(
                client,
                plan.decisionsIndex(),
                names,
                new DocumentFields(plan.field()),
                PairDecision::isUnchanged,
                explained(listener).map(known -> {
                    if (current(clusterService, plan).equals(indices) == false) {
                        throw new ElasticsearchStatusException(
                                "it was replaced or deleted during the task: nothing more is changed",
                                RestStatus.CONFLICT);
                    }
                    return known;
                }));
    }

    private static Set<DocumentName> others(List<GroupDocument> duplicates, KnownDecisions known) {
        Set<DocumentName> others = new TreeSet<>();
        duplicates.forEach(page -> others.addAll(known.notDuplicatesOf(page.page())));
        return others;
    }

    /** Selects the duplicates whose group contains a document of which they were decided not to be duplicates. */
    private void findInGroups(
            Client client,
            List<GroupDocument> duplicates,
            KnownDecisions known,
            ActionListener<Set<DocumentName>> listener) {
        Set<DocumentName> others = others(duplicates, known);
        if (others.isEmpty()) {
            listener.onResponse(Set.of());
            return;
        }
        QueryBuilder members = QueryBuilders.boolQuery()
                .filter(GroupQueries.mainDocuments(others))
                .filter(GroupQueries.ofGroups(
                        duplicates.stream().map(GroupDocument::group).distinct().toList()));
        SearchSourceBuilder source = new SearchSourceBuilder().query(members).size(MAX_GROUP_DOCUMENTS);
        client.search(CompleteSearch.of(source, plan.run()), listener.map(response -> {
            Map<String, Set<DocumentName>> byGroup = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                GroupDocument member = GroupDocument.of(hit);
                byGroup.computeIfAbsent(member.group(), group -> new HashSet<>())
                        .add(member.page());
            }
            Set<DocumentName> separated = new HashSet<>();
            for (GroupDocument page : duplicates) {
                Set<DocumentName> notDuplicates = known.notDuplicatesOf(page.page());
                if (notDuplicates.contains(page.canonical())
                        || byGroup.getOrDefault(page.group(), Set.of()).stream().anyMatch(notDuplicates::contains)) {
                    separated.add(page.page());
                }
            }
            return separated;
        }));
    }
}
