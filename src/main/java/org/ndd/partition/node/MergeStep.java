package org.ndd.partition.node;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.partition.node.StepHandlers.StepContext;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/** Merges a range of terms over all shards, and sends the results over all shards to each one: originals of equal texts, and candidates. */
final class MergeStep {

    private final StepContext step;
    private final ShardClients peers;
    private final CircuitBreaker breaker;
    private final StepCounts counts = new StepCounts();

    MergeStep(StepContext step, CircuitBreaker breaker) {
        this.step = step;
        this.peers = step.peers();
        this.breaker = breaker;
    }

    /**
     * Finds equal digests. The first document in rank order is the original of the others with the same digest and the same values of the
     * fields of {@code must_agree}.
     */
    StepCounts digests(String prefix) throws IOException {
        int most = hasMustAgreeFields() ? CandidateParameters.DIGEST_KEYS : 1;
        merge(
                TermQuery.of(TermKind.DIGEST, new BytesRef(prefix), most).keyed(hasMustAgreeFields()),
                (term, frequency, same, head) -> {
                    if (frequency > 1) {
                        head.fill(same);
                        head.keepFirstOfEachKey(most);
                        for (TermCursor cursor : same) {
                            cursor.deliver(0, head, head.size(), false, false);
                        }
                    }
                });
        return counts;
    }

    private boolean hasMustAgreeFields() {
        return step.options().grouping().mustAgree().isEmpty() == false;
    }

    /**
     * Sends the head of each posting list of at least two documents to the shards that have documents of it. Of a list that is too common,
     * sends only the part that is used in this case.
     *
     * @param documents number of documents of the run that are not exact duplicates of others
     * @param first whether this is the first time that the range is merged: terms are counted once
     */
    StepCounts fingerprints(String prefix, long documents, boolean first) throws IOException {
        CandidateParameters rule = step.options().grouping().candidates();
        FrequencyRule frequencies = rule.frequencyRule(documents);
        boolean keyed = hasMustAgreeFields() && rule.isOfSets() == false;
        int most = keyed ? CandidateParameters.LIST_SCAN : rule.listHead(false);
        int mostOfCommon = keyed ? most : rule.listHead(true);
        merge(
                TermQuery.of(TermKind.FINGERPRINT, new BytesRef(prefix), most).keyed(keyed),
                (term, frequency, same, head) -> {
                    counts.add(Count.FINGERPRINTS, first ? 1 : 0);
                    if (frequency > 1) {
                        boolean kept = keep(frequencies, term, frequency, same);
                        counts.add(Count.COMMON_FINGERPRINTS, kept == false && first ? 1 : 0);
                        if (kept || mostOfCommon > 0) {
                            head.fill(same);
                            int weight = FrequencyRule.weight(frequency);
                            int count = Math.min(kept ? most : mostOfCommon, head.size());
                            for (TermCursor cursor : same) {
                                cursor.deliver(weight, head, count, count == frequency, kept == false);
                            }
                        }
                    }
                });
        return counts;
    }

    private boolean keep(FrequencyRule rule, BytesRef term, long frequency, List<TermCursor> cursors)
            throws IOException {
        if (rule.needsSites(frequency) == false) {
            return rule.keep(frequency);
        }
        Map<String, Long> sites = new HashMap<>();
        for (TermCursor cursor : cursors) {
            peers.call(cursor.ordinal(), ShardMethod.SITES, term)
                    .forEach((site, count) -> sites.merge(site, count, Long::sum));
        }
        return rule.keep(frequency, sites.values());
    }

    private void merge(TermQuery query, TermMerge.Sink sink) throws IOException {
        try (TermMerge merge = TermMerge.of(step.plan(), breaker, peers, query, step::ensureActive)) {
            merge.run(sink);
        }
    }
}
