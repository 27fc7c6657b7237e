package org.ndd.compat;

import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;

/** Base class for scorers, whose constructor takes the weight in Elasticsearch 8. */
public abstract class ScorerBase extends Scorer {

    protected ScorerBase(Weight weight) {
        assert weight != null;
    }
}
