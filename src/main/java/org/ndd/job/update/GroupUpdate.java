package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.admin.indices.settings.put.UpdateSettingsRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.BulkWriter;
import org.ndd.config.DocumentName;
import org.ndd.config.RedirectFields;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.GroupNames;
import org.ndd.core.group.Verdict;
import org.ndd.groups.DuplicateListUpdates;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupStore;
import org.ndd.pair.PairServices;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.RunIndex;
import org.ndd.redirect.RedirectSource;
import org.ndd.redirect.RedirectUpdate;
import org.ndd.redirect.RunRedirects.RedirectedRun;

/**
 * Updates the groups in the index of a run for changed pages, once. Searches find either the whole update or none of it: the index is
 * refreshed after all writes. If an update is not completed, the next update gets the same pages, and overwrites its writes.
 *
 * <p>Takes one search per changed page, and the comparisons of the affected groups, independently of the size of the index. Takes a few kB
 * of memory per page of these groups, and the texts of a portion of them, see {@link Regrouping}.
 */
public final class GroupUpdate {

    /**
     * One of the updates of a checkpoint.
     *
     * @param checkpoint number of the checkpoint
     * @param part number of the update in the checkpoint, from 0
     */
    public record Step(long checkpoint, int part) {

        @Override
        public String toString() {
            return part == 0 ? String.valueOf(checkpoint) : checkpoint + "." + part;
        }
    }

    /**
     * Minimum number of pages of a large group, which is not recomputed when a page becomes near to one of its pages. Grouping a page again
     * takes a tenth of the time of a search for its near pages, so smaller groups take no longer than this search.
     */
    private static final int CROWD = 100;

    private final PairServices services;
    private final Client client;
    private final CancellableTask task;
    private final PartitionRequest request;
    private final Step step;
    private final GroupStore groups;
    private final ChangedPages pages;
    private final LongAdder unprocessed = new LongAdder();
    private final LongAdder outdated = new LongAdder();
    private final CanonicalComparisons comparisons;
    private final Regrouping regrouping;
    private final DuplicateListUpdates duplicates;
    private final ChangeList changeList;
    private final BulkWriter writer;

    private CheckpointDecisions known;
    private UpdatePlan plan;
    private Map<DocumentName, LivePage> live;
    private Collection<GroupDocument> documents;
    private NearPages near;
    private List<GroupDocument> touched;
    private List<GroupDocument> leaders;
    private Map<String, Integer> sizes;
    private Set<DocumentName> remade;
    private List<GroupDocument> made;
    private int moved;

    /**
     * @param client client with the rights of the user, for children of the task
     * @param request request for a run over the whole source
     * @param dest the destination that publishes the run
     * @param run run whose index is updated
     * @param step number of the update
     */
    public GroupUpdate(
            PairServices services,
            Client client,
            CancellableTask task,
            PartitionRequest request,
            String dest,
            String run,
            Step step) {
        this.services = services;
        this.client = client;
        this.task = task;
        this.request = request;
        this.step = step;
        this.groups = new GroupStore(client, services.breaker(), "ndd checkpoint", run);
        this.pages = new ChangedPages(client, request, services);
        this.comparisons = new CanonicalComparisons(
                services,
                pages,
                services.lookup(client),
                request.options().grouping().similarity(),
                task::ensureNotCancelled);
        this.regrouping = new Regrouping(
                services, client, pages, request.options(), run, Regrouping.Limits.DEFAULT, task::ensureNotCancelled);
        this.duplicates = new DuplicateListUpdates(
                client,
                services.breaker(),
                run,
                request.options().grouping().canonicals().markets().keySet());
        this.changeList = new ChangeList(client, services.cluster(), dest);
        this.writer = new BulkWriter(client, services.cluster(), task);
    }

    /**
     * Updates the groups. Must be called once.
     *
     * @param changed pages with an operation since the last update, which may not exist; searches must find these operations
     * @param decisions decisions of people about documents of the source
     * @param gone names of indices that were deleted, or created again, since the last update
     */
    public void run(
            Collection<DocumentName> changed,
            CheckpointDecisions decisions,
            Set<String> gone,
            ActionListener<CheckpointCounts> listener) {
        if (changed.isEmpty()) {
            listener.onResponse(CheckpointCounts.NONE);
            return;
        }
        known = decisions;
        regrouping.decided(decisions);
        Set<DocumentName> all = decisions.withConnected(changed);
        Set<DocumentName> decided = new TreeSet<>(all);
        decided.removeAll(new TreeSet<>(changed));
        decided.addAll(decisions.changed());
        ActionListener.run(
                ActionListener.runBefore(listener, () -> Releasables.close(groups, regrouping)),
                l -> runWith(all, decided, gone, l));
    }

