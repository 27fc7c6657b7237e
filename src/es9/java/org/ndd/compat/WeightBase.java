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

/** Base class for weights with a scorer supplier. */
public abstract class WeightBase extends Weight {

    protected WeightBase(Query query) {
        super(query);
    }

    @Override
    public abstract ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException;

    /** Returns the supplier of an existing scorer, or {@code null} if it is null. */
    protected static ScorerSupplier supplier(Scorer scorer) {
        return scorer == null ? null : new DefaultScorerSupplier(scorer);
    }

    /** Matches documents with one score. */
    protected final Scorer constant(float score, DocIdSetIterator matches) {
        return new ConstantScoreScorer(score, ScoreMode.COMPLETE, matches);
    }

    /** Returns a scorer without documents. */
    protected final Scorer emptyScorer() {
        return constant(0, DocIdSetIterator.empty());
    }
}
