package org.ndd.pair;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Requests values of hits, in searches of the plugin: a {@link Phase} reads them on the shards, with the rights of the user, through
 * readers that hide documents and fields that the user may not see. Users cannot write it, because requests have no parser for it.
 */
public abstract class HitRequest extends SearchExtBuilder {

    private final String name;
    private final List<Object> parts;

    /** @param parts all fields */
    protected HitRequest(String name, Object... parts) {
        this.name = name;
        this.parts = List.of(parts);
    }

    /** Reads the hits of a shard, one segment after the other. */
    @FunctionalInterface
    public interface ShardReader {

        HitReader in(LeafReaderContext leaf) throws IOException;
    }

    /** Reads the values of a hit; none if they are empty. */
    @FunctionalInterface
    public interface HitReader {

        List<Object> read(FetchSubPhase.HitContext hit) throws IOException;
    }

    /** Reads the hits of a shard; {@code null} if nothing is to be read there. */
    protected abstract ShardReader reader(FetchContext shard);

    /**
     * Processes the requests of one name.
     *
     * @param request its name
     * @param field field of a hit that gets the values
     */
    public record Phase(String request, String field) implements FetchSubPhase {

        @Override
        public FetchSubPhaseProcessor getProcessor(FetchContext shard) {
            ShardReader reader = shard.getSearchExt(request) instanceof HitRequest found ? found.reader(shard) : null;
            return reader == null ? null : new Processor(reader, field);
        }
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final ShardReader shard;
        private final String field;
        private HitReader hits;

        Processor(ShardReader shard, String field) {
            this.shard = shard;
            this.field = field;
        }

        @Override
        public void setNextReader(LeafReaderContext leaf) throws IOException {
            hits = shard.in(leaf);
        }

        @Override
        public void process(FetchSubPhase.HitContext hit) throws IOException {
            List<Object> values = hits.read(hit);
            if (values.isEmpty() == false) {
                hit.hit().addDocumentFields(Map.of(field, new DocumentField(field, values)), Map.of());
            }
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }

    @Override
    public final String getWriteableName() {
        return name;
    }

    /** Prints nothing: a printed request shows what its user typed. */
    @Override
    public final XContentBuilder toXContent(XContentBuilder builder, Params params) {
        return builder;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof HitRequest that && name.equals(that.name) && parts.equals(that.parts);
    }

    @Override
    public final int hashCode() {
        return parts.hashCode();
    }
}
