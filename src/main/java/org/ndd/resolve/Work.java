package org.ndd.resolve;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.ndd.resolve.ResolveAction.Operation;

/** What a job does with the documents that it goes through. */
interface Work {

    /** Where the documents are. */
    String[] indices();

    QueryBuilder query();

    /** Whether each document that the query finds is one that the job is about. */
    default boolean isCountedBefore() {
        return true;
    }

    /**
     * Does it with some documents.
     *
     * @param listener gets the bytes that had to be held for it; fails where the job has to end
     */
    void process(List<SearchHit> documents, ActionListener<Long> listener);

    /** What may become of pages. */
    static Set<Outcome> outcomes(Operation operation) {
        EnumSet<Outcome> left = EnumSet.of(Outcome.CHANGED, Outcome.GONE, Outcome.FAILED);
        EnumSet<Outcome> unsure = EnumSet.of(Outcome.WINNER_CHANGED, Outcome.WINNER_GONE);
        switch (operation) {
            case DELETE -> {
                left.addAll(unsure);
                left.add(Outcome.DELETED);
            }
            case RESTORE -> {
                return EnumSet.of(Outcome.RESTORED, Outcome.EXISTS, Outcome.CHANGED, Outcome.FAILED);
            }
            case MARK -> {
                left.addAll(unsure);
                left.addAll(EnumSet.of(Outcome.MARKED, Outcome.UNMARKED, Outcome.NOOPS));
            }
            case UNMARK -> left.add(Outcome.UNMARKED);
        }
        return left;
    }
}
