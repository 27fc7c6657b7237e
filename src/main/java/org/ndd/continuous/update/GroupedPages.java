package org.ndd.continuous.update;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.pair.DocumentName;

/** The pages of some indices that are in groups. */
public final class GroupedPages {

    private GroupedPages() {}

    /**
     * Finds them.
     *
     * @param client of the user
     * @param run whose index has the groups
     * @param indices of the pages, which may be gone
     */
    public static void of(
            Client client,
            CircuitBreaker breaker,
            String run,
            Set<String> indices,
            ActionListener<Collection<DocumentName>> listener) {
        if (indices.isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        GroupIndex groups = new GroupIndex(client, breaker, run);
        groups.ofIndices(
                indices, ActionListener.runBefore(listener, groups::close).map(documents -> {
                    Collection<DocumentName> pages = new TreeSet<>();
                    documents.forEach(document -> pages.add(document.page()));
                    return pages;
                }));
    }
}
