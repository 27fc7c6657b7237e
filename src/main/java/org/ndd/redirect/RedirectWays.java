package org.ndd.redirect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.redirect.RedirectLookup.RedirectPage;

/**
 * The current state of pages and of the pages their redirects lead to, as far as it has been looked up. Not thread-safe; may be used by
 * several threads in turn.
 */
final class RedirectWays {

    private final RedirectLookup lookup;
    private final Runnable ensureNotCancelled;
    private final Map<DocumentName, RedirectPage> pages = new HashMap<>();
    private final Set<DocumentName> lookedUp = new HashSet<>();
    private final Map<String, DocumentName> pageByAddress = new HashMap<>();
    private final Set<String> requestedAddresses = new HashSet<>();

    RedirectWays(RedirectLookup lookup, Runnable ensureNotCancelled) {
        this.lookup = lookup;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Looks up pages that are not known yet. */
    void lookUp(Collection<DocumentName> names, ActionListener<Void> listener) {
        ensureNotCancelled.run();
        List<DocumentName> unknown = new ArrayList<>();
        names.stream().filter(lookedUp::add).forEach(unknown::add);
        lookup.findByName(unknown, listener.map(found -> {
            pages.putAll(found);
            return null;
        }));
    }

    /** The current state of the page; {@code null} if it does not exist. */
    RedirectPage page(DocumentName name) {
        return pages.get(name);
    }

    /** Whether a page exists and redirects. */
    boolean redirects(DocumentName name) {
        RedirectPage page = pages.get(name);
        return page != null && page.redirects();
    }

    /** Looks up the pages to which some pages lead, one hop at a time. */
    void follow(Collection<DocumentName> from, ActionListener<Void> listener) {
        follow(from, 0, listener);
    }

    private void follow(Collection<DocumentName> from, int hops, ActionListener<Void> listener) {
        ensureNotCancelled.run();
        Set<DocumentName> next = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        for (DocumentName name : from) {
            if (redirects(name)) {
                String address = page(name).address();
                // no document has an empty id
                if (requestedAddresses.contains(address) == false && address.isEmpty() == false) {
                    addresses.add(address);
                } else if (pageByAddress.containsKey(address)) {
                    next.add(pageByAddress.get(address));
                }
            }
        }
        if (hops == RedirectPath.MOST_HOPS || addresses.isEmpty() && next.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        lookup.findByAddress(addresses, listener.delegateFailureAndWrap((l, found) -> {
            requestedAddresses.addAll(addresses);
            found.forEach((address, page) -> {
                pageByAddress.put(address, page.name());
                // keep a page that was looked up before, so that all ways are of one view of it
                if (lookedUp.add(page.name())) {
                    pages.put(page.name(), page);
                }
                next.add(page.name());
            });
            follow(next, hops + 1, l);
        }));
    }

    /** The way of a page that redirects and was {@link #follow followed}. */
    RedirectPath<DocumentName> path(DocumentName name) {
        return RedirectPath.of(name, this::redirects, page -> {
            DocumentName next = pageByAddress.get(page(page).address());
            // deleted between two lookups
            return pages.containsKey(next) ? next : null;
        });
    }
}
