package org.ndd.partition;

import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.rest.RestStatus;
import org.ndd.compat.Calls;

/** Adds and removes aliases in one change of the cluster state. */
final class AliasMove {

    private AliasMove() {}

    /**
     * Runs the actions.
     *
     * @param actions at least one
     * @param listener fails with the failure of the master, or with status 503 if the master was lost during the change. After a 503 the
     *     caller has to determine again which actions are needed.
     */
    static void run(Client client, List<AliasActions> actions, ActionListener<Void> listener) {
        IndicesAliasesRequest request = Calls.aliases();
        actions.forEach(request::addAliasAction);
        client.admin()
                .indices()
                .aliases(
                        request,
                        listener.<IndicesAliasesResponse>map(moved -> null).delegateResponse((l, e) -> {
                            // A master takes the actions out of the request. If it is not the master any more when it
                            // has to publish the result, Elasticsearch sends the empty request to the next master,
                            // which rejects it as not valid.
                            boolean lost = request.getAliasActions().isEmpty()
                                    && ExceptionsHelper.unwrapCause(e) instanceof ActionRequestValidationException;
                            l.onFailure(
                                    lost
                                            ? new ElasticsearchStatusException(
                                                    "the master was lost while aliases changed",
                                                    RestStatus.SERVICE_UNAVAILABLE,
                                                    e)
                                            : e);
                        }));
    }
}
