package org.ndd.job.update;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.ndd.config.DocumentFields;
import org.ndd.core.group.CanonicalCandidate;
import org.ndd.core.group.Rank;
import org.ndd.partition.shard.CandidateReader;
import org.ndd.partition.shard.CanonicalFields;

/** Processes a {@link CandidateRequest}: reads the values of hits on their shards as a run does, with the rights of the user. */
public final class CandidatePhase implements FetchSubPhase {

    private static final String FIELD = "near_dup_candidate";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        return context.getSearchExt(CandidateRequest.NAME) instanceof CandidateRequest request
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
