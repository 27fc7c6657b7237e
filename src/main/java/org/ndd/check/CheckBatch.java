package org.ndd.check;

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
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.check.CheckItem.Target;
import org.ndd.config.DocumentName;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PageFetcher;

/**
 * Checks some pages in three stages, each for the pages without a result so far:
 *
 * <ol>
 *   <li>A document that does not exist is missing. One that a group has because of redirects gets the result of that group, if it is
 *       unchanged. Any other without fingerprints is unprocessed.
 *   <li>A document that its group keeps is the canonical document, if it is unchanged since the run compared it. One that its group does
 *       not keep is a duplicate of the canonical document, if the current versions of both are near.
 *   <li>One that people decided to be a duplicate of others is a duplicate of the first in rank order of the documents that their groups
 *       keep, itself among them. People also decide which documents it is not a duplicate of.
 *   <li>For all others, near pages are searched: without any it is unique. Else it is a duplicate of the canonical document of the nearest
 *       page's group, if it is near that, too; else of the canonical document of the next one's, and so on. Without such a group, the first
 *       in rank order of it and the near pages is kept, as in the first step of a run, so that no two documents are duplicates of each
 *       other.
 * </ol>
 *
 * Used once. Comparisons run on the plugin's threads for requests, all other requests are asynchronous.
 */
final class CheckBatch {

    /** Canonical documents of groups that a page is compared with at most. */
    private static final int MOST_CANONICALS = 4;

    private final CheckTools tools;
    private final List<CheckItem> asked;
    private Map<DocumentName, ComparablePage> others = Map.of();
    private Map<IndexedSite, SiteBoilerplate> boilerplate = Map.of();
    private KnownDecisions decisions = KnownDecisions.NONE;
    private Map<DocumentName, Membership> decidedGroups = Map.of();
    private long held;

    /** @param asked few enough for their texts to be held, and those of {@link #MOST_CANONICALS} others each */
    CheckBatch(CheckTools tools, List<CheckItem> asked) {
        this.tools = tools;
        this.asked = asked;
    }

    /** Checks all. */
    void run(ActionListener<Void> listener) {
        SubscribableListener.<Map<DocumentName, NamedPages.Found>>newForked(
                        l -> tools.documents().fetch(names(), l))
                .<Map<DocumentName, ComparablePage>>andThen(
                        (l, found) -> tools.boilerplate().complete(take(found), l))
                .<KnownDecisions>andThen((l, pages) -> {
                    open().forEach(one -> one.page = pages.getOrDefault(one.name, one.page));
                    tools.decisions().about(documents(), l);
                })
                .<Map<DocumentName, Membership>>andThen((l, known) -> {
                    decisions = known;
                    Set<DocumentName> names = documents();
                    documents().forEach(name -> names.addAll(decisions.duplicatesOf(name)));
                    tools.groups().of(names, l);
                })
                .<Map<DocumentName, ComparablePage>>andThen((l, memberships) -> {
                    decidedGroups = memberships;
                    takeMemberships(memberships);
                    tools.sources().fetch(targets(), l);
                })
                .<Void>andThen((l, canonicals) -> tools.onOwnThread(l, () -> {
                    takeOthers(canonicals);
                    open().forEach(this::compareWithTargets);
                    open().filter(one -> one.given != null).forEach(this::analyze);
                }))
                .<List<List<DocumentName>>>andThen((l, ignored) ->
                        tools.near().search(open().map(one -> one.page).toList(), l))
                .<Void>andThen(this::lookAtNear)
                .<Map<DocumentName, ComparablePage>>andThen(
                        (l, ignored) -> tools.sources().fetch(targets(), l))
                .<Map<IndexedSite, SiteBoilerplate>>andThen((l, found) -> {
                    takeOthers(found);
                    tools.boilerplate().load(sitesOfGiven(), l);
                })
                .<Void>andThen((l, found) -> tools.onOwnThread(l, () -> {
                    boilerplate = found;
                    open().forEach(this::compareWithTargets);
                    // the near pages do not exist any more
                    open().forEach(one -> one.result = CheckResult.UNIQUE);
                }))
                .addListener(ActionListener.runBefore(listener, this::release));
    }

