package org.ndd.compat;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** A weight whose scorers come from a supplier only. */
public abstract class WeightBase extends Weight {

    protected WeightBase(Query query) {
        super(query);
    }

    @Override
    public abstract ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException;

    @Override
    public final Scorer scorer(LeafReaderContext leaf) throws IOException {
        ScorerSupplier supplier = scorerSupplier(leaf);
        return supplier == null ? null : supplier.get(Long.MAX_VALUE);
    }

    /** The supplier of a scorer that is there already; {@code null} of none. */
    protected static ScorerSupplier supplier(Scorer scorer) {
        if (scorer == null) {
            return null;
        }
        return new ScorerSupplier() {
            @Override
            public Scorer get(long leadCost) {
                return scorer;
            }

            @Override
            public long cost() {
                return scorer.iterator().cost();
            }
        };
    }

    /** Matches no document. */
    protected final Scorer nothing() {
        return new ConstantScoreScorer(this, 0, ScoreMode.COMPLETE, DocIdSetIterator.empty());
    }
}
