package org.ndd.redirect;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.ndd.config.DocumentName;
import org.ndd.core.group.RedirectPath;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupDocument;

/** The dependencies of the ways of redirects, which documents of redirects store as keys of fixed length. */
final class DependencyKeys {

    private DependencyKeys() {}

    /** The key that marks a dependency on a page. */
    static String ofPage(DocumentName page) {
        return "p" + GroupDocument.key(page, Role.REDIRECT);
    }

    /** The key that marks a dependency on the page that has an address. Addresses may be longer than terms. */
    static String ofAddress(String address) {
        return "a" + GroupDocument.key(new DocumentName("", address), Role.REDIRECT);
    }

    /** All keys on which a way depends. */
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
}
