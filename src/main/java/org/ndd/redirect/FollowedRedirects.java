package org.ndd.redirect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupDocument;
import org.ndd.redirect.RedirectLookup.RedirectPage;

/**
 * Holds the current state of the documents that were looked up, and follows their redirects. Not thread-safe, but several threads may use
 * it one after another.
 */
final class FollowedRedirects {

    private final RedirectLookup lookup;
    private final Runnable ensureNotCancelled;
    private final Map<DocumentName, RedirectPage> pages = new HashMap<>();
    private final Set<DocumentName> lookedUp = new HashSet<>();
    private final Map<String, DocumentName> pageByAddress = new HashMap<>();
    private final Set<String> requestedAddresses = new HashSet<>();

    FollowedRedirects(RedirectLookup lookup, Runnable ensureNotCancelled) {
        this.lookup = lookup;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Looks up documents that were not looked up yet. */
    void lookUp(Collection<DocumentName> names, ActionListener<Void> listener) {
        ensureNotCancelled.run();
        List<DocumentName> unknown = new ArrayList<>();
        names.stream().filter(lookedUp::add).forEach(unknown::add);
        lookup.findByName(unknown, listener.map(found -> {
            pages.putAll(found);
            return null;
        }));
    }

    /** Returns the current state of a document; {@code null} if it does not exist. */
    RedirectPage page(DocumentName name) {
        return pages.get(name);
    }

    /** Whether a document exists and redirects. */
    boolean redirects(DocumentName name) {
        RedirectPage page = pages.get(name);
        return page != null && page.redirects();
    }

    /** Looks up the targets of redirects, one hop at a time. */
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
        if (hops == RedirectPath.MAX_HOPS || addresses.isEmpty() && next.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        lookup.findByAddress(addresses, listener.delegateFailureAndWrap((l, found) -> {
            requestedAddresses.addAll(addresses);
            found.forEach((address, page) -> {
                pageByAddress.put(address, page.name());
                // keep a document that was looked up earlier, so that all paths use the same state of it
                if (lookedUp.add(page.name())) {
                    pages.put(page.name(), page);
                }
                next.add(page.name());
            });
            follow(next, hops + 1, l);
        }));
    }

    /** Returns the path of a redirect that was {@link #follow followed}. */
    RedirectPath<DocumentName> path(DocumentName name) {
        return RedirectPath.of(name, this::redirects, page -> {
            DocumentName next = pageByAddress.get(page(page).address());
            // the document was deleted between two lookups
            return pages.containsKey(next) ? next : null;
        });
    }

    /** The dependencies of the paths of redirects, which group documents store as keys of fixed length. */
    static final class DependencyKeys {

        private DependencyKeys() {}

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

        /**
         * Returns the keys on which paths may depend: changed documents and their current addresses. Earlier addresses are stored with the
         * paths.
         */
        static Set<String> ofChanged(Collection<DocumentName> changed, Function<DocumentName, RedirectPage> pages) {
            Set<String> keys = new TreeSet<>();
            for (DocumentName name : changed) {
                keys.add(ofPage(name));
                keys.add(ofAddress(name.id()));
                RedirectPage page = pages.apply(name);
                if (page != null) {
                    page.urls().forEach(url -> keys.add(ofAddress(url)));
                }
            }
            return keys;
        }
    }
}