    private void runWith(
            Collection<DocumentName> changed,
            Set<DocumentName> decided,
            Set<String> gone,
            ActionListener<CheckpointCounts> listener) {
        SubscribableListener.<Map<DocumentName, LivePage>>newForked(l -> pages.live(changed, unprocessed, l))
                .<Void>andThen((l, found) -> {
                    live = found;
                    pages.countOutdated(live.keySet(), outdated, l);
                })
                .<List<GroupDocument>>andThen((l, checked) -> {
                    plan = new UpdatePlan(changed, live, gone, decided, mayJoin(), mayLeave());
                    groups.ofPages(changed, l);
                })
                .<List<GroupDocument>>andThen((l, found) -> {
                    documents = found;
                    groups.partsOf(changed, l);
                })
                .<Map<DocumentName, Verdict>>andThen((l, parts) -> {
                    plan.placed(documents, parts);
                    comparisons.compare(plan.settling(), l);
                })
                .<List<GroupDocument>>andThen((l, verdicts) -> {
                    plan.settled(verdicts);
                    near = new NearPages(pages, groups, known, Set.copyOf(changed), CROWD);
                    near.find(plan.looking(), plan.remadeGroups(), l);
                })
                .<Map<String, Integer>>andThen((l, found) -> {
                    plan.near(near.found(), found);
                    groups.sizes(plan.nearGroups(), l);
                })
                .<Map<DocumentName, Verdict>>andThen((l, found) -> {
                    plan.sized(found, CROWD);
                    comparisons.compare(plan.crowding(), l);
                })
                .<Map<DocumentName, Verdict>>andThen((l, verdicts) -> {
                    plan.crowded(verdicts);
                    comparisons.compare(plan.joining(), l);
                })
                .<List<GroupDocument>>andThen((l, verdicts) -> {
                    plan.joined(verdicts);
                    groups.ofGroups(plan.marked().groups(), l);
                })
                .<List<GroupDocument>>andThen((l, found) -> {
                    plan.marked().ofGroups(found);
                    groups.ofGroups(plan.remadeGroups(), l);
                })
                .<List<GroupDocument>>andThen((l, found) -> {
                    touched = found;
                    groups.leadersOf(plan.resizedGroups(), l);
                })
                .<Map<String, Integer>>andThen((l, found) -> {
                    leaders = found;
                    groups.sizes(plan.resizedGroups(), l);
                })
                .<List<GroupDocument>>andThen((l, found) -> {
                    sizes = found;
                    remade = plan.remade(touched);
                    group(l);
                })
                .<Set<String>>andThen((l, found) -> {
                    made = found;
                    namesInUse(l);
                })
                .<DocumentChanges>andThen(
                        (l, inUse) -> redirects(changed, plan.documents(touched, leaders, sizes, named(inUse)), l))
                .<List<GroupChange>>andThen((l, documents) -> write(documents.inOrder(Set.copyOf(changed)), l))
                .<CheckpointCounts>andThen((l, changes) -> refresh(l.map(nothing -> counts())))
                .addListener(listener);
    }

    /**
     * Returns whether a page can join a group without a recomputation. If rules of the user choose the canonical document, a page that
     * joins may become the canonical document. Only a recomputation determines which pages {@code must_agree} or decisions separate, and
     * which of several documents of a reference a page follows.
     */
    private boolean mayJoin() {
        return request.options().decisionsIndex() == null
                && isAgainst() == false
                && request.options().grouping().canonicals().equals(CanonicalRules.DEFAULT)
                && request.options().grouping().mustAgree().isEmpty();
    }

    /**
     * Returns whether a page can leave a group without a recomputation. The canonical document of a market, the effect of decisions, and
     * the choice between documents of a reference may depend on all pages of a group.
     */
    private boolean mayLeave() {
        return request.options().decisionsIndex() == null
                && isAgainst() == false
                && request.options().grouping().canonicals().marketsDependOnGroups() == false;
    }

    private boolean isAgainst() {
        return request.options().against().isEmpty() == false;
    }

    /** Computes the new groups. A group has at least two pages. */
    private void group(ActionListener<List<GroupDocument>> listener) {
        task.ensureNotCancelled();
        if (remade.size() < 2) {
            listener.onResponse(List.of());
        } else {
            regrouping.group(remade, listener);
        }
    }

