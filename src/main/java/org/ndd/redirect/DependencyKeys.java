package org.ndd.redirect;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupDocument;
import org.ndd.redirect.RedirectLookup.RedirectPage;

/** The dependencies of the paths of redirects, which group documents store as keys of fixed length. */
final class DependencyKeys {

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
