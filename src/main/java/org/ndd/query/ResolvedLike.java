package org.ndd.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.pair.ComparablePage;

/**
 * The resolved pages under {@code like} that shards receive, and the boilerplate that is excluded from comparisons. Fetched and checked
 * once, on the node that starts the search.
 *
 * @param pages the pages without their boilerplate
 * @param boilerplate boilerplate of their indices and of the searched indices
 */
record ResolvedLike(List<ComparablePage> pages, SearchBoilerplate boilerplate) implements Writeable {

    ResolvedLike {
        pages = List.copyOf(pages);
    }

    ResolvedLike(StreamInput in) throws IOException {
        this(in.readCollectionAsList(ComparablePage::new), new SearchBoilerplate(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(pages);
        boilerplate.writeTo(out);
    }

    /** Returns the same pages with the boilerplate in another state. */
    ResolvedLike withBoilerplate(SearchBoilerplate other) {
        return new ResolvedLike(pages, other);
    }
}
