package org.ndd.rank;

import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.RelationJudge;

/**
 * What makes one hit of a shard represent another.
 *
 * @param judge compares two pages
 * @param apart reads the values that keep pages apart
 * @param decisions of people, which count more than texts
 */
record HitRules(RelationJudge judge, MustAgreeFields apart, KnownDecisions decisions) {}
