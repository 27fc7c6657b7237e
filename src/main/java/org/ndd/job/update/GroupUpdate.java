package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Refresh;
import org.ndd.config.DocumentName;
import org.ndd.config.RedirectFields;
import org.ndd.core.group.CanonicalRules;
import org.ndd.groups.DuplicateListUpdates;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupStore;
import org.ndd.job.update.NearGroups.ChangedGroups;
import org.ndd.job.update.RegroupedDocuments.DocumentChanges;
import org.ndd.partition.RunIndex;
import org.ndd.redirect.RedirectUpdate;
import org.ndd.redirect.RunRedirects.RedirectedRun;

/**
 * Updates the groups in the index of a run for changed pages, once. Searches find either the whole update or none of it: the index is
 * refreshed after all writes. If an update is not completed, the next checkpoint also groups the pages of {@link UnfinishedCheckpoint}.
 *
 * <p>Takes one search per changed page, and the comparisons of the affected groups, independently of the size of the index. Takes a few kB
 * of memory per page of these groups, and the texts of a portion of them, see {@link Regrouping}.
 */
public final class GroupUpdate {

    /** One of the updates of a checkpoint, numbered from 0. */
    public record Step(long checkpoint, int part) {

        @Override
        public String toString() {
            return part == 0 ? String.valueOf(checkpoint) : checkpoint + "." + part;
        }
    }

    /**
     * Minimum number of pages of a large group, which is not recomputed when pages join or leave it on which no others depend. Grouping a
     * page again takes a tenth of the time of a search for its near pages, so a smaller group takes the time of ten searches at most.
     */
    static final int LARGE_GROUP = 100;

    private final UpdateContext context;
    private final Step step;
    private final GroupStore groups;
    private final ChangedPages pages;
    private final LongAdder unprocessed = new LongAdder();
    private final LongAdder outdated = new LongAdder();
    private final CanonicalComparisons comparisons;
    private final Regrouping regrouping;
    private final DuplicateListUpdates duplicates;

    /** Sizes of large groups, among them all groups that pages only leave and join. */
    private final Map<String, Integer> sizesOfLarge = new HashMap<>();

    private boolean mayKeepGroups;

    public GroupUpdate(UpdateContext context, Step step) {
        this.context = context;
        this.step = step;
        this.groups = context.groups();
        this.pages = new ChangedPages(context);
        this.comparisons = new CanonicalComparisons(context, pages);
        this.regrouping = new Regrouping(context, pages, Regrouping.Limits.DEFAULT);
        this.duplicates = context.duplicateLists();
    }

    /**
     * Updates the groups. Must be called once.
     *
     * @param changed pages with an operation since the last update, which may not exist; searches must find these operations
     * @param decisions decisions of people about documents of the source
     * @param deletedIndices names of indices that were deleted, or created again, since the last update
     * @param unfinished documents whose groups an unfinished checkpoint may have changed. If there are any, all changed groups are
     *     recomputed, because the documents of a group may be in the state before that checkpoint, or after it
     * @param beforeWrites called before the writes, and again before groups are written. Fails if the changes must not be written, for
     *     example because an index of the source was closed since they were read: searches for a pattern then omit its documents
     */
    public void run(
            Collection<DocumentName> changed,
            CheckpointDecisions decisions,
            Set<String> deletedIndices,
            Set<DocumentName> unfinished,
            Consumer<ActionListener<Void>> beforeWrites,
            ActionListener<CheckpointCounts> listener) {
        if (changed.isEmpty()) {
            listener.onResponse(CheckpointCounts.NONE);
            return;
        }
        regrouping.decided(decisions);
        mayKeepGroups = unfinished.isEmpty();
        Set<DocumentName> all = decisions.known().connectedDocuments(changed);
        Set<DocumentName> again = new TreeSet<>(all);
        again.removeAll(new TreeSet<>(changed));
        again.addAll(decisions.changed());
        again.addAll(unfinished);
        Predicate<DocumentName> isNew = page -> again.contains(page) || deletedIndices.contains(page.index());
        SubscribableListener.<ClassifiedChanges>newForked(l -> classify(all, isNew, l))
                .<NearGroups>andThen((l, classified) -> findNear(classified, all, decisions, l))
                .<ChangedGroups>andThen(this::join)
                .<RegroupedDocuments>andThen(this::readGroups)
                .<CheckpointCounts>andThen((l, regrouped) -> apply(regrouped, all, beforeWrites, l))
                .addListener(ActionListener.runBefore(listener, () -> Releasables.close(groups, regrouping)));
    }

