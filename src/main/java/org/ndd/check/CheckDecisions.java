package org.ndd.check;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.DocumentName;
import org.ndd.decisions.DocumentStates;
import org.ndd.decisions.KnownDecisions;

/** The decisions of people for a request, read once; their documents are looked up for each batch. */
final class CheckDecisions {

    private final Client client;
    private final String index;
    private final List<String> indices;
    private final DocumentStates states;
    private KnownDecisions all = KnownDecisions.NONE;

    /**
     * @param client works with the rights of the user
     * @param indices concrete ones of the request
     */
    CheckDecisions(Client client, CheckRequest request, List<String> indices) {
        this.client = client;
        this.index = request.rule().decisionsIndex();
        this.indices = indices;
        this.states = new DocumentStates(client, request, request.rule().fields());
    }

    /** Reads the decisions, if the request names their index; to be called first. */
    void load(ActionListener<Void> listener) {
        KnownDecisions.load(client, index, indices, listener.map(found -> {
            all = found;
            return null;
        }));
    }

    /** The decisions about some documents that hold for their present texts, with those of documents that they connect. */
    void select(Collection<DocumentName> names, ActionListener<KnownDecisions> listener) {
        all.select(names, states, listener);
    }
}
