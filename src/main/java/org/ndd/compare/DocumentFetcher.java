package org.ndd.compare;

import java.util.Map;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.ndd.config.DocumentFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.SourcePage;

/** Fetches what the processor wrote into a document, with the rights of the client's user. */
final class DocumentFetcher {

    private final Client client;
    private final DocumentFields fields;

    DocumentFetcher(Client client, DocumentFields fields) {
        this.client = client;
        this.fields = fields;
    }

    /**
     * Fetches a document.
     *
     * @param listener gets {@link ResourceNotFoundException} (404) where it does not exist and {@link
     *     IllegalArgumentException} (400) where it lacks what the processor writes
     */
    void fetch(CompareSide side, ActionListener<ComparablePage> listener) {
        String[] wanted = {fields.text(), fields.site(), fields.version()};
        GetRequest request = new GetRequest(side.index(), side.id())
                .routing(side.routing())
                .fetchSourceContext(FetchSourceContext.of(true, wanted, null));
        client.get(request, listener.delegateFailureAndWrap((l, response) -> l.onResponse(page(side, response))));
    }

    private ComparablePage page(CompareSide side, GetResponse response) {
        if (response.isExists() == false) {
            throw new ResourceNotFoundException("document [{}] of index [{}] does not exist", side.id(), side.index());
        }
        Map<String, Object> source = response.isSourceEmpty() ? Map.of() : response.getSourceAsMap();
        return SourcePage.of(fields, response.getIndex(), side.id(), source);
    }
}
