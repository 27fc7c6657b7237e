package org.ndd.compare;

import org.elasticsearch.action.ActionType;

/**
 * {@code POST /_ndd/compare} and {@code POST /{index}/_ndd/compare}. Needs {@code read} on the indices of the documents
 * compared and, where they have them, on their indices of templates.
 */
public final class CompareAction {

    public static final ActionType<CompareResponse> TYPE = new ActionType<>("indices:data/read/ndd/compare");

    private CompareAction() {}
}
