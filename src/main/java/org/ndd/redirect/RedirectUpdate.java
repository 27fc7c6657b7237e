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
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.groups.GroupFields;

/**
 * Determines how documents of a run's index change when some pages or their groups have changed, for pages that redirect. Writes nothing.
 * The groups of texts are made first, without knowledge of redirects. A page that redirects is attached to the group of its target page, so
 * the result is the same whether pages change one by one or all together.
 *
 * <p>The document of each redirect stores the pages and addresses on its way, so those that a change affects are found by one search,
 * independent of the number of hops. Costs some searches per 1,000 of these, and 6 kB of memory for each, on the circuit breaker until this
 * is closed. Used once.
 */
public final class RedirectUpdate implements Releasable {

    /**
     * A document that changes.
     *
     * @param before the earlier document; {@code null} if there was none
     * @param after the new document; {@code null} if none must exist because of redirects
     */
    public record Change(RedirectDocument before, RedirectDocument after) {}

    /**
     * The result of the plan.
     *
     * @param changes changes in order of the pages
     * @param attached number of the changed pages that redirect to another page
     * @param alone number of those whose redirects lead nowhere
     */
    public record Result(List<Change> changes, long attached, long alone) {}

    private final RedirectWays ways;
    private final RedirectIndex index;
    private final RedirectDocuments documents;
    private final boolean severalIndices;
    private final String step;

    private final Map<DocumentName, RedirectDocument> stored = new HashMap<>();
    private final Map<DocumentName, RedirectPath<DocumentName>> paths = new TreeMap<>();

    /** Target pages, each with the pages that are attached to it now. */
    private final Map<DocumentName, List<DocumentName>> leadingTo = new TreeMap<>();

    /** Documents of redirects that must be recomputed; others with the same target page need not be included. */
    private final Set<DocumentName> affected = new TreeSet<>();

    /** Current and earlier target pages. */
    private final Set<DocumentName> targets = new TreeSet<>();

    private final Set<DocumentName> stillLedTo = new HashSet<>();

    /** The future document of each page because of its text. */
    private final Map<DocumentName, Map<String, Object>> texts = new HashMap<>();

    /** Pages for which that differs from the index. */
    private final Set<DocumentName> regrouped = new HashSet<>();

    /**
     * @param client of the user, for children of the task
     * @param breaker accounts for the documents that are read
     * @param run run of the index
     * @param step makes the name of a group unique if another group has that name
     */
    public RedirectUpdate(
            Client client,
            CircuitBreaker breaker,
            CancellableTask task,
            RedirectSource source,
            RedirectedRun run,
            String step) {
        this.ways = new RedirectWays(new RedirectLookup(client, source), task::ensureNotCancelled);
        this.index = new RedirectIndex(client, breaker, run.index());
        this.documents = new RedirectDocuments(run);
        this.severalIndices = run.severalIndices();
        this.step = step;
    }

    /**
     * Computes the changes. Must be called once.
     *
     * @param changed pages that changed, that moved to another group, or that were deleted
     * @param groups the future documents of pages because of their texts, if they differ from the index; {@code null} for none
     */
    public void plan(
            Collection<DocumentName> changed,
            Map<DocumentName, Map<String, Object>> groups,
            ActionListener<Result> listener) {
        texts.putAll(groups);
        regrouped.addAll(groups.keySet());
        SubscribableListener.<Void>newForked(l -> ways.lookUp(changed, l))
                .<List<RedirectDocument>>andThen((l, done) -> index.via(keys(changed), l))
                .<Void>andThen((l, found) -> {
                    changed.stream().filter(ways::redirects).forEach(affected::add);
                    found.forEach(this::affects);
                    Set<DocumentName> all = new TreeSet<>(affected);
                    all.addAll(targets);
                    index.charge(all.size());
                    ways.lookUp(all, l);
                })
                .<Void>andThen((l, done) -> {
                    Set<DocumentName> all = new TreeSet<>(affected);
                    all.addAll(targets);
                    ways.follow(all, l);
                })
                .<Map<DocumentName, Map<String, Object>>>andThen((l, done) -> {
                    affected.forEach(this::path);
                    targets.addAll(leadingTo.keySet());
                    targets.forEach(this::path);
                    Set<DocumentName> unknown = new TreeSet<>(affected);
                    unknown.addAll(targets);
                    unknown.removeAll(texts.keySet());
                    index.texts(unknown, l);
                })
                .<List<RedirectDocument>>andThen((l, found) -> {
                    texts.putAll(found);
                    index.ofPages(targets, l);
                })
                .<Set<DocumentName>>andThen((l, found) -> {
                    found.forEach(document -> stored.putIfAbsent(document.page(), document));
                    index.ledTo(inDoubt(), l);
                })
                .<List<RedirectDocument>>andThen((l, found) -> {
                    stillLedTo.addAll(found);
                    index.leaders(newNames(), l);
                })
                .<Result>andThen((l, leaders) -> l.onResponse(result(changed, leaders)))
                .addListener(listener);
    }

