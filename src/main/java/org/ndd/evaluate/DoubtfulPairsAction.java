package org.ndd.evaluate;

import org.elasticsearch.action.ActionType;

/** {@code GET /{index}/_ndd/evaluate/pairs}. Needs {@code read} on the index and on its index of boilerplate, if it has one. */
public final class DoubtfulPairsAction {

    public static final ActionType<DoubtfulPairsResponse> TYPE =
            new ActionType<>("indices:data/read/ndd/evaluate/pairs");

    private DoubtfulPairsAction() {}
}
