package org.ndd.boilerplate;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.injection.guice.Inject;
import org.ndd.config.ActionServices;

/**
 * Deletes the boilerplate of a site: {@code DELETE /{index}/_ndd/boilerplate/{site}}. Requires {@code write} on the index and {@code
 * delete} on its index of boilerplate.
 */
public final class DeleteBoilerplateAction extends TransportBoilerplateAction<AcknowledgedResponse> {

    public static final ActionType<AcknowledgedResponse> TYPE =
            new ActionType<>("indices:data/write/ndd/boilerplate/delete");

    @Inject
    public DeleteBoilerplateAction(ActionServices action, BoilerplateStore boilerplate) {
        super(TYPE, action, boilerplate);
    }

    @Override
    void perform(BoilerplateStore store, String index, String site, ActionListener<AcknowledgedResponse> listener) {
        store.delete(index, site, listener.delegateFailureAndWrap((l, existed) -> {
            if (existed == false) {
                throw notFound(index, site);
            }
            l.onResponse(AcknowledgedResponse.TRUE);
        }));
    }
}
