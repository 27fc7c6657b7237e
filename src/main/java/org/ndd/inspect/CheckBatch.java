package org.ndd.inspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.DocumentName;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.decisions.KnownDecisions;
import org.ndd.inspect.CheckAction.CheckServices;
import org.ndd.inspect.CheckItem.Target;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PageFetcher;

/**
 * Checks several pages in stages. Each stage processes the pages that have no result yet:
 *
 * <ol>
 *   <li>A document that does not exist is missing. A document that its group contains because of redirects gets the result of that group,
 *       if it is unchanged. Any other document without fingerprints is unprocessed.
 *   <li>The canonical document of a group is canonical, if it is unchanged since the run compared it. Another document of a group is a
 *       duplicate of the canonical document, if the current versions of both are near.
 *   <li>A document may be a duplicate of others by decisions. Then it is a duplicate of the first in rank order of the canonical documents
 *       of their groups, itself included. Decisions also determine of which documents it is not a duplicate.
 *   <li>For all other pages, near pages are searched. A page without near pages is unique. Otherwise it is a duplicate of the canonical
 *       document of the nearest page's group, if it is near that document, too; else of the canonical document of the next page's group,
 *       and so on. Without such a group, the first in rank order of the page and its near pages is canonical. This is as in the first step
 *       of a run, so that no two documents are duplicates of each other.
 *   <li>For unique pages, a document that contains them is searched, if the request has a minimum share.
 * </ol>
 *
 * Used once. Comparisons run on the plugin's threads for requests; all other steps are asynchronous.
 */
final class CheckBatch {

    /** Maximum number of canonical documents of groups with which a page is compared. */
    private static final int MAX_CANONICALS = 4;

    private final CheckServices tools;
    private final KnownDecisions allDecisions;
    private final List<CheckItem> items;
    private Map<DocumentName, ComparablePage> others = Map.of();
    private LoadedBoilerplate boilerplate = LoadedBoilerplate.NONE;
    private KnownDecisions decisions = KnownDecisions.NONE;
    private Map<DocumentName, StoredGroups.Membership> decidedGroups = Map.of();
    private final ReservedMemory memory;

    /** @param items pages to check; few enough to hold their texts and the texts of {@link #MAX_CANONICALS} other pages for each */
    CheckBatch(CheckServices tools, KnownDecisions allDecisions, List<CheckItem> items) {
        this.tools = tools;
        this.memory = new ReservedMemory(tools.node.breaker(), "ndd check");
        this.allDecisions = allDecisions;
        this.items = items;
    }

    void run(ActionListener<Void> listener) {
        SubscribableListener.<Map<DocumentName, NamedPages.FoundPage>>newForked(l -> tools.documents.fetch(names(), l))
                .<Map<DocumentName, ComparablePage>>andThen(
                        (l, found) -> tools.boilerplate.complete(resolveDocuments(found), l))
                .<KnownDecisions>andThen((l, pages) -> {
                    openItems().forEach(item -> item.page = pages.getOrDefault(item.name, item.page));
                    allDecisions.select(documents(), tools.states, l);
                })
                .<Map<DocumentName, StoredGroups.Membership>>andThen((l, known) -> {
                    decisions = known;
                    Set<DocumentName> names = documents();
                    documents().forEach(name -> {
                        names.addAll(decisions.duplicatesOf(name));
                        names.addAll(decisions.notDuplicatesOf(name));
                    });
                    tools.groups.find(names, l);
                })
                .<Map<DocumentName, ComparablePage>>andThen((l, memberships) -> {
                    decidedGroups = memberships;
                    applyMemberships(memberships);
                    tools.sources.fetch(targets(), l);
                })
                .<Void>andThen((l, canonicals) -> tools.runOnPluginThread(l, () -> {
                    setOthers(canonicals);
                    openItems().forEach(this::compareWithTargets);
                    openItems().filter(item -> item.content != null).forEach(this::analyze);
                }))
                .<List<List<DocumentName>>>andThen((l, ignored) -> tools.near.search(openPages(), l))
                .<Void>andThen(this::selectTargets)
                .<Void>andThen((l, ignored) -> compareWithTargets(l))
                .<Void>andThen((l, ignored) -> checkContainment(l))
                .addListener(ActionListener.runBefore(listener, memory::close));
    }

    private Stream<CheckItem> openItems() {
        return items.stream().filter(CheckItem::isOpen);
    }

    private List<ComparablePage> openPages() {
        return openItems().map(item -> item.page).toList();
    }

    /** Fetches the targets of all open items and compares them. An item is unique if its targets do not exist anymore. */
    private void compareWithTargets(ActionListener<Void> listener) {
        SubscribableListener.<Map<DocumentName, ComparablePage>>newForked(l -> tools.sources.fetch(targets(), l))
                .<LoadedBoilerplate>andThen((l, found) -> {
                    setOthers(found);
                    tools.boilerplate.load(targetsOfContents(), l);
                })
                .<Void>andThen((l, found) -> tools.runOnPluginThread(l, () -> {
                    boilerplate = found;
                    openItems().forEach(this::compareWithTargets);
                    openItems().forEach(item -> item.result = CheckResult.UNIQUE);
                }))
                .addListener(listener);
    }

