package org.ndd.partition;

import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesResponse;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesResponse.AliasActionResult;
import org.elasticsearch.indices.InvalidAliasNameException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.transport.RemoteTransportException;
import org.ndd.bulk.TransientFailures;
import org.ndd.compat.Calls;

/** The result of a change of aliases if the master node is lost. */
public class AliasMoveTests extends ESTestCase {

    private static final AliasActions ACTION = AliasActions.add().index("run").alias("dest");
    private static final Exception FAILURE = new IllegalArgumentException("no alias action");

    private final List<IndicesAliasesRequest> requests = new ArrayList<>();
    private boolean takesActions;
    private Exception failure;

    private Exception move() {
        List<Exception> ends = new ArrayList<>();
        try (TestThreadPool threads = createThreadPool()) {
            NoOpClient client = new NoOpClient(threads) {
                @Override
                @SuppressWarnings("unchecked")
                protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                        ActionType<Response> action, Request request, ActionListener<Response> listener) {
                    IndicesAliasesRequest aliases = (IndicesAliasesRequest) request;
                    requests.add(aliases);
                    if (takesActions) {
                        aliases.getAliasActions().clear();
                    }
                    if (failure == null) {
                        listener.onResponse((Response) IndicesAliasesResponse.build(
                                List.of(AliasActionResult.buildSuccess(List.of("run"), ACTION))));
                    } else {
                        listener.onFailure(failure);
                    }
                }
            };
            List<AliasActions> actions = List.of(AliasActions.add().index("run").alias("dest"));
            RunIndex.changeAliases(client, actions, ActionListener.wrap(moved -> ends.add(null), ends::add));
        }
        assertEquals(1, ends.size());
        return ends.get(0);
    }

    public void testSuccess() {
        takesActions = true;
        assertNull(move());
        assertEquals(1, requests.size());
    }

    public void testReturnsFailureOfMaster() {
        failure = FAILURE;
        assertThat(move(), sameInstance(FAILURE));
        assertEquals(1, requests.get(0).getAliasActions().size());
    }

    /** If the local node is the master, it removes the actions from this request object, also when it fails. */
    public void testReturnsFailureOfLocalMaster() {
        takesActions = true;
        failure =
                new InvalidAliasNameException("dest", "an index or data stream exists with the same name as the alias");
        assertThat(move(), sameInstance(failure));
        assertFalse(TransientFailures.isTransient(failure));
    }

    public void testLostMasterIsTransientFailure() {
        takesActions = true;
        failure = new RemoteTransportException("next master", Calls.aliases().validate());
        Exception e = move();
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        assertTrue(TransientFailures.isTransient(e));
        assertThat(e.getCause(), sameInstance(failure));
    }
}
