package org.ndd.rank;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rescore.RescoreContext;

/**
 * One rescorer's work on one shard. The result has to reach the explanation of hits, which is made later, possibly by another request:
 * Elasticsearch passes on only the numbers of rescored documents. So these are those of demoted hits and, as -1 - number, of the hits that
 * represent them.
 */
final class NearDupRescoreContext extends RescoreContext {

    private final HitRules rules;

    /** @param window number of hits that are compared */
    NearDupRescoreContext(int window, HitRules rules) {
        super(window, NearDupRescorer.INSTANCE);
        this.rules = rules;
    }

    HitRules rules() {
        return rules;
    }

    /** Stores the result for explanations. */
    void storeResult(ScoreDoc[] hits, int[] leaders, BitSet demoted) {
        Set<Integer> docs = new HashSet<>();
        for (int i = demoted.nextSetBit(0); i >= 0; i = demoted.nextSetBit(i + 1)) {
            docs.add(hits[i].doc);
            docs.add(-1 - hits[leaders[i]].doc);
        }
        setRescoredDocs(docs);
    }

    /** Documents of hits that represent demoted ones, ascending. */
    List<Integer> leaders() {
        return getRescoredDocs().stream()
                .filter(doc -> doc < 0)
                .map(doc -> -1 - doc)
                .sorted()
                .toList();
    }
}
