package org.ndd.partition;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.IndexNotFoundException;

/**
 * Asks, before the work of a run, for all that the user has to be allowed at its end. There is no request that only asks; but the run's index
 * does not exist yet, and the same request to an index that does not exist is answered with 403 to those who may not, and with 404 to those who
 * may. Nothing is changed.
 */
final class DestinationRights {

    private final Client client;
    private final String index;
    private final String alias;

    /**
     * @param client of the user
     * @param index name that the run's index will have
     * @param alias that will show the groups
     */
    DestinationRights(Client client, String index, String alias) {
        this.client = client;
        this.index = index;
        this.alias = alias;
    }

    /** Fails with the refusal where something is not allowed. */
    void check(ActionListener<Void> listener) {
        List<Consumer<ActionListener<ActionResponse>>> questions = List.of(
                l -> client.get(new GetRequest(index, RunIndex.REPORT_ID), l.map(answer -> answer)),
                l -> client.delete(new DeleteRequest(index, RunIndex.REPORT_ID), l.map(answer -> answer)),
                l -> client.admin().indices().refresh(new RefreshRequest(index), l.map(answer -> answer)),
                l -> client.admin().indices().aliases(noAlias(), l.map(answer -> answer)));
        ask(questions.iterator(), listener);
    }

    private IndicesAliasesRequest noAlias() {
        return new IndicesAliasesRequest()
                .addAliasAction(AliasActions.remove().index(index).alias(alias).mustExist(false));
    }

    private static void ask(Iterator<Consumer<ActionListener<ActionResponse>>> left, ActionListener<Void> listener) {
        if (left.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        ActionListener<Void> allowed = listener.delegateFailureAndWrap((l, nothing) -> ask(left, l));
        left.next().accept(allowed.<ActionResponse>map(answer -> null).delegateResponse((l, e) -> {
            if (ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException) {
                allowed.onResponse(null);
            } else {
                l.onFailure(e);
            }
        }));
    }
}