    /** Finds the names of the new groups that are in use by existing groups that are not recomputed. */
    private void namesInUse(ActionListener<Set<String>> listener) {
        Set<String> names = made.stream().map(GroupDocument::group).collect(Collectors.toCollection(TreeSet::new));
        groups.ofGroups(
                names,
                listener.map(found -> found.stream().map(GroupDocument::group).collect(Collectors.toSet())));
    }

    /** Returns the new groups under the names of the earlier groups, if these existed. */
    private List<GroupDocument> named(Set<String> inUse) {
        Map<DocumentName, String> before = groupsOf(touched);
        Map<String, String> kept = GroupNames.kept(before, groupsOf(made));
        Map<String, String> names = new HashMap<>();
        List<GroupDocument> named = new ArrayList<>();
        for (GroupDocument document : made) {
            String name = names.computeIfAbsent(
                    document.group(), own -> kept.getOrDefault(own, inUse.contains(own) ? own + "@" + step : own));
            named.add(document.inGroup(name, groups.name()));
        }
        return named;
    }

    private static Map<DocumentName, String> groupsOf(Collection<GroupDocument> documents) {
        Map<DocumentName, String> groups = new HashMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                groups.put(document.page(), document.group());
            }
        }
        return groups;
    }

    /** Adds the changes of pages that redirect to other pages, which depend on groups and not on texts. */
    private void redirects(
            Collection<DocumentName> changed, DocumentChanges documents, ActionListener<DocumentChanges> listener) {
        RedirectFields fields = request.options().grouping().redirects();
        if (fields.isEmpty()) {
            listener.onResponse(documents);
            return;
        }
        task.ensureNotCancelled();
        Map<DocumentName, GroupDocument> texts = documents.own();
        Set<DocumentName> moving = new TreeSet<>(changed);
        moving.addAll(texts.keySet());
        RedirectUpdate update = new RedirectUpdate(
                client,
                services.breaker(),
                task,
                new RedirectSource(
                        request.readIndices(),
                        request.query(),
                        fields,
                        pages.references(),
                        request.options().against().query()),
                new RedirectedRun(
                        groups.name(),
                        isAgainst()
                                || RunIndex.sources(services.cluster().state(), groups.name())
                                                .size()
                                        > 1,
                        request.options().grouping().canonicals().markets().keySet()),
                step.toString());
        update.plan(
                moving, texts, ActionListener.runBefore(listener, update::close).map(result -> {
                    documents.add(result.changes());
                    return documents;
                }));
    }

    private void write(List<GroupChange> changes, ActionListener<List<GroupChange>> listener) {
        if (changes.isEmpty()) {
            listener.onResponse(changes);
            return;
        }
        duplicates.add(changes);
        List<DocWriteRequest<?>> requests = new ArrayList<>();
        changes.forEach(change -> requests.add(change.request(groups.name())));
        List<DocWriteRequest<?>> lines =
                changeList.lines(changes, step, client.threadPool().absoluteTimeInMillis());
        moved = lines.size();
        SubscribableListener.<Void>newForked(this::showNothingYet)
                .<Void>andThen(changeList::create)
                .<Void>andThen(l -> writer.writeAll(lines, changeList.name(), l))
                .<Void>andThen(l -> writer.writeAll(requests, groups.name(), l))
                .<Void>andThen(duplicates::write)
                .addListener(listener.map(written -> changes));
    }

    /** Disables scheduled refreshes, once per run: they would make partial updates visible. */
    private void showNothingYet(ActionListener<Void> listener) {
        Settings settings = writer.index(groups.name()).getSettings();
        if (IndexSettings.INDEX_REFRESH_INTERVAL_SETTING.get(settings).millis() < 0) {
            listener.onResponse(null);
        } else {
            client.admin()
                    .indices()
                    .updateSettings(
                            new UpdateSettingsRequest(groups.name())
                                    .settings(Settings.builder()
                                            .put(
                                                    IndexSettings.INDEX_REFRESH_INTERVAL_SETTING.getKey(),
                                                    TimeValue.MINUS_ONE)),
                            listener.map(updated -> null));
        }
    }

    private void refresh(ActionListener<Void> listener) {
        client.admin()
                .indices()
                .refresh(
                        new RefreshRequest(groups.name(), changeList.name())
                                .indicesOptions(IndicesOptions.lenientExpandOpen()),
                        listener.map(refreshed -> null));
    }

    private CheckpointCounts counts() {
        return plan.counts(remade.size(), moved, unprocessed.sum(), outdated.sum());
    }
}
