package org.ndd.check;

import org.elasticsearch.action.ActionType;

/**
 * {@code POST /{index}/_ndd/check}. Needs {@code read} on the index, on the destination, and on the index of boilerplate if there is one.
 */
public final class CheckAction {

    public static final ActionType<CheckResponse> TYPE = new ActionType<>("indices:data/read/ndd/check");

    private CheckAction() {}
}
