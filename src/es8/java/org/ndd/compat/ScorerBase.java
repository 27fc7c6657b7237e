package org.ndd.compat;

import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;

/** A scorer, which knows its weight on line 8. */
public abstract class ScorerBase extends Scorer {

    protected ScorerBase(Weight weight) {
        super(weight);
    }
}
