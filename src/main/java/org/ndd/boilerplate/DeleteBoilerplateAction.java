package org.ndd.boilerplate;

import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;

/**
 * {@code DELETE /{index}/_ndd/boilerplate/{site}}: forgets boilerplate. Needs {@code write} on the index and {@code
 * delete} on its index of boilerplate.
 */
public final class DeleteBoilerplateAction {

    public static final ActionType<AcknowledgedResponse> TYPE =
            new ActionType<>("indices:data/write/ndd/boilerplate/delete");

    private DeleteBoilerplateAction() {}
}
