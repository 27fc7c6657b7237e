package org.ndd.redirect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming.StoredGroup;
import org.ndd.groups.GroupStore;
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

    /** The redirects to recompute, without unaffected ones that have the same target. */
    private final Set<DocumentName> redirects = new TreeSet<>();

    /** The targets of these redirects before and after the update. */
    private final Set<DocumentName> targets = new TreeSet<>();

    /** The paths of the redirects, and of targets that redirect. */
    private final Map<DocumentName, RedirectPath<DocumentName>> paths = new TreeMap<>();

    /** The redirects of each current target. */
    private final Map<DocumentName, Set<DocumentName>> byTarget = new TreeMap<>();

    /** The group documents of redirects and targets before the update. */
    private final Map<DocumentName, GroupDocument> stored = new HashMap<>();

    /** The new group document of each document by its text; {@code null} for documents that are in no group by their texts. */
    private final Map<DocumentName, GroupDocument> texts = new HashMap<>();

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
        SubscribableListener.<Void>newForked(l -> followed.lookUp(changed, l))
                .<List<GroupDocument>>andThen(l -> index.dependingOn(followed.keysOfChanged(changed), l))
                .<Void>andThen((l, depending) -> {
                    findAffected(changed, depending);
                    index.reserve(documents().size() * BYTES_PER_PAGE);
                    followed.lookUp(documents(), l);
                })
                .<Void>andThen(l -> followed.follow(documents(), l))
                .<List<GroupDocument>>andThen(l -> {
                    findPaths();
                    texts.putAll(groups);
                    Set<DocumentName> unchanged = documents();
                    unchanged.removeAll(groups.keySet());
                    index.findByDocuments(unchanged, l);
                })
                .<List<GroupDocument>>andThen((l, unchanged) -> {
                    unchanged.stream()
                            .filter(document -> document.isPartOf() == false)
                            .forEach(document -> texts.put(document.page(), document));
                    index.redirectsOf(targets, l);
                })
                .<Set<DocumentName>>andThen((l, ofTargets) -> {
                    ofTargets.forEach(document -> stored.putIfAbsent(document.page(), document));
                    index.redirectedTo(uncertainTargets(), l);
                })
                .<Result>andThen((l, remaining) -> index.leadersOf(
                        newNames(), l.map(leaders -> result(changed, remaining, takenNames(groups.keySet(), leaders)))))
                .addListener(listener);
    }

    /** Finds the redirects whose paths depend on changed documents, by their group documents and by the current state. */
    private void findAffected(Collection<DocumentName> changed, Collection<GroupDocument> depending) {
        changed.stream().filter(followed::redirects).forEach(redirects::add);
        for (GroupDocument document : depending) {
            stored.put(document.page(), document);
            redirects.add(document.page());
            if (document.redirectTarget() != null) {
                targets.add(document.redirectTarget());
            }
        }
    }

    /** Returns the documents whose group documents may change, as a new set. */
    private Set<DocumentName> documents() {
        Set<DocumentName> all = new TreeSet<>(redirects);
        all.addAll(targets);
        return all;
    }

    /** Determines the paths of all redirects, which were followed. */
    private void findPaths() {
        for (DocumentName name : redirects) {
            if (followed.redirects(name)) {
                RedirectPath<DocumentName> path = followed.path(name);
                paths.put(name, path);
                if (path.end() != null && path.end().equals(name) == false) {
                    byTarget.computeIfAbsent(path.end(), end -> new HashSet<>()).add(name);
                }
            }
        }
        targets.addAll(byTarget.keySet());
        for (DocumentName target : targets) {
            if (followed.redirects(target)) {
                paths.computeIfAbsent(target, followed::path);
            }
        }
    }

    /** Redirects do not move documents that have a group by their texts, because a run grouped them before they redirected. */
    private boolean hasTextGroup(DocumentName name) {
        return texts.get(name) != null;
    }

    /** Returns whether a recomputed redirect has this target. */
    private boolean isTargeted(DocumentName target) {
        return byTarget.getOrDefault(target, Set.of()).stream().anyMatch(name -> hasTextGroup(name) == false);
    }

    private boolean wasTarget(DocumentName name) {
        GroupDocument document = stored.get(name);
        return document != null && document.isRedirectTarget();
    }

    /**
     * Returns the earlier targets that may still be the target of redirects that are not recomputed, each with the ids of the group
     * documents to ignore.
     */
    private Map<DocumentName, Set<String>> uncertainTargets() {
        Map<DocumentName, Set<String>> ignoredIds = new TreeMap<>();
        for (DocumentName target : targets) {
            if (wasTarget(target) && hasTextGroup(target) == false && isTargeted(target) == false) {
                ignoredIds.put(target, new TreeSet<>());
            }
        }
        for (DocumentName name : redirects) {
            GroupDocument document = stored.get(name);
            if (document != null
                    && document.redirectTarget() != null
                    && ignoredIds.containsKey(document.redirectTarget())) {
                ignoredIds.get(document.redirectTarget()).add(document.key());
            }
        }
        return ignoredIds;
    }

    /** Returns candidate names of groups that exist only because of redirects. */
    private Set<String> newNames() {
        Set<String> names = new TreeSet<>();
        for (DocumentName target : byTarget.keySet()) {
            if (hasTextGroup(target) == false && wasTarget(target) == false) {
                names.add(run.groupName(target));
            }
        }
        return names;
    }

    /**
     * Returns the names of other groups.
     *
     * @param regrouped documents whose new group document by text differs from the index
     * @param leaders leaders of groups in the index with candidate names
     */
    private Set<String> takenNames(Set<DocumentName> regrouped, Collection<GroupDocument> leaders) {
        Set<String> names = new HashSet<>();
        texts.values().stream().filter(Objects::nonNull).forEach(document -> names.add(document.group()));
        leaders.stream()
                .filter(leader -> regrouped.contains(leader.page()) == false)
                .forEach(leader -> names.add(leader.group()));
        return names;
    }

    /**
     * @param remaining earlier targets that are still the target of redirects that are not recomputed
     * @param taken names of other groups
     */
    private Result result(Collection<DocumentName> changed, Set<DocumentName> remaining, Set<String> taken) {
        Map<DocumentName, GroupDocument> after = new HashMap<>();
        for (DocumentName target : targets) {
            if (hasTextGroup(target) == false && isTargeted(target)) {
                after.put(target, target(target, taken));
            } else if (remaining.contains(target)) {
                after.put(target, stored.get(target));
            }
        }
        List<GroupChange> changes = new ArrayList<>();
        for (DocumentName name : documents()) {
            if (hasTextGroup(name) == false && after.containsKey(name) == false && paths.containsKey(name)) {
                after.put(name, redirecting(name, after));
            }
            if (Objects.equals(stored.get(name), after.get(name)) == false) {
                changes.add(new GroupChange(stored.get(name), after.get(name)));
            }
        }
        List<RedirectPath<DocumentName>> ofChanged =
                changed.stream().map(paths::get).filter(Objects::nonNull).toList();
        long alone = ofChanged.stream().filter(RedirectPath::isAlone).count();
        return new Result(changes, ofChanged.size() - alone, alone);
    }

    private GroupDocument target(DocumentName target, Set<String> taken) {
        String name = run.groupName(target);
        String group = wasTarget(target) ? stored.get(target).group() : taken.contains(name) ? name + "@" + step : name;
        ComparedDocument page = followed.page(target).document();
        StoredGroup alone = new StoredGroup(run.index(), group, target.id(), 1);
        return GroupDocument.of(alone, page, Role.LEADER, page, Verdict.EQUAL, run.markets())
                .asTarget(dependencies(target));
    }

    private GroupDocument redirecting(DocumentName name, Map<DocumentName, GroupDocument> after) {
        DocumentName end = paths.get(name).end();
        ComparedDocument page = followed.page(name).document();
        // a document that is not recomputed was the end of a cycle of redirects, and is not a target any more
        if (end == null || end.equals(name) || redirects.contains(name) == false) {
            return GroupDocument.alone(run.index(), page, dependencies(name));
        }
        GroupDocument target = hasTextGroup(end) ? texts.get(end) : after.get(end);
        return target.redirectedBy(run.index(), page, dependencies(name));
    }

    private Set<String> dependencies(DocumentName name) {
        return paths.containsKey(name) ? followed.dependencies(paths.get(name)) : FollowedRedirects.dependencies(name);
    }

    @Override
    public void close() {
        index.close();
    }
}
