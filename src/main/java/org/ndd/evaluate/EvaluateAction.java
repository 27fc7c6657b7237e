package org.ndd.evaluate;

import org.elasticsearch.action.ActionType;

/** {@code POST /{index}/_ndd/evaluate}. Needs {@code read} on the index and on its index of boilerplate, if it has one. */
public final class EvaluateAction {

    public static final ActionType<EvaluateResponse> TYPE = new ActionType<>("indices:data/read/ndd/evaluate");

    private EvaluateAction() {}
}
