package org.ndd.template;

import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;

/**
 * {@code DELETE /{index}/_ndd/templates/{site}}: forgets a template. Needs {@code write} on the index and {@code
 * delete} on its index of templates.
 */
public final class DeleteTemplateAction {

    public static final ActionType<AcknowledgedResponse> TYPE =
            new ActionType<>("indices:data/write/ndd/templates/delete");

    private DeleteTemplateAction() {}
}
