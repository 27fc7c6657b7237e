package org.ndd.boilerplate;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.injection.guice.Inject;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyResponse;

/**
 * Returns the lines of boilerplate of a site: {@code GET /{index}/_ndd/boilerplate/{site}}. Requires {@code read} on the index and on its
 * index of boilerplate.
 */
public final class GetBoilerplateAction extends TransportBoilerplateAction<BodyResponse<StoredBoilerplate>> {

    public static final ActionType<BodyResponse<StoredBoilerplate>> TYPE =
            new ActionType<>("indices:data/read/ndd/boilerplate/get");

    @Inject
    public GetBoilerplateAction(ActionServices action, BoilerplateStore boilerplate) {
        super(TYPE, action, boilerplate);
    }

    @Override
    void perform(
            BoilerplateStore store,
            String index,
            String site,
            ActionListener<BodyResponse<StoredBoilerplate>> listener) {
        store.get(index, site, listener.delegateFailureAndWrap((l, boilerplate) -> {
            if (boilerplate == null) {
                throw notFound(index, site);
            }
            l.onResponse(new BodyResponse<>(boilerplate));
        }));
    }
}
