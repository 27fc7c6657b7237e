package org.ndd.pair;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.MustAgreeKeys;

/** Processes an {@link Request}: reads the values of hits on their shards, with the rights of the user. */
public final class MustAgreePhase implements FetchSubPhase {

    private static final String FIELD = "near_dup_apart";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        return context.getSearchExt(Request.NAME) instanceof Request request
                ? new Processor(MustAgreeFields.of(request.mustAgree(), context.getSearchExecutionContext()))
                : null;
    }

    /** The values that the phase wrote into a hit, a list for each field. */
    static List<List<String>> values(SearchHit hit) {
        return hit.field(FIELD).getValues().stream()
                .map(values -> ((List<?>) values).stream().map(Object::toString).toList())
                .toList();
    }

    /** What keeps the page of a hit apart. */
    public static MustAgreeKeys keys(SearchHit hit) {
        return MustAgreeKeys.of(values(hit));
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final MustAgreeFields fields;
        private MustAgreeFields.Segment segment;

        Processor(MustAgreeFields fields) {
            this.fields = fields;
        }

        @Override
        public void setNextReader(LeafReaderContext leaf) {
            segment = fields.in(leaf);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            List<Object> values = List.copyOf(segment.values(hit.docId()));
            hit.hit().addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, values)), Map.of());
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }

    /** Requests the values that keep hits apart. */
    public static final class Request extends HitRequest {

        public static final String NAME = "near_dup_apart";

        private final MustAgree mustAgree;

        public Request(MustAgree mustAgree) {
            super(NAME, mustAgree);
            this.mustAgree = mustAgree;
        }

        public Request(StreamInput in) throws IOException {
            this(new MustAgree(in));
        }

        MustAgree mustAgree() {
            return mustAgree;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            mustAgree.writeTo(out);
        }
    }
}
