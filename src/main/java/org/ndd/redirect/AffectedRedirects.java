package org.ndd.redirect;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.groups.GroupDocument;

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
                    byTarget.computeIfAbsent(path.end(), end -> new HashSet<>()).add(name);
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
                    .filter(name -> paths.containsKey(name) && paths.get(name).isAlone())
                    .count();
        }

        long countRedirects(Collection<DocumentName> documents) {
            return documents.stream().filter(paths::containsKey).count();
        }
    }
}
