package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The path of redirects from a document: a function only of the document and of the redirects on the path.
 *
 * @param pages the document itself and all documents on the path, in order; in a circle each once
 * @param end the document whose group it belongs to: the first that does not redirect; in a circle the first by name, which may be the
 *     document itself; {@code null} if there is none
 */
public record RedirectPath<P>(List<P> pages, P end) {

    /** Maximum number of redirects that are followed from a document, as in browsers; targets farther away are not found. */
    public static final int MAX_HOPS = 20;

    public RedirectPath {
        pages = List.copyOf(pages);
    }

    /**
     * Follows redirects. O(1), as hops are bounded.
     *
     * @param page document that redirects
     * @param redirects whether a document on the path redirects too
     * @param next the target of a document that redirects; {@code null} if no such document exists
     */
    public static <P extends Comparable<? super P>> RedirectPath<P> of(
            P page, Predicate<P> redirects, Function<P, P> next) {
        List<P> pages = new ArrayList<>(List.of(page));
        for (int hop = 0; hop < MAX_HOPS; hop++) {
            P following = next.apply(pages.get(hop));
            if (following == null) {
                return new RedirectPath<>(pages, null);
            }
            int before = pages.indexOf(following);
            if (before >= 0) {
                return new RedirectPath<>(pages, Collections.min(pages.subList(before, pages.size())));
            }
            pages.add(following);
            if (redirects.test(following) == false) {
                return new RedirectPath<>(pages, following);
            }
        }
        return new RedirectPath<>(pages, null);
    }

    /** Returns whether the path leads to no other document, and thus to no group of another document. */
    public boolean isAlone() {
        return end == null || pages.size() == 1;
    }
}
