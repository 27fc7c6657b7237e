package org.ndd.resolve;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.ndd.resolve.ResolveAction.Operation;

/** The processing of the documents of a task. */
interface Work {

    /** The indices of the documents. */
    String[] indices();

    QueryBuilder query();

    /** Whether the task processes each document that the query finds, so that the total is known before. */
    default boolean isTotalKnown() {
        return true;
    }

    /**
     * Processes some documents.
     *
     * @param listener gets the number of bytes that were held for it; fails if the task has to end
     */
    void process(List<SearchHit> documents, ActionListener<Long> listener);

    /** The possible outcomes for pages. */
    static Set<Outcome> outcomes(Operation operation) {
        EnumSet<Outcome> outcomes = EnumSet.of(Outcome.VERSION_CONFLICTS, Outcome.MISSING, Outcome.FAILED);
        EnumSet<Outcome> unsure = EnumSet.of(Outcome.CANONICAL_CHANGED, Outcome.CANONICAL_MISSING);
        switch (operation) {
            case DELETE -> {
                outcomes.addAll(unsure);
                outcomes.add(Outcome.DELETED);
            }
            case RESTORE -> {
                return EnumSet.of(Outcome.RESTORED, Outcome.EXISTS, Outcome.VERSION_CONFLICTS, Outcome.FAILED);
            }
            case MARK -> {
                outcomes.addAll(unsure);
                outcomes.addAll(EnumSet.of(Outcome.MARKED, Outcome.UNMARKED, Outcome.NOOPS));
            }
            case UNMARK -> outcomes.add(Outcome.UNMARKED);
        }
        return outcomes;
    }
}