    private void classify(
            Set<DocumentName> changed, Predicate<DocumentName> isNew, ActionListener<ClassifiedChanges> listener) {
        pages.live(changed, unprocessed, listener.delegateFailureAndWrap((l, live) -> {
            SubscribableListener.<Void>newForked(m -> pages.countOutdated(live.keySet(), outdated, m))
                    .<List<GroupDocument>>andThen(m -> groups.findByDocuments(changed, m))
                    .<ClassifiedChanges>andThen((m, found) -> groups.partsOf(
                            changed,
                            m.delegateFailureAndWrap((n, parts) -> largeGroups(
                                    mayLeave() ? groups(found) : Set.of(),
                                    n.map(large -> ClassifiedChanges.of(
                                            ClassifiedChanges.Changed.of(changed, live, isNew, found, mayJoin()),
                                            found,
                                            parts,
                                            large))))))
                    .addListener(l);
        }));
    }

    private static Set<String> groups(Collection<GroupDocument> documents) {
        return documents.stream().map(GroupDocument::group).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Finds the large ones of some groups, and adds their sizes to {@link #sizesOfLarge}. */
    private void largeGroups(Set<String> names, ActionListener<Set<String>> listener) {
        groups.sizes(names, listener.map(sizes -> {
            sizes.values().removeIf(size -> size < LARGE_GROUP);
            sizesOfLarge.putAll(sizes);
            return sizes.keySet();
        }));
    }

    /** Searches the pages near the changed pages, and finds large groups among their groups. */
    private void findNear(
            ClassifiedChanges classified,
            Set<DocumentName> changed,
            CheckpointDecisions decisions,
            ActionListener<NearGroups> listener) {
        NearPages search = new NearPages(context, pages, groups, decisions, changed);
        search.find(classified, listener.delegateFailureAndWrap((l, documents) -> {
            NearGroups near = NearGroups.of(classified, search.found(), documents);
            largeGroups(near.groups(), l.map(near::withLarge));
        }));
    }

    private void join(ActionListener<ChangedGroups> listener, NearGroups near) {
        comparisons.compare(near.nearLargeGroups(), listener.map(near::join));
    }

    private void readGroups(ActionListener<RegroupedDocuments> listener, ChangedGroups joined) {
        groups.findByGroups(
                joined.readGroups(),
                listener.delegateFailureAndWrap((l, documents) -> groups.leadersOf(
                        joined.resizedGroups(),
                        l.delegateFailureAndWrap((m, leaders) ->
                                addParts(RegroupedDocuments.of(joined, documents, leaders, sizesOfLarge), m)))));
    }

    private void addParts(RegroupedDocuments regrouped, ActionListener<RegroupedDocuments> listener) {
        groups.partsOf(regrouped.pages(), listener.map(regrouped::withParts));
    }

    private void apply(
            RegroupedDocuments regrouped,
            Set<DocumentName> changed,
            Consumer<ActionListener<Void>> beforeWrites,
            ActionListener<CheckpointCounts> listener) {
        SubscribableListener.<List<GroupDocument>>newForked(l -> group(regrouped, l))
                .<DocumentChanges>andThen((l, made) -> addRedirects(changed, regrouped.changes(made), l))
                .<DocumentChanges>andThen((l, changes) -> beforeWrites.accept(l.map(valid -> changes)))
                .<Integer>andThen((l, changes) -> write(changes.inOrder(changed), beforeWrites, l))
                .<Integer>andThen((l, moved) -> refresh(l.map(refreshed -> moved)))
                .addListener(listener.map(moved -> regrouped.counts(moved, unprocessed.sum(), outdated.sum())));
    }

    /**
     * Returns whether a page can join a large group without a recomputation. If rules of the user choose the canonical document, a page
     * that joins may become the canonical document. Only a recomputation determines which pages {@code must_agree} or decisions separate,
     * and which of several documents of a reference a page follows.
     */
    private boolean mayJoin() {
        return mayLeave()
                && context.grouping().canonicals().equals(CanonicalRules.DEFAULT)
                && context.grouping().mustAgree().isEmpty();
    }

    /**
     * Returns whether a page can leave a large group without a recomputation. The canonical document of a market, the effect of decisions,
     * and the choice between documents of a reference may depend on all pages of a group.
     */
    private boolean mayLeave() {
        return mayKeepGroups
                && context.request().options().decisionsIndex() == null
                && hasReference() == false
                && context.grouping().canonicals().marketsDependOnGroups() == false;
    }

    private boolean hasReference() {
        return context.request().options().against().isEmpty() == false;
    }

    /** Computes the new groups, which have at least two pages, under the names that they keep or get. */
    private void group(RegroupedDocuments regrouped, ActionListener<List<GroupDocument>> listener) {
        context.task().ensureNotCancelled();
        Set<DocumentName> again = regrouped.pages();
        if (again.size() < 2) {
            listener.onResponse(List.of());
            return;
        }
        regrouping.group(
                again,
                listener.delegateFailureAndWrap((l, made) -> groups.sizes(
                        groups(made),
                        l.map(inUse -> regrouped.withNames(
                                made, name -> inUse.containsKey(name) ? name + "@" + step : name, groups.run())))));
    }

    /** Adds the changes of pages that redirect to other pages, which depend on groups and not on texts. */
    private void addRedirects(
            Collection<DocumentName> changed, DocumentChanges documents, ActionListener<DocumentChanges> listener) {
        RedirectFields fields = context.grouping().redirects();
        if (fields.isEmpty()) {
            listener.onResponse(documents);
            return;
        }
        context.task().ensureNotCancelled();
        Map<DocumentName, GroupDocument> texts = documents.own();
        Set<DocumentName> moving = new TreeSet<>(changed);
        moving.addAll(texts.keySet());
        RedirectUpdate update = new RedirectUpdate(
                context.client(),
                context.services().breaker(),
                context.task(),
                pages.source,
                new RedirectedRun(
                        groups.run(),
                        hasReference()
                                || RunIndex.sources(context.services().cluster().state(), groups.run())
                                                .size()
                                        > 1,
                        context.markets()),
                step.toString());
        update.plan(
                moving, texts, ActionListener.runBefore(listener, update::close).map(result -> {
                    documents.add(result.changes());
                    return documents;
                }));
    }

    private void write(
            List<GroupChange> changes, Consumer<ActionListener<Void>> beforeWrites, ActionListener<Integer> listener) {
        if (changes.isEmpty()) {
            listener.onResponse(0);
            return;
        }
        duplicates.add(changes);
        List<? extends DocWriteRequest<?>> requests =
                changes.stream().map(change -> change.request(groups.run())).toList();
        ChangeList changeList = context.changeList();
        BulkWriter writer = context.writer();
        List<DocWriteRequest<?>> lines =
                changeList.lines(changes, step, context.services().threads().absoluteTimeInMillis());
        SubscribableListener.<Void>newForked(changeList::create)
                .<Void>andThen(l -> writer.writeAll(lines, changeList.name(), l))
                // a repeated update does not see changes whose group documents a restart of their shard has made
                // visible
                .<Void>andThen(duplicates::write)
                .<Void>andThen(beforeWrites::accept)
                .<Void>andThen(l -> writer.writeAll(requests, groups.run(), l))
                .addListener(listener.map(written -> lines.size()));
    }

    private void refresh(ActionListener<Void> listener) {
        Refresh.execute(
                context.client(),
                new RefreshRequest(groups.run(), context.changeList().name())
                        .indicesOptions(IndicesOptions.lenientExpandOpen()),
                listener);
    }

    /** Documents that must be grouped together do not fit into the memory of a checkpoint, so the job needs a full run. */
    public static final class TooLargeToRegroupException extends RuntimeException {

        private static final long serialVersionUID = 1;

        public TooLargeToRegroupException(String message) {
            super(message);
        }
    }
}
