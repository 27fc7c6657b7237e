package org.ndd.rank;

import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.rank.RankDoc.RankKey;

/** Writes the hits that a hit represents into {@code hits[].fields.near_dup}. */
public final class SimilarHitsPhase implements FetchSubPhase {

    /** The field of a hit. */
    public static final String FIELD = "near_dup";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        if (context.getSearchExt(SimilarHits.NAME) instanceof SimilarHits similar) {
            int shard = context.getSearchExecutionContext().getShardRequestIndex();
            return new Processor(similar, shard, context.explain());
        }
        return null;
    }

    private record Processor(SimilarHits similar, int shard, boolean explain) implements FetchSubPhaseProcessor {

        @Override
        public void setNextReader(LeafReaderContext readerContext) {}

        @Override
        public void process(HitContext hit) {
            int doc = hit.readerContext().docBase + hit.docId();
            HitGroup group = similar.get(new RankKey(doc, shard));
            if (group != null) {
                DocumentField field = new DocumentField(FIELD, List.of(group.asField(explain)));
                hit.hit().addDocumentFields(Map.of(FIELD, field), Map.of());
            }
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }
}
