package org.ndd.boilerplate;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/** From which copy of their index documents of boilerplate is read: always as they were written last, and with the rights of a client. */
interface BoilerplateDocuments {

    /** Some copy, which may be on another node. An index that is not there has no documents. */
    BoilerplateDocuments OF_ANY_NODE = BoilerplateDocuments::fromAnyNode;

    /**
     * Reads from this node on the calling thread, on which the rights of its user are known already. Fails like a read of an unavailable
     * shard if the node has no copy.
     */
    BoilerplateDocuments OF_THIS_NODE = BoilerplateDocuments::fromThisNode;

    /**
     * Reads documents.
     *
     * @param alias of the index
     * @param ids of documents, each once
     * @param source the required fields
     * @param listener gets those that exist, by id
     */
    void read(
            Client client,
            String alias,
            Collection<String> ids,
            FetchSourceContext source,
            ActionListener<Map<String, Map<String, Object>>> listener);

    private static void fromThisNode(
            Client client,
            String alias,
            Collection<String> ids,
            FetchSourceContext source,
            ActionListener<Map<String, Map<String, Object>>> listener) {
        client.execute(
                LocalBoilerplateAction.TYPE,
                new LocalBoilerplateAction.Request(alias, List.copyOf(ids), source),
                listener.map(LocalBoilerplateAction.Response::documents));
    }

    private static void fromAnyNode(
            Client client,
            String alias,
            Collection<String> ids,
            FetchSourceContext source,
            ActionListener<Map<String, Map<String, Object>>> listener) {
        MultiGetRequest request = new MultiGetRequest();
        for (String id : ids) {
            request.add(new MultiGetRequest.Item(alias, id).fetchSourceContext(source));
        }
        client.multiGet(request, listener.map(response -> {
            Map<String, Map<String, Object>> found = new TreeMap<>();
            Iterator<String> asked = ids.iterator();
            for (MultiGetItemResponse item : response) {
                String id = asked.next();
                if (item.isFailed() == false) {
                    if (item.getResponse().isExists() && item.getResponse().isSourceEmpty() == false) {
                        found.put(id, item.getResponse().getSourceAsMap());
                    }
                } else if (ExceptionsHelper.unwrapCause(item.getFailure().getFailure())
                                instanceof IndexNotFoundException
                        == false) {
                    throw item.getFailure().getFailure();
                }
            }
            return found;
        }));
    }
}