    /** Checks whether a document contains the items without near pages, if the request has a minimum share. */
    private void checkContainment(ActionListener<Void> listener) {
        if (tools.options.match().minContainment() == MatchRule.NO_CONTAINMENT) {
            listener.onResponse(null);
            return;
        }
        for (CheckItem item : items) {
            if (item.result == CheckResult.UNIQUE) {
                item.result = null;
                item.targets = List.of();
                item.ofContainment = true;
            }
        }
        SubscribableListener.<List<List<DocumentName>>>newForked(l -> tools.containing.search(openPages(), l))
                .<Void>andThen((l, containing) -> {
                    selectContaining(containing);
                    compareWithTargets(l);
                })
                .addListener(listener);
    }

    /** Selects for each open item the document that contains the largest share of it. */
    private void selectContaining(List<List<DocumentName>> containing) {
        Iterator<List<DocumentName>> next = containing.iterator();
        openItems()
                .forEach(item -> item.targets = next.next().stream()
                        .limit(1)
                        .map(name -> new Target(name, null))
                        .toList());
    }

    private Set<DocumentName> names() {
        Set<DocumentName> names = new HashSet<>();
        openItems().filter(item -> item.name != null).forEach(item -> names.add(item.name));
        return names;
    }

    /** Sets the results of documents that cannot be checked. Returns the pages of the others by their full names. */
    private Map<DocumentName, ComparablePage> resolveDocuments(Map<DocumentName, NamedPages.FoundPage> found) {
        Map<DocumentName, ComparablePage> pages = new HashMap<>();
        for (CheckItem item : items) {
            if (item.content == null) {
                NamedPages.FoundPage document = found.get(item.name);
                resolveDocument(item, document);
                if (item.isOpen()) {
                    pages.put(item.name, document.page());
                }
            }
        }
        reserveMemory(pages.values());
        return pages;
    }

    private static void resolveDocument(CheckItem item, NamedPages.FoundPage document) {
        if (document == null) {
            item.result = CheckResult.MISSING;
            return;
        }
        String problem = problem(document);
        item.name = document.name();
        item.version = document.version();
        item.result = problem == null ? null : CheckResult.unprocessed(problem);
    }

