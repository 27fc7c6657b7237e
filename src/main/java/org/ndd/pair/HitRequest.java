package org.ndd.pair;

import java.io.IOException;
import java.util.HashMap;
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
 * Requests values of hits in searches of the plugin. A {@link Phase} reads them on the shards, with the rights of the user, through readers
 * that hide documents and fields that the user may not see. Users cannot send it, because requests have no parser for it.
 */
public abstract class HitRequest extends SearchExtBuilder {

    private final String name;
    private final List<Object> parts;

    /** @param parts all fields of the subclass */
    protected HitRequest(String name, Object... parts) {
        this.name = name;
        this.parts = List.of(parts);
    }

    /** Reads the hits of a shard, one segment after the other. */
    @FunctionalInterface
    public interface ShardReader {

        HitReader in(LeafReaderContext leaf) throws IOException;
    }

    /** Reads the values of a hit; an empty list adds no field. */
    @FunctionalInterface
    public interface HitReader {

        List<Object> read(FetchSubPhase.HitContext hit) throws IOException;
    }

    protected abstract ShardReader reader(FetchContext shard);

    /** Returns the name of the hit field that receives the values. */
    protected String field() {
        return name;
    }

    public record Phase(List<String> requests) implements FetchSubPhase {

        @Override
        public FetchSubPhaseProcessor getProcessor(FetchContext shard) {
            Map<String, ShardReader> readers = new HashMap<>();
            for (String name : requests) {
                if (shard.getSearchExt(name) instanceof HitRequest request) {
                    readers.put(request.field(), request.reader(shard));
                }
            }
            return readers.isEmpty() ? null : processor(readers);
        }

        private static FetchSubPhaseProcessor processor(Map<String, ShardReader> readers) {
            Map<String, HitReader> ofSegment = new HashMap<>();
            return new FetchSubPhaseProcessor() {
                @Override
                public void setNextReader(LeafReaderContext leaf) throws IOException {
                    for (Map.Entry<String, ShardReader> reader : readers.entrySet()) {
                        ofSegment.put(reader.getKey(), reader.getValue().in(leaf));
                    }
                }

                @Override
                public void process(FetchSubPhase.HitContext hit) throws IOException {
                    for (Map.Entry<String, HitReader> reader : ofSegment.entrySet()) {
                        List<Object> values = reader.getValue().read(hit);
                        if (values.isEmpty() == false) {
                            DocumentField field = new DocumentField(reader.getKey(), values);
                            hit.hit().addDocumentFields(Map.of(reader.getKey(), field), Map.of());
                        }
                    }
                }

                @Override
                public StoredFieldsSpec storedFieldsSpec() {
                    return StoredFieldsSpec.NO_REQUIREMENTS;
                }
            };
        }
    }

    @Override
    public final String getWriteableName() {
        return name;
    }

    /** Writes nothing, because a printed request shows only the input of its user. */
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
