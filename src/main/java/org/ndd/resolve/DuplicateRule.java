package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.config.MatchRule;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.groups.GroupQueries;

/**
 * Selects the duplicates of a run for an operation.
 *
 * @param relation farthest relation to the canonical document: {@code same} or {@code near}
 * @param confidence minimum confidence of that relation, 0 to 1
 * @param containment minimum share of the page that its canonical document contains, 0 to 1
 */
public record DuplicateRule(Relation relation, double confidence, double containment) {

    static final ParseField CONTAINMENT = new ParseField("containment");

    public DuplicateRule {
        MatchRule.requireDuplicates(relation);
        SimilarityParameters.checkShare(SimilarityOptions.MIN_CONFIDENCE.getPreferredName(), confidence);
        SimilarityParameters.checkShare(CONTAINMENT.getPreferredName(), containment);
    }

    /** Matches the group documents of these duplicates in some indices. */
    BoolQueryBuilder query(List<String> indices) {
        return GroupQueries.duplicates(relation, confidence, containment).filter(GroupQueries.ofIndices(indices));
    }
}