    private static String problem(NamedPages.FoundPage document) {
        if (document.page() == null) {
            return document.unprocessed().getMessage();
        }
        try {
            FingerprintOptions.fromVersion(document.page().version());
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Returns the documents that exist, including those that cannot be checked. */
    private Set<DocumentName> documents() {
        Set<DocumentName> documents = new HashSet<>();
        items.stream().filter(item -> item.version != null).forEach(item -> documents.add(item.name));
        return documents;
    }

    /**
     * Sets the results or targets that follow from groups and decisions. A changed canonical document is searched for like all others,
     * because documents that were near its earlier version may not be near now.
     */
    private void applyMemberships(Map<DocumentName, StoredGroups.Membership> memberships) {
        for (CheckItem item : items) {
            StoredGroups.Membership membership = item.version == null ? null : memberships.get(item.name);
            if (membership != null
                    && membership.document().redirectTarget() != null
                    && membership.matchesVersion(item.version)) {
                item.result = membership.document().isCanonical()
                        ? CheckResult.canonical(membership)
                        : CheckResult.duplicate(membership.document().canonical(), membership, null);
            }
        }
        openItems().filter(item -> item.name != null).forEach(item -> {
            StoredGroups.Membership membership = memberships.get(item.name);
            item.membership = membership;
            Target decided = decidedTarget(item);
            if (decided != null) {
                item.targets = List.of(decided);
            } else if (item.isDuplicate()) {
                item.targets = List.of(new Target(membership.document().canonical(), membership));
            } else if (membership != null && membership.matchesVersion(item.version)) {
                item.result = CheckResult.canonical(membership);
            }
        });
    }

    /** Returns the document to keep if decisions make a document a duplicate of others; otherwise {@code null}. */
    private Target decidedTarget(CheckItem item) {
        Set<DocumentName> unit = new TreeSet<>(decisions.duplicatesOf(item.name));
        if (unit.isEmpty()) {
            return null;
        }
        unit.add(item.name);
        return unit.stream()
                .map(name -> {
                    StoredGroups.Membership membership = decidedGroups.get(name);
                    DocumentName canonical =
                            membership == null ? name : membership.document().canonical();
                    return new Target(canonical, membership, decisions.decidedBy(item.name));
                })
                .filter(target -> decisions.areNotDuplicates(item.name, target.page()) == false)
                .min(Comparator.comparing(Target::page, NearSearch.RANK_ORDER))
                .orElse(null);
    }

    private Set<DocumentName> targets() {
        Set<DocumentName> targets = new HashSet<>();
        openItems()
                .flatMap(
                        item -> item.targets.stream().map(Target::page).filter(page -> page.equals(item.name) == false))
                .forEach(targets::add);
        return targets;
    }

    private void setOthers(Map<DocumentName, ComparablePage> found) {
        reserveMemory(found.values());
        others = found;
    }

    private void analyze(CheckItem item) {
        tools.deadline.check();
        item.page = PageFetcher.analyze(item.content, null, FingerprintParameters.BALANCED)
                .withMustAgreeKeys(MustAgreeKeys.of(item.content.values(tools.options.mustAgree())));
        reserveMemory(List.of(item.page));
    }

    /** Reads the groups of the near pages, and selects the canonical documents to compare with. */
    private void selectTargets(ActionListener<Void> listener, List<List<DocumentName>> near) {
        Set<DocumentName> all = new HashSet<>();
        near.forEach(all::addAll);
        tools.groups.find(all, listener.map(memberships -> {
            Iterator<List<DocumentName>> next = near.iterator();
            for (CheckItem item : openItems().toList()) {
                List<DocumentName> nearest = next.next().stream()
                        .filter(other -> isExcluded(item, other, memberships.get(other)) == false)
                        .toList();
                item.result = nearest.isEmpty() ? CheckResult.UNIQUE : null;
                item.targets = nearest.isEmpty() ? List.of() : targets(item, nearest, memberships);
            }
            return null;
        }));
    }

    /**
     * Returns whether decisions exclude a document from the group of another one. As in a run, no group contains two documents that are
     * decided not to be duplicates. The group that the document is in since the last run is not excluded.
     */
    private boolean isExcluded(CheckItem item, DocumentName other, StoredGroups.Membership membership) {
        if (item.name == null) {
            return false;
        }
        boolean isOfOther = membership != null && membership.isOfGroup(item.membership) == false;
        return decisions.areNotDuplicates(item.name, other)
                || isOfOther
                        && decisions.notDuplicatesOf(item.name).stream()
                                .map(decidedGroups::get)
                                .anyMatch(membership::isOfGroup);
    }

    private static List<Target> targets(
            CheckItem item, List<DocumentName> near, Map<DocumentName, StoredGroups.Membership> memberships) {
        Map<DocumentName, Target> canonicals = new LinkedHashMap<>();
        for (DocumentName page : near) {
            StoredGroups.Membership membership = memberships.get(page);
            if (membership != null && canonicals.size() < MAX_CANONICALS) {
                canonicals.putIfAbsent(
                        membership.document().canonical(),
                        new Target(membership.document().canonical(), membership));
            }
        }
        List<Target> targets = new ArrayList<>(canonicals.values());
        targets.add(new Target(firstInRankOrder(item, near), null));
        return targets;
    }

    /** Returns the document that is kept without a group: the first in rank order, including the item itself. */
    private static DocumentName firstInRankOrder(CheckItem item, List<DocumentName> near) {
        return Stream.concat(near.stream(), Stream.ofNullable(item.name))
                .min(NearSearch.RANK_ORDER)
                .orElseThrow();
    }

    /** Returns the indices of the documents with which pages given by content are compared. */
    private Set<String> targetsOfContents() {
        return openItems()
                .filter(item -> item.content != null)
                .flatMap(item -> item.targets.stream())
                .map(target -> target.page().index())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void compareWithTargets(CheckItem item) {
        for (Target target : item.targets) {
            tools.deadline.check();
            if (target.page().equals(item.name)) {
                item.result = CheckResult.canonical(target.by());
                return;
            }
            if (item.name != null
                    && item.ofContainment == false
                    && decisions.areNotDuplicates(item.name, target.page())) {
                continue;
            }
            ComparablePage other = others.get(target.page());
            Comparison comparison = target.decided() == null || other == null
                    ? compare(item, other)
                    : tools.judge.judge(item.page, other, tools.deadline::check);
            if (comparison != null) {
                item.result = item.ofContainment
                        ? CheckResult.partOf(target.page(), comparison)
                        : CheckResult.duplicate(target.page(), target.by(), comparison)
                                .decided(target.decided());
                return;
            }
        }
    }

    /**
     * Returns the comparison with a page if the two are near, or the page contains the item; otherwise null. Also returns null if the page
     * does not exist.
     */
    private Comparison compare(CheckItem item, ComparablePage other) {
        ComparablePage page = item.page;
        if (other == null || page.mustAgreeKeys().disagreesWith(other.mustAgreeKeys())) {
            return null;
        }
        ComparablePage candidate = page;
        if (page.id() == null) {
            candidate = page.in(other.place().index(), page.version()).withBoilerplate(boilerplate);
        }
        if (item.ofContainment) {
            Comparison comparison = tools.containment.compareIfRelated(other, candidate, tools.deadline::check);
            return comparison == null ? null : comparison.swapped();
        }
        return tools.judge.compareIfRelated(candidate, other, tools.deadline::check);
    }

    /** Reserves memory for texts, which take one or two bytes per character. */
    private void reserveMemory(Collection<ComparablePage> pages) {
        memory.add(pages.stream().mapToLong(page -> 2L * page.text().length()).sum());
    }
}
