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
import org.ndd.config.DocumentName;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming.StoredGroup;
import org.ndd.redirect.FollowedRedirects.DependencyKeys;
import org.ndd.redirect.RedirectUpdate.AffectedRedirects.ResolvedRedirects;
import org.ndd.redirect.RunRedirects.RedirectedRun;

/**
 * The paths of the affected redirects, with the groups of all documents. The last stage of {@link RedirectUpdate}. Redirects do not move
 * documents that have a group by their texts, because a run grouped them before they redirected.
 *
 * @param resolved the stage before
 * @param texts the new group document of each document by its text; {@code null} for documents that are in no group by their texts
 * @param stored group documents of redirects and targets before the update
 */
record RedirectGroups(
        ResolvedRedirects resolved, Map<DocumentName, GroupDocument> texts, Map<DocumentName, GroupDocument> stored) {

    /** Adds the groups: new documents by texts that differ from the index, {@code null} for none, and unchanged ones. */
    static RedirectGroups of(
            ResolvedRedirects resolved,
            Map<DocumentName, GroupDocument> changed,
            Collection<GroupDocument> unchanged,
            Collection<GroupDocument> targets) {
        Map<DocumentName, GroupDocument> texts = new HashMap<>(changed);
        unchanged.stream()
                .filter(document -> document.isPartOf() == false)
                .forEach(document -> texts.put(document.page(), document));
        Map<DocumentName, GroupDocument> stored =
                new HashMap<>(resolved.affected().stored());
        targets.forEach(document -> stored.putIfAbsent(document.page(), document));
        return new RedirectGroups(resolved, texts, stored);
    }

    private boolean hasTextGroup(DocumentName name) {
        return texts.get(name) != null;
    }

    /** Returns whether a recomputed redirect has this target. */
    private boolean isTargeted(DocumentName target) {
        return resolved.byTarget().getOrDefault(target, Set.of()).stream()
                .anyMatch(name -> hasTextGroup(name) == false);
    }

    private boolean wasTarget(DocumentName name) {
        GroupDocument document = stored.get(name);
        return document != null && document.isRedirectTarget();
    }

    /**
     * Returns the earlier targets that may still be the target of redirects that are not recomputed, each with the ids of the group
     * documents to ignore.
     */
    Map<DocumentName, Set<String>> uncertainTargets() {
        Map<DocumentName, Set<String>> ignoredIds = new TreeMap<>();
        for (DocumentName target : resolved.targets()) {
            if (wasTarget(target) && hasTextGroup(target) == false && isTargeted(target) == false) {
                ignoredIds.put(target, new TreeSet<>());
            }
        }
        for (DocumentName name : resolved.affected().redirects()) {
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
    Set<String> newNames(RedirectedRun run) {
        Set<String> names = new TreeSet<>();
        for (DocumentName target : resolved.byTarget().keySet()) {
            if (hasTextGroup(target) == false && wasTarget(target) == false) {
                names.add(run.groupName(target));
            }
        }
        return names;
    }

    /** Returns the names of groups by texts after the update. */
    Set<String> namesOfTexts() {
        Set<String> names = new HashSet<>();
        texts.values().stream().filter(Objects::nonNull).forEach(document -> names.add(document.group()));
        return names;
    }

    /**
     * Returns the changes in order of the documents.
     *
     * @param remaining earlier targets that are still the target of redirects that are not recomputed
     * @param taken names of other groups
     * @param step suffix that makes the name of a group unique if another group has that name
     * @param followed current state of all documents
     */
    List<GroupChange> changes(
            Set<DocumentName> remaining,
            Set<String> taken,
            RedirectedRun run,
            String step,
            FollowedRedirects followed) {
        Map<DocumentName, GroupDocument> after = new TreeMap<>();
        for (DocumentName target : resolved.targets()) {
            if (hasTextGroup(target) == false && isTargeted(target)) {
                after.put(target, target(target, taken, run, step, followed));
            } else if (remaining.contains(target)) {
                after.put(target, stored.get(target));
            }
        }
        for (DocumentName name : resolved.documents()) {
            if (hasTextGroup(name) == false
                    && after.containsKey(name) == false
                    && resolved.paths().containsKey(name)) {
                after.put(name, redirecting(name, after, run, followed));
            }
        }
        List<GroupChange> changes = new ArrayList<>();
        for (DocumentName name : resolved.documents()) {
            GroupDocument before = stored.get(name);
            GroupDocument now = after.get(name);
            if (Objects.equals(before, now) == false) {
                changes.add(new GroupChange(before, now));
            }
        }
        return changes;
    }

    private GroupDocument target(
            DocumentName target, Set<String> taken, RedirectedRun run, String step, FollowedRedirects followed) {
        String name = run.groupName(target);
        String group = wasTarget(target) ? stored.get(target).group() : taken.contains(name) ? name + "@" + step : name;
        ComparedDocument page = followed.page(target).document();
        StoredGroup alone = new StoredGroup(run.index(), group, target.id(), 1);
        return GroupDocument.of(alone, page, Role.LEADER, page, Verdict.EQUAL, run.markets())
                .asTarget(dependencies(target, followed));
    }

    private GroupDocument redirecting(
            DocumentName name, Map<DocumentName, GroupDocument> after, RedirectedRun run, FollowedRedirects followed) {
        DocumentName end = resolved.paths().get(name).end();
        ComparedDocument page = followed.page(name).document();
        // a document that is not recomputed was the end of a cycle of redirects, and is not a target any more
        if (end == null || end.equals(name) || resolved.affected().redirects().contains(name) == false) {
            return GroupDocument.alone(run.index(), page, dependencies(name, followed));
        }
        GroupDocument target = hasTextGroup(end) ? texts.get(end) : after.get(end);
        return target.redirectedBy(run.index(), page, dependencies(name, followed));
    }

    private Set<String> dependencies(DocumentName name, FollowedRedirects followed) {
        return resolved.paths().containsKey(name)
                ? DependencyKeys.of(resolved.paths().get(name), followed::page)
                : Set.of(DependencyKeys.ofPage(name));
    }
}
