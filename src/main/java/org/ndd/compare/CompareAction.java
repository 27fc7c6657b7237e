package org.ndd.compare;

import org.elasticsearch.action.ActionType;

/**
 * {@code POST /_ndd/compare} and {@code POST /{index}/_ndd/compare}. Needs {@code read} on the indices of the compared documents and on
 * their indices of boilerplate, if they have any.
 */
public final class CompareAction {

    public static final ActionType<CompareResponse> TYPE = new ActionType<>("indices:data/read/ndd/compare");

    private CompareAction() {}
}
