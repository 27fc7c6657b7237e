package org.ndd.rank;

import org.elasticsearch.search.retriever.CompoundRetrieverBuilder.RetrieverSource;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.rank.NearDupRetrieverBuilder.CollapseRule;

/** Retrievers without a market. */
final class TestRetrievers {

    private TestRetrievers() {}

    static NearDupRetrieverBuilder of(
            RetrieverBuilder child,
            String field,
            int rankWindowSize,
            boolean collapse,
            String dest,
            SimilarityParameters similarity,
            Relation minRelation,
            MustAgree mustAgree) {
        ComparisonOptions options = new ComparisonOptions(
                new DocumentFields(field), similarity, new MatchRule(minRelation), mustAgree, null);
        return new NearDupRetrieverBuilder(
                RetrieverSource.from(child), rankWindowSize, collapse, new CollapseRule(dest, null, options), false);
    }
}
