package org.ndd.redirect;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupStore;
import org.ndd.redirect.FollowedRedirects.DependencyKeys;
import org.ndd.redirect.RedirectUpdate.AffectedRedirects.ResolvedRedirects;
import org.ndd.redirect.RunRedirects.RedirectedRun;

/**
 * Determines how the redirects in a run's index change after a change of documents or of their groups. Writes nothing. The groups of texts
 * are created first, independently of redirects. A document that redirects is attached to the group of its target. So the result is the
 * same whether documents change separately or together.
 *
 * <p>The group document of each redirect stores the documents and addresses on its path. So one search finds all redirects that a change
 * affects, independent of the number of hops. Needs several searches per 1,000 affected redirects, and 6 kB of memory for each redirect, on
 * the circuit breaker until this is closed. Used once.
 */
public final class RedirectUpdate implements Releasable {

    /** The changes in order of the documents, and how many of the changed documents redirect to another one, or to none. */
    public record Result(List<GroupChange> changes, long attached, long alone) {}

    /** Bytes per document, for its path, its new group document, and the requests that write this. */
    private static final long BYTES_PER_PAGE = 4_096;

    private final FollowedRedirects followed;
    private final GroupStore index;
    private final RedirectedRun run;
    private final String step;

    /** @param step suffix that makes the name of a group unique if another group has that name */
    public RedirectUpdate(
            Client client,
            CircuitBreaker breaker,
            CancellableTask task,
            SourceAndReference source,
            RedirectedRun run,
            String step) {
        this.followed = new FollowedRedirects(new RedirectLookup(client, source), task::ensureNotCancelled);
        this.index = new GroupStore(client, run.index(), new ReservedMemory(breaker, "ndd redirects"));
        this.run = run;
        this.step = step;
    }

    /**
     * Computes the changes. Must be called once.
     *
     * @param changed documents that changed, moved to another group, or were deleted
     * @param groups the new group documents of documents by their texts, if they differ from the index; {@code null} for none
     */
    public void plan(
            Collection<DocumentName> changed,
            Map<DocumentName, GroupDocument> groups,
            ActionListener<Result> listener) {
        SubscribableListener.<AffectedRedirects>newForked(l -> findAffected(changed, l))
                .<ResolvedRedirects>andThen(this::resolve)
                .<RedirectGroups>andThen((l, resolved) -> readGroups(resolved, groups, l))
                .<Result>andThen((l, all) -> attach(all, changed, groups.keySet(), l))
                .addListener(listener);
    }

    private void findAffected(Collection<DocumentName> changed, ActionListener<AffectedRedirects> listener) {
        followed.lookUp(
                changed,
                listener.delegateFailureAndWrap((l, found) -> index.dependingOn(
                        DependencyKeys.ofChanged(changed, followed::page),
                        l.map(depending -> AffectedRedirects.of(changed, depending, followed)))));
    }

    private void resolve(ActionListener<ResolvedRedirects> listener, AffectedRedirects affected) {
        Set<DocumentName> documents = affected.documents();
        index.reserve(documents.size() * BYTES_PER_PAGE);
        followed.lookUp(
                documents,
                listener.delegateFailureAndWrap(
                        (l, found) -> followed.follow(documents, l.map(done -> affected.resolved(followed)))));
    }

    private void readGroups(
            ResolvedRedirects resolved,
            Map<DocumentName, GroupDocument> changed,
            ActionListener<RedirectGroups> listener) {
        Set<DocumentName> unchanged = resolved.documents();
        unchanged.removeAll(changed.keySet());
        index.findByDocuments(
                unchanged,
                listener.delegateFailureAndWrap((l, texts) -> index.redirectsOf(
                        resolved.targets(), l.map(targets -> RedirectGroups.of(resolved, changed, texts, targets)))));
    }