    private Stream<CheckItem> open() {
        return asked.stream().filter(CheckItem::isOpen);
    }

    private Set<DocumentName> names() {
        Set<DocumentName> names = new HashSet<>();
        open().filter(one -> one.name != null).forEach(one -> names.add(one.name));
        return names;
    }

    /** Settles what cannot be looked at; the others are the pages by their full names. */
    private Map<DocumentName, ComparablePage> take(Map<DocumentName, NamedPages.Found> found) {
        Map<DocumentName, ComparablePage> pages = new HashMap<>();
        for (CheckItem one : asked) {
            if (one.given == null) {
                NamedPages.Found document = found.get(one.name);
                take(one, document);
                if (one.isOpen()) {
                    pages.put(one.name, document.page());
                }
            }
        }
        hold(pages.values());
        return pages;
    }

    private static void take(CheckItem one, NamedPages.Found document) {
        if (document == null) {
            one.result = CheckResult.MISSING;
            return;
        }
        String problem = problem(document);
        one.name = document.name();
        one.version = document.version();
        one.result = problem == null ? null : CheckResult.unprocessed(problem);
    }

    /** Why a document cannot be looked at, or null. */
    private static String problem(NamedPages.Found document) {
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

    /** Those that are there, whether they can be looked at or not. */
    private Set<DocumentName> documents() {
        Set<DocumentName> documents = new HashSet<>();
        asked.stream().filter(one -> one.version != null).forEach(one -> documents.add(one.name));
        return documents;
    }

    /**
     * A changed canonical document is searched for as all others are: documents that were near to its earlier version may not be near now.
     */
    private void takeMemberships(Map<DocumentName, Membership> memberships) {
        for (CheckItem one : asked) {
            Membership membership = one.version == null ? null : memberships.get(one.name);
            if (membership != null && membership.document().redirectTarget() != null && membership.isOf(one.version)) {
                one.result = membership.document().isCanonical()
                        ? CheckResult.canonical(membership)
                        : CheckResult.redirect(membership);
            }
        }
        open().filter(one -> one.name != null).forEach(one -> {
            Membership membership = memberships.get(one.name);
            one.membership = membership;
            Target decided = decidedTarget(one);
            if (decided != null) {
                one.targets = List.of(decided);
            } else if (one.isDuplicate()) {
                one.targets = List.of(new Target(membership.document().canonical(), membership));
            } else if (membership != null && membership.isOf(one.version)) {
                one.result = CheckResult.canonical(membership);
            }
        });
    }

    /** The document to keep of one that people decided to be a duplicate of others; {@code null} if they did not. */
    private Target decidedTarget(CheckItem one) {
        Set<DocumentName> unit = new TreeSet<>(decisions.duplicatesOf(one.name));
        if (unit.isEmpty()) {
            return null;
        }
        unit.add(one.name);
        return unit.stream()
                .map(name -> {
                    Membership membership = decidedGroups.get(name);
                    DocumentName keeper =
                            membership == null ? name : membership.document().canonical();
                    return new Target(keeper, membership, decisions.by(one.name));
                })
                .filter(target -> decisions.areApart(one.name, target.page()) == false)
                .min(Comparator.comparing(Target::page, NearSearch.RANK_ORDER))
                .orElse(null);
    }

    private Set<DocumentName> targets() {
        Set<DocumentName> targets = new HashSet<>();
        open().flatMap(one -> one.targets.stream().map(Target::page).filter(page -> page.equals(one.name) == false))
                .forEach(targets::add);
        return targets;
    }

    private void takeOthers(Map<DocumentName, ComparablePage> found) {
        hold(found.values());
        others = found;
    }

    private void analyze(CheckItem one) {
        tools.deadline().check();
        one.page = PageFetcher.analyze(one.given, null, FingerprintParameters.BALANCED)
                .withApart(MustAgreeKeys.of(one.given.values(tools.rule().mustAgree())));
        hold(List.of(one.page));
    }

    /** Looks up which groups the near pages are in, and so what there is to compare with. */
    private void lookAtNear(ActionListener<Void> listener, List<List<DocumentName>> near) {
        Set<DocumentName> all = new HashSet<>();
        near.forEach(all::addAll);
        tools.groups().of(all, listener.map(memberships -> {
            Iterator<List<DocumentName>> next = near.iterator();
            for (CheckItem one : open().toList()) {
                List<DocumentName> nearest = next.next().stream()
                        .filter(other -> one.name == null || decisions.areApart(one.name, other) == false)
                        .toList();
                one.result = nearest.isEmpty() ? CheckResult.UNIQUE : null;
                one.targets = nearest.isEmpty() ? List.of() : targets(one, nearest, memberships);
            }
            return null;
        }));
    }

    private static List<Target> targets(
            CheckItem one, List<DocumentName> near, Map<DocumentName, Membership> memberships) {
        Map<DocumentName, Target> canonicals = new LinkedHashMap<>();
        for (DocumentName page : near) {
            Membership membership = memberships.get(page);
            if (membership != null && canonicals.size() < MOST_CANONICALS) {
                canonicals.putIfAbsent(
                        membership.document().canonical(),
                        new Target(membership.document().canonical(), membership));
            }
        }
        List<Target> targets = new ArrayList<>(canonicals.values());
        targets.add(new Target(kept(one, near), null));
        return targets;
    }

    /** The page that is kept without a group: the first in rank order, itself among them. */
    private static DocumentName kept(CheckItem one, List<DocumentName> near) {
        return Stream.concat(near.stream(), Stream.ofNullable(one.name))
                .min(NearSearch.RANK_ORDER)
                .orElseThrow();
    }

    /** The sites of pages that were given whole, in the indices of those that they are compared with. */
    private Set<IndexedSite> sitesOfGiven() {
        Set<IndexedSite> sites = new HashSet<>();
        open().filter(one -> one.given != null)
                .forEach(one -> one.targets.forEach(target -> sites.add(
                        new IndexedSite(target.page().index(), one.page.place().site()))));
        return sites;
    }

    private void compareWithTargets(CheckItem one) {
        for (Target target : one.targets) {
            tools.deadline().check();
            if (target.page().equals(one.name)) {
                one.result = CheckResult.canonical(target.by());
                return;
            }
            if (one.name != null && decisions.areApart(one.name, target.page())) {
                continue;
            }
            ComparablePage other = others.get(target.page());
            Comparison comparison = target.decided() == null || other == null
                    ? compare(one.page, other)
                    : tools.judge().judge(one.page, other, tools.deadline()::check);
            if (comparison != null) {
                one.result = CheckResult.duplicate(target.page(), target.by(), comparison)
                        .decided(target.decided());
                return;
            }
        }
    }

    /** The comparison of two pages if they are near; otherwise, or if the other does not exist, null. */
    private Comparison compare(ComparablePage page, ComparablePage other) {
        if (other == null || page.apart().isApartFrom(other.apart())) {
            return null;
        }
        ComparablePage here = page;
        if (page.id() == null) {
            here = page.in(other.place().index(), page.version());
            here = here.with(boilerplate.get(here.place()));
        }
        return tools.judge().related(here, other, tools.deadline()::check);
    }

    /** Accounts for texts, which take a byte or two a character. */
    private void hold(Collection<ComparablePage> pages) {
        long bytes = pages.stream().mapToLong(page -> 2L * page.text().length()).sum();
        CircuitBreaker breaker = tools.services().breaker();
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd check");
        held += bytes;
    }

    private void release() {
        tools.services().breaker().addWithoutBreaking(-held);
        held = 0;
    }
}
