package org.ndd.job.update;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.ndd.config.DocumentFields;
import org.ndd.core.group.CanonicalCandidate;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Rank;
import org.ndd.pair.HitRequest;
import org.ndd.partition.plan.CanonicalOptions;
import org.ndd.partition.shard.CandidateReader;
import org.ndd.partition.shard.CanonicalFields;

/** Processes a {@link Request}: reads the values of hits on their shards as a run does, with the rights of the user. */
public final class CandidatePhase implements FetchSubPhase {

    private static final String FIELD = "near_dup_candidate";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        return context.getSearchExt(Request.NAME) instanceof Request request
                ? new Processor(
                        request.fields(), CanonicalFields.of(request.canonicals(), context.getSearchExecutionContext()))
                : null;
    }

    /** The values that the phase wrote into a hit. */
    static CanonicalCandidate candidate(SearchHit hit) {
        List<Object> values = hit.field(FIELD).getValues();
        Double[] fields = values.stream().skip(2).map(value -> (Double) value).toArray(Double[]::new);
        return new CanonicalCandidate(
                hit.getId(),
                Rank.of(hit.getId()),
                ((Number) values.get(0)).longValue(),
                (String) values.get(1),
                Arrays.asList(fields));
    }

    /** Requests the values of hits that canonical document rules compare, in a search of a checkpoint. */
    public static final class Request extends HitRequest {

        public static final String NAME = "near_dup_candidate";

        private final DocumentFields fields;
        private final CanonicalRules canonicals;

        Request(DocumentFields fields, CanonicalRules canonicals) {
            super(NAME, fields, canonicals);
            this.fields = fields;
            this.canonicals = canonicals;
        }

        public Request(StreamInput in) throws IOException {
            this(new DocumentFields(in.readString()), CanonicalOptions.readFrom(in));
        }

        DocumentFields fields() {
            return fields;
        }

        CanonicalRules canonicals() {
            return canonicals;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(fields.parent());
            CanonicalOptions.writeTo(canonicals, out);
        }
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final DocumentFields target;
        private final CanonicalFields fields;
        private CandidateReader reader;

        Processor(DocumentFields target, CanonicalFields fields) {
            this.target = target;
            this.fields = fields;
        }

        @Override
        public void setNextReader(LeafReaderContext leaf) {
            reader = new CandidateReader(leaf.reader(), target, fields);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            String id = hit.hit().getId();
            CanonicalCandidate candidate = reader.read(hit.docId(), id, Rank.of(id));
            List<Object> values = new ArrayList<>();
            values.add(candidate.length());
            values.add(candidate.url());
            values.addAll(candidate.fields());
            hit.hit().addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, values)), Map.of());
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }
}
