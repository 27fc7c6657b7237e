package org.ndd.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Checks whether a search was cancelled or is out of time. Elasticsearch exposes that to queries in one way only: the readers of a search
 * check it at the start of each read of terms, and throw the exception that ends the search.
 */
final class SearchCancellation {

    private SearchCancellation() {}

    /**
     * A check that throws once the search is to end. Costs about a microsecond.
     *
     * @param reader a segment, as the search gives it
     * @param field indexed; without it in the segment nothing is checked
     */
    static Runnable of(LeafReader reader, String field) throws IOException {
        Terms terms = reader.terms(field);
        return () -> {
            try {
                if (terms != null) {
                    terms.iterator();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