    /** Keys on which ways may depend: changed pages and their current addresses; earlier addresses are stored with the ways. */
    private Set<String> keys(Collection<DocumentName> changed) {
        Set<String> keys = new TreeSet<>();
        for (DocumentName name : changed) {
            keys.add(RedirectDocuments.viaPage(name));
            keys.add(RedirectDocuments.viaAddress(name.id()));
            RedirectPage page = ways.page(name);
            if (page != null) {
                page.urls().forEach(url -> keys.add(RedirectDocuments.viaAddress(url)));
            }
        }
        return keys;
    }

    private void affects(RedirectDocument document) {
        stored.put(document.page(), document);
        affected.add(document.page());
        if (document.target() != null) {
            targets.add(document.target());
        }
    }

    /** Pages that have a group because of their texts are not moved by redirects: a run grouped them before they redirected. */
    private void path(DocumentName name) {
        if (ways.redirects(name) == false || paths.containsKey(name)) {
            return;
        }
        RedirectPath<DocumentName> path = ways.path(name);
        paths.put(name, path);
        if (affected.contains(name) && path.end() != null && path.end().equals(name) == false) {
            leadingTo.computeIfAbsent(path.end(), end -> new ArrayList<>()).add(name);
        }
    }

    private boolean isOfText(DocumentName name) {
        return texts.get(name) != null;
    }

    /** Whether one of the recomputed pages leads to it. */
    private boolean isLedTo(DocumentName target) {
        return leadingTo.getOrDefault(target, List.of()).stream().anyMatch(page -> isOfText(page) == false);
    }

    /** Pages that had a group because of redirects, and may still have it because of pages that are not recomputed. */
    private Map<DocumentName, Set<String>> inDoubt() {
        Map<DocumentName, Set<String>> known = new TreeMap<>();
        for (DocumentName target : targets) {
            RedirectDocument document = stored.get(target);
            if (document != null && document.isTarget() && isOfText(target) == false && isLedTo(target) == false) {
                known.put(target, new TreeSet<>());
            }
        }
        for (DocumentName page : affected) {
            RedirectDocument document = stored.get(page);
            if (document != null && document.target() != null && known.containsKey(document.target())) {
                known.get(document.target()).add(document.key());
            }
        }
        return known;
    }

    private String name(DocumentName target) {
        return severalIndices ? target.toString() : target.id();
    }

    private boolean isNamed(DocumentName target) {
        RedirectDocument document = stored.get(target);
        return document != null && document.isTarget();
    }

    /** Candidate names of groups that exist because of redirects only. */
    private Set<String> newNames() {
        Set<String> names = new TreeSet<>();
        for (DocumentName target : leadingTo.keySet()) {
            if (isOfText(target) == false && isNamed(target) == false) {
                names.add(name(target));
            }
        }
        return names;
    }

    private Result result(Collection<DocumentName> changed, List<RedirectDocument> leaders) {
        Set<String> taken = new HashSet<>();
        leaders.stream()
                .filter(leader -> regrouped.contains(leader.page()) == false)
                .forEach(leader -> taken.add(leader.group()));
        texts.values().stream()
                .filter(Objects::nonNull)
                .forEach(document -> taken.add((String) document.get(GroupFields.GROUP)));
        Map<DocumentName, RedirectDocument> after = new TreeMap<>();
        for (DocumentName target : targets) {
            if (isOfText(target) == false && isLedTo(target)) {
                after.put(target, target(target, taken));
            } else if (stillLedTo.contains(target)) {
                after.put(target, stored.get(target));
            }
        }
        Set<DocumentName> all = new TreeSet<>(affected);
        all.addAll(targets);
        for (DocumentName name : all) {
            if (isOfText(name) == false && after.containsKey(name) == false && paths.containsKey(name)) {
                after.put(name, redirecting(name, after));
            }
        }
        List<Change> changes = new ArrayList<>();
        for (DocumentName name : all) {
            RedirectDocument before = stored.get(name);
            RedirectDocument now = after.get(name);
            if (Objects.equals(before, now) == false) {
                changes.add(new Change(before, now));
            }
        }
        long alone = changed.stream()
                .filter(page -> paths.containsKey(page) && paths.get(page).isAlone())
                .count();
        long redirects = changed.stream().filter(paths::containsKey).count();
        return new Result(changes, redirects - alone, alone);
    }

    private RedirectDocument target(DocumentName target, Set<String> taken) {
        String name = name(target);
        String group = isNamed(target) ? stored.get(target).group() : taken.contains(name) ? name + "@" + step : name;
        return documents.target(ways.page(target), via(target), group);
    }

    private RedirectDocument redirecting(DocumentName name, Map<DocumentName, RedirectDocument> after) {
        DocumentName end = paths.get(name).end();
        // a page that is not recomputed was the end of a circle, and no page leads to it any longer
        if (end == null || end.equals(name) || affected.contains(name) == false) {
            return documents.alone(ways.page(name), via(name));
        }
        Map<String, Object> group =
                isOfText(end) ? texts.get(end) : after.get(end).source();
        return documents.attached(ways.page(name), via(name), end, group);
    }

    private Set<String> via(DocumentName name) {
        return paths.containsKey(name)
                ? RedirectDocuments.via(paths.get(name), ways::page)
                : Set.of(RedirectDocuments.viaPage(name));
    }

    @Override
    public void close() {
        index.close();
    }
}
