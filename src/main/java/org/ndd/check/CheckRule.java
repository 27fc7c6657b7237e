package org.ndd.check;

import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * The criteria for a duplicate.
 *
 * @param fields of the processor
 * @param similarity thresholds and rule
 * @param minRelation the farthest relation to the canonical document that suffices
 * @param minContainment minimum share of a document that another contains, if it has no near-duplicates; {@link
 *     org.ndd.config.MinContainment#NONE} to search for no such documents
 * @param mustAgree fields whose values keep pages apart
 * @param decisionsIndex index of decisions of people, or {@code null}
 */
record CheckRule(
        DocumentFields fields,
        SimilarityParameters similarity,
        Relation minRelation,
        double minContainment,
        MustAgree mustAgree,
        String decisionsIndex) {}
