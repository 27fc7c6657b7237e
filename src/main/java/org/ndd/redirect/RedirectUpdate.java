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
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming.StoredGroup;
import org.ndd.groups.GroupStore;
import org.ndd.redirect.RedirectLookup.RedirectPage;
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

    /**
     * The result of the plan.
     *
     * @param changes changes in order of the documents
     * @param attached number of the changed documents that redirect to another document
     * @param alone number of the changed documents whose redirects have no target
     */
    public record Result(List<GroupChange> changes, long attached, long alone) {}

    /** Bytes per document, for its path, its new group document, and the requests that write this. */
    private static final long BYTES_PER_PAGE = 4_096;

    private final RedirectWays ways;
    private final GroupStore index;
    private final RedirectedRun run;
    private final String step;

    private final Map<DocumentName, GroupDocument> stored = new HashMap<>();
    private final Map<DocumentName, RedirectPath<DocumentName>> paths = new TreeMap<>();

    /** Targets, each with the documents that are attached to it after the update. */
    private final Map<DocumentName, List<DocumentName>> redirectsByTarget = new TreeMap<>();

    /** Redirects that must be recomputed, without unaffected ones that have the same target. */
    private final Set<DocumentName> affected = new TreeSet<>();

    /** Current and earlier targets. */
    private final Set<DocumentName> targets = new TreeSet<>();

    private final Set<DocumentName> remainingTargets = new HashSet<>();

    /** The new group document of each document by its text. */
    private final Map<DocumentName, GroupDocument> texts = new HashMap<>();

    /** Documents whose new group document by text differs from the index. */
    private final Set<DocumentName> regrouped = new HashSet<>();

    /**
     * @param client of the user, for children of the task
     * @param breaker accounts for the documents that are read
     * @param run run of the index
     * @param step suffix that makes the name of a group unique if another group has that name
     */
    public RedirectUpdate(
            Client client,
            CircuitBreaker breaker,
            CancellableTask task,
            RedirectSource source,
            RedirectedRun run,
            String step) {
        this.ways = new RedirectWays(new RedirectLookup(client, source), task::ensureNotCancelled);
        this.index = new GroupStore(client, breaker, "ndd redirects", run.index());
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
        texts.putAll(groups);
        regrouped.addAll(groups.keySet());
        SubscribableListener.<Void>newForked(l -> ways.lookUp(changed, l))
                .<List<GroupDocument>>andThen((l, done) -> index.dependingOn(keys(changed), l))
                .<Void>andThen((l, found) -> {
                    changed.stream().filter(ways::redirects).forEach(affected::add);
                    found.forEach(this::addAffected);
                    Set<DocumentName> all = new TreeSet<>(affected);
                    all.addAll(targets);
                    index.reserve(all.size() * BYTES_PER_PAGE);
                    ways.lookUp(all, l);
                })
                .<Void>andThen((l, done) -> {
                    Set<DocumentName> all = new TreeSet<>(affected);
                    all.addAll(targets);
                    ways.follow(all, l);
                })
                .<List<GroupDocument>>andThen((l, done) -> {
                    affected.forEach(this::resolvePath);
                    targets.addAll(redirectsByTarget.keySet());
                    targets.forEach(this::resolvePath);
                    Set<DocumentName> unknown = new TreeSet<>(affected);
                    unknown.addAll(targets);
                    unknown.removeAll(texts.keySet());
                    index.ofPages(unknown, l);
                })
                .<List<GroupDocument>>andThen((l, found) -> {
                    found.stream()
                            .filter(document -> document.isPartOf() == false)
                            .forEach(document -> texts.put(document.page(), document));
                    index.redirectsOf(targets, l);
                })
                .<Set<DocumentName>>andThen((l, found) -> {
                    found.forEach(document -> stored.putIfAbsent(document.page(), document));
                    index.redirectedTo(uncertainTargets(), l);
                })
                .<List<GroupDocument>>andThen((l, found) -> {
                    remainingTargets.addAll(found);
                    index.leadersOf(newNames(), l);
                })
                .<Result>andThen((l, leaders) -> l.onResponse(result(changed, leaders)))
                .addListener(listener);
    }

    /**
     * Returns the keys on which paths may depend: changed documents and their current addresses. Earlier addresses are stored with the
     * paths.
     */
    private Set<String> keys(Collection<DocumentName> changed) {
        Set<String> keys = new TreeSet<>();
        for (DocumentName name : changed) {
            keys.add(DependencyKeys.ofPage(name));
            keys.add(DependencyKeys.ofAddress(name.id()));
            RedirectPage page = ways.page(name);
            if (page != null) {
                page.urls().forEach(url -> keys.add(DependencyKeys.ofAddress(url)));
            }
        }
        return keys;
    }

    private void addAffected(GroupDocument document) {
        stored.put(document.page(), document);
        affected.add(document.page());
        if (document.redirectTarget() != null) {
            targets.add(document.redirectTarget());
        }
    }

    /**
     * Determines the path of a redirect. Redirects do not move documents that have a group by their texts, because a run grouped them
     * before they redirected.
     */
    private void resolvePath(DocumentName name) {
        if (ways.redirects(name) == false || paths.containsKey(name)) {
            return;
        }
        RedirectPath<DocumentName> path = ways.path(name);
        paths.put(name, path);
        if (affected.contains(name) && path.end() != null && path.end().equals(name) == false) {
            redirectsByTarget
                    .computeIfAbsent(path.end(), end -> new ArrayList<>())
                    .add(name);
        }
    }

    private boolean hasTextGroup(DocumentName name) {
        return texts.get(name) != null;
    }

    /** Whether a recomputed redirect has this target. */
    private boolean isTargeted(DocumentName target) {
        return redirectsByTarget.getOrDefault(target, List.of()).stream().anyMatch(page -> hasTextGroup(page) == false);
    }

    /** Returns the earlier targets that may still be the target of redirects that are not recomputed. */
    private Map<DocumentName, Set<String>> uncertainTargets() {
        Map<DocumentName, Set<String>> ignoredIds = new TreeMap<>();
        for (DocumentName target : targets) {
            GroupDocument document = stored.get(target);
            if (document != null
                    && document.isRedirectTarget()
                    && hasTextGroup(target) == false
                    && isTargeted(target) == false) {
                ignoredIds.put(target, new TreeSet<>());
            }
        }
        for (DocumentName page : affected) {
            GroupDocument document = stored.get(page);
            if (document != null
                    && document.redirectTarget() != null
                    && ignoredIds.containsKey(document.redirectTarget())) {
                ignoredIds.get(document.redirectTarget()).add(document.key());
            }
        }
        return ignoredIds;
    }

    private String name(DocumentName target) {
        return run.severalIndices() ? target.toString() : target.id();
    }

    private boolean isNamed(DocumentName target) {
        GroupDocument document = stored.get(target);
        return document != null && document.isRedirectTarget();
    }

    /** Returns candidate names of groups that exist only because of redirects. */
    private Set<String> newNames() {
        Set<String> names = new TreeSet<>();
        for (DocumentName target : redirectsByTarget.keySet()) {
            if (hasTextGroup(target) == false && isNamed(target) == false) {
                names.add(name(target));
            }
        }
        return names;
    }

    private Result result(Collection<DocumentName> changed, List<GroupDocument> leaders) {
        Set<String> taken = new HashSet<>();
        leaders.stream()
                .filter(leader -> regrouped.contains(leader.page()) == false)
                .forEach(leader -> taken.add(leader.group()));
        texts.values().stream().filter(Objects::nonNull).forEach(document -> taken.add(document.group()));
        Map<DocumentName, GroupDocument> after = new TreeMap<>();
        for (DocumentName target : targets) {
            if (hasTextGroup(target) == false && isTargeted(target)) {
                after.put(target, target(target, taken));
            } else if (remainingTargets.contains(target)) {
                after.put(target, stored.get(target));
            }
        }
        Set<DocumentName> all = new TreeSet<>(affected);
        all.addAll(targets);
        for (DocumentName name : all) {
            if (hasTextGroup(name) == false && after.containsKey(name) == false && paths.containsKey(name)) {
                after.put(name, redirecting(name, after));
            }
        }
        List<GroupChange> changes = new ArrayList<>();
        for (DocumentName name : all) {
            GroupDocument before = stored.get(name);
            GroupDocument now = after.get(name);
            if (Objects.equals(before, now) == false) {
                changes.add(new GroupChange(before, now));
            }
        }
        long alone = changed.stream()
                .filter(page -> paths.containsKey(page) && paths.get(page).isAlone())
                .count();
        long redirects = changed.stream().filter(paths::containsKey).count();
        return new Result(changes, redirects - alone, alone);
    }

    private GroupDocument target(DocumentName target, Set<String> taken) {
        String name = name(target);
        String group = isNamed(target) ? stored.get(target).group() : taken.contains(name) ? name + "@" + step : name;
        ComparedDocument page = ways.page(target).document();
        StoredGroup alone = new StoredGroup(run.index(), group, target.id(), 1);
        return GroupDocument.of(alone, page, Role.LEADER, page, Verdict.EQUAL, run.markets())
                .asTarget(via(target));
    }

    private GroupDocument redirecting(DocumentName name, Map<DocumentName, GroupDocument> after) {
        DocumentName end = paths.get(name).end();
        // a document that is not recomputed was the end of a cycle of redirects, and is not a target any more
        if (end == null || end.equals(name) || affected.contains(name) == false) {
            return GroupDocument.alone(run.index(), ways.page(name).document(), via(name));
        }
        GroupDocument target = hasTextGroup(end) ? texts.get(end) : after.get(end);
        return target.redirectedBy(run.index(), ways.page(name).document(), via(name));
    }

    private Set<String> via(DocumentName name) {
        return paths.containsKey(name)
                ? DependencyKeys.of(paths.get(name), ways::page)
                : Set.of(DependencyKeys.ofPage(name));
    }

    @Override
    public void close() {
        index.close();
    }

    /** The dependencies of the paths of redirects, which group documents store as keys of fixed length. */
    private static final class DependencyKeys {

        private DependencyKeys() {}

        /** Returns the key of a dependency on a document. */
        static String ofPage(DocumentName page) {
            return "p" + GroupDocument.key(page, Role.REDIRECT);
        }

        /**
         * Returns the key of a dependency on the document with an address. It has a fixed length, because addresses may be longer than the
         * maximum length of terms.
         */
        static String ofAddress(String address) {
            return "a" + GroupDocument.key(new DocumentName("", address), Role.REDIRECT);
        }

        /** Returns all keys on which a path depends. */
        static Set<String> of(RedirectPath<DocumentName> path, Function<DocumentName, RedirectPage> pages) {
            Set<String> via = new TreeSet<>();
            for (DocumentName name : path.pages()) {
                via.add(ofPage(name));
                RedirectPage page = pages.apply(name);
                if (page.redirects()) {
                    via.add(ofAddress(page.address()));
                }
            }
            return via;
        }
    }
}
