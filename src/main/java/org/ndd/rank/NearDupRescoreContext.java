package org.ndd.rank;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.search.rescore.RescoreContext;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.RelationJudge;
import org.ndd.pair.ShardPages;

/**
 * One rescorer's work on one shard. The result has to reach the explanation of hits, which is made later, possibly by another request:
 * Elasticsearch passes on only the numbers of rescored documents. So these are those of demoted hits and, as -1 - number, of the hits that
 * represent them.
 */
final class NearDupRescoreContext extends RescoreContext {

    private final String index;
    private final DocumentFields fields;
    private final LoadedBoilerplate boilerplate;
    private final HitRules rules;
    private final CircuitBreaker breaker;

    /**
     * @param window number of hits that are compared
     * @param index concrete index of the shard
     * @param fields of the processor
     * @param boilerplate of the index
     * @param rules what makes one hit represent another
     * @param breaker accounts for texts in memory; null for none
     */
    NearDupRescoreContext(
            int window,
            String index,
            DocumentFields fields,
            LoadedBoilerplate boilerplate,
            HitRules rules,
            CircuitBreaker breaker) {
        super(window, NearDupRescorer.INSTANCE);
        this.index = index;
        this.fields = fields;
        this.boilerplate = boilerplate;
        this.rules = rules;
        this.breaker = breaker == null ? new NoopCircuitBreaker(CircuitBreaker.REQUEST) : breaker;
    }

    /** Pages of the shard. */
    ShardPages pages(IndexSearcher searcher) {
        return new ShardPages(searcher.getIndexReader().leaves(), index, fields);
    }

    /** What keeps pages of the shard apart. */
    MustAgreeFields.OnShard apart(IndexSearcher searcher) {
        return rules.apart().on(searcher.getIndexReader().leaves());
    }

    LoadedBoilerplate boilerplate() {
        return boilerplate;
    }

    KnownDecisions decisions() {
        return rules.decisions();
    }

    RelationJudge judge() {
        return rules.judge();
    }

    CircuitBreaker breaker() {
        return breaker;
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
