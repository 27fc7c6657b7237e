package org.ndd.redirect;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;

/**
 * The paths of the affected redirects.
 *
 * @param affected the stage before
 * @param paths paths of the affected redirects, and of targets that redirect
 * @param byTarget the affected redirects of each current target
 * @param targets current and earlier targets
 */
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

    /** Counts the given documents that redirect. */
    long countRedirects(Collection<DocumentName> documents) {
        return documents.stream().filter(paths::containsKey).count();
    }
}