    /** @param regrouped documents whose new group document by text differs from the index */
    private void attach(
            RedirectGroups groups,
            Collection<DocumentName> changed,
            Set<DocumentName> regrouped,
            ActionListener<Result> listener) {
        index.redirectedTo(
                groups.uncertainTargets(),
                listener.delegateFailureAndWrap((l, remaining) ->
                        index.leadersOf(groups.newNames(run), l.map(leaders -> {
                            Set<String> taken = groups.namesOfTexts();
                            leaders.stream()
                                    .filter(leader -> regrouped.contains(leader.page()) == false)
                                    .forEach(leader -> taken.add(leader.group()));
                            long alone = groups.resolved().countAlone(changed);
                            return new Result(
                                    groups.changes(remaining, taken, run, step, followed),
                                    groups.resolved().countRedirects(changed) - alone,
                                    alone);
                        }))));
    }

    @Override
    public void close() {
        index.close();
    }

    /**
     * The redirects that changes of documents affect. The first stage of {@link RedirectUpdate}.
     *
     * @param redirects redirects to recompute, without unaffected ones that have the same target
     * @param stored group documents of these before the update
     * @param earlierTargets targets of these before the update
     */
    record AffectedRedirects(
            Set<DocumentName> redirects, Map<DocumentName, GroupDocument> stored, Set<DocumentName> earlierTargets) {

        /** Finds the redirects whose paths depend on changed documents, by their group documents and by the current state. */
        static AffectedRedirects of(
                Collection<DocumentName> changed, Collection<GroupDocument> depending, FollowedRedirects followed) {
            Set<DocumentName> redirects = new TreeSet<>();
            changed.stream().filter(followed::redirects).forEach(redirects::add);
            Map<DocumentName, GroupDocument> stored = new HashMap<>();
            Set<DocumentName> targets = new TreeSet<>();
            for (GroupDocument document : depending) {
                stored.put(document.page(), document);
                redirects.add(document.page());
                if (document.redirectTarget() != null) {
                    targets.add(document.redirectTarget());
                }
            }
            return new AffectedRedirects(redirects, stored, targets);
        }

        /** Returns all documents whose current state is needed. */
        Set<DocumentName> documents() {
            Set<DocumentName> all = new TreeSet<>(redirects);
            all.addAll(earlierTargets);
            return all;
        }

        /** Determines the paths of all redirects, which were followed. */
        ResolvedRedirects resolved(FollowedRedirects followed) {
            Map<DocumentName, RedirectPath<DocumentName>> paths = new TreeMap<>();
            Map<DocumentName, Set<DocumentName>> byTarget = new TreeMap<>();
            for (DocumentName name : redirects) {
                if (followed.redirects(name)) {
                    RedirectPath<DocumentName> path = followed.path(name);
                    paths.put(name, path);
                    if (path.end() != null && path.end().equals(name) == false) {
                        byTarget.computeIfAbsent(path.end(), end -> new HashSet<>())
                                .add(name);
                    }
                }
            }
            Set<DocumentName> targets = new TreeSet<>(earlierTargets);
            targets.addAll(byTarget.keySet());
            for (DocumentName target : targets) {
                if (followed.redirects(target)) {
                    paths.computeIfAbsent(target, followed::path);
                }
            }
            return new ResolvedRedirects(this, paths, byTarget, targets);
        }

        /** The paths of the affected redirects and of targets that redirect, with all redirects of each current target. */
        record ResolvedRedirects(
                AffectedRedirects affected,
                Map<DocumentName, RedirectPath<DocumentName>> paths,
                Map<DocumentName, Set<DocumentName>> byTarget,
                Set<DocumentName> targets) {

            /** Returns the documents whose group documents may change. */
            Set<DocumentName> documents() {
                Set<DocumentName> all = new TreeSet<>(affected.redirects());
                all.addAll(targets);
                return all;
            }

            /** Counts the given documents whose redirects have no target. */
            long countAlone(Collection<DocumentName> documents) {
                return documents.stream()
                        .filter(name ->
                                paths.containsKey(name) && paths.get(name).isAlone())
                        .count();
            }

            long countRedirects(Collection<DocumentName> documents) {
                return documents.stream().filter(paths::containsKey).count();
            }
        }
    }
}
