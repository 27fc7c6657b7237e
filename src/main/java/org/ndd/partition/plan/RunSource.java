package org.ndd.partition.plan;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.internal.AliasFilter;

/**
 * The documents of a run.
 *
 * @param indices the source as the user wrote it, against which all requests are authorized
 * @param concrete the concrete indices of the source, in order of name
 * @param reference the concrete indices of the reference, in order of name; their filters contain its query
 * @param query which documents of the source take part; {@code null} for all
 */
public record RunSource(
        OriginalIndices indices, List<SourceIndex> concrete, List<SourceIndex> reference, QueryBuilder query)
        implements Writeable {

    /**
     * An index of the source or of the reference.
     *
     * @param aliasFilter filter of the aliases by which the index is meant
     */
    public record SourceIndex(Index index, AliasFilter aliasFilter) implements Writeable {

        SourceIndex(StreamInput in) throws IOException {
            this(new Index(in), AliasFilter.readFrom(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            index.writeTo(out);
            aliasFilter.writeTo(out);
        }
    }

    RunSource(StreamInput in) throws IOException {
        this(
                OriginalIndices.readOriginalIndices(in),
                in.readCollectionAsImmutableList(SourceIndex::new),
                in.readCollectionAsImmutableList(SourceIndex::new),
                in.readOptionalNamedWriteable(QueryBuilder.class));
    }

    /** The concrete indices of the source, and then those of the reference. */
    public List<SourceIndex> withReference() {
        return Stream.concat(concrete.stream(), reference.stream()).toList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        OriginalIndices.writeOriginalIndices(indices, out);
        out.writeCollection(concrete);
        out.writeCollection(reference);
        out.writeOptionalNamedWriteable(query);
    }
}
