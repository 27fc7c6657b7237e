package org.ndd.status;

import org.elasticsearch.action.ActionType;

/**
 * {@code POST /{index}/_ndd/status}. Needs {@code read} on the index, on the destination, and on the index of boilerplate if there is one.
 */
public final class StatusAction {

    public static final ActionType<StatusResponse> TYPE = new ActionType<>("indices:data/read/ndd/status");

    private StatusAction() {}
}
