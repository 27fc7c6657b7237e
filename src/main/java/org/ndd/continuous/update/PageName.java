package org.ndd.continuous.update;

import java.util.Comparator;

/**
 * A page, whatever its version and routing.
 *
 * @param index the concrete index
 * @param id of the document
 */
public record PageName(String index, String id) implements Comparable<PageName> {

    private static final Comparator<PageName> ORDER =
            Comparator.comparing(PageName::index).thenComparing(PageName::id);

    @Override
    public int compareTo(PageName other) {
        return ORDER.compare(this, other);
    }
}
