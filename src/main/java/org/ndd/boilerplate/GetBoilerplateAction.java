package org.ndd.boilerplate;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalResponse;
import org.ndd.config.NodeServices;

/**
 * Returns the lines of boilerplate of a site: {@code GET /{index}/_ndd/boilerplate/{site}}. Requires {@code read} on the index and on its
 * index of boilerplate.
 */
public final class GetBoilerplateAction extends TransportBoilerplateAction<GetBoilerplateAction.Response> {

    public static final ActionType<Response> TYPE = new ActionType<>("indices:data/read/ndd/boilerplate/get");

    /** Returns the boilerplate. */
    public static final class Response extends LocalResponse {

        private final StoredBoilerplate boilerplate;

        public Response(StoredBoilerplate boilerplate) {
            this.boilerplate = Objects.requireNonNull(boilerplate);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return boilerplate.toXContent(builder, params);
        }

        public StoredBoilerplate boilerplate() {
            return boilerplate;
        }
    }

    @Inject
    public GetBoilerplateAction(
            TransportService transportService,
            ActionFilters filters,
            NodeServices services,
            BoilerplateStore boilerplate) {
        super(TYPE.name(), transportService, filters, services, boilerplate);
    }

    @Override
    void perform(BoilerplateStore store, String index, String site, ActionListener<Response> listener) {
        store.get(index, site, listener.delegateFailureAndWrap((l, boilerplate) -> {
            if (boilerplate == null) {
                throw notFound(index, site);
            }
            l.onResponse(new Response(boilerplate));
        }));
    }
}
