package org.ndd.redirect;

import java.util.Collection;
import java.util.List;

/**
 * The run to whose groups pages are attached.
 *
 * @param index name of the run and of its index
 * @param severalIndices whether an id alone does not identify a page
 * @param markets markets that have separate canonical documents, in the order of their names
 */
public record RedirectedRun(String index, boolean severalIndices, Collection<String> markets) {

    public RedirectedRun {
        markets = List.copyOf(markets);
    }
}
