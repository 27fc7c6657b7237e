package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The path of redirects from a page: a function only of the page and of the redirects on the path.
 *
 * @param pages the page itself and all pages on the path, in order; in a circle each once
 * @param end the page whose group it belongs to: the first that does not redirect; of a circle the first by name, which may be the page
 *     itself; {@code null} if there is none
 */
public record RedirectPath<P>(List<P> pages, P end) {

    /** Maximum number of redirects that are followed from a page, as in browsers; targets farther away are not found. */
    public static final int MOST_HOPS = 20;

    public RedirectPath {
        pages = List.copyOf(pages);
    }

    /**
     * Follows redirects. O(1), as hops are bounded.
     *
     * @param page page that redirects
     * @param redirects whether a page on the path redirects too
     * @param next the target of a page that redirects; {@code null} if no such page exists
     */
    public static <P extends Comparable<? super P>> RedirectPath<P> of(
            P page, Predicate<P> redirects, Function<P, P> next) {
        List<P> pages = new ArrayList<>(List.of(page));
        for (int hop = 0; hop < MOST_HOPS; hop++) {
            P led = next.apply(pages.get(hop));
            if (led == null) {
                return new RedirectPath<>(pages, null);
            }
            int before = pages.indexOf(led);
            if (before >= 0) {
                return new RedirectPath<>(pages, Collections.min(pages.subList(before, pages.size())));
            }
            pages.add(led);
            if (redirects.test(led) == false) {
                return new RedirectPath<>(pages, led);
            }
        }
        return new RedirectPath<>(pages, null);
    }

    /** Whether it leads to no other page, and thus to no group of another page. */
    public boolean isAlone() {
        return end == null || pages.size() == 1;
    }
}
