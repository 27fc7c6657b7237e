package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.answer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.UnavailableShardsException;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.support.replication.ClusterStateCreationUtils;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.routing.ShardRoutingState;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.get.GetResult;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.RunUser.IdentityCheck;

/** The validity of a user is determined from the records of Elasticsearch's security. */
public class IdentityCheckTests extends ESTestCase {

    private static final long NOW = 1_000_000;
    private static final String KEY =
            "\"authentication_type\":\"api_key\",\"api_key\":{\"id\":\"k1\",\"name\":\"nightly\"}";

    /** The security records by id. */
    private final Map<String, String> records = new HashMap<>();

    private RuntimeException broken;
    private ThreadPool threadPool;
    private ThreadContext context;

    @Before
    public void startThreads() {
        threadPool = new TestThreadPool(getTestName());
        context = new ThreadContext(Settings.EMPTY);
    }

    @After
    public void endThreads() {
        terminate(threadPool);
    }

    private static String user(String realm) {
        return "\"username\":\"ann\",\"roles\":[\"readers\",\"writers\"],\"lookup_realm\":{\"name\":\"default\",\"type\":\""
                + realm + "\"},\"authentication_type\":\"realm\"";
    }

    /** The class of the security plugin is not available here, so the test uses its serialized form. */
    private void signIn(String described) {
        context = new ThreadContext(Settings.EMPTY);
        context.putTransient("_xpack_security_authentication", (ToXContentObject) (builder, params) -> {
            Map<String, Object> fields =
                    XContentHelper.convertToMap(JsonXContent.jsonXContent, "{" + described + "}", true);
            return builder.map(fields);
        });
    }

    private void check() {
        NoOpClient client = new NoOpClient(threadPool) {
            @Override
            @SuppressWarnings("unchecked")
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                assertEquals(
                        "security",
                        threadPool().getThreadContext().getTransient(ThreadContext.ACTION_ORIGIN_TRANSIENT_NAME));
                if (broken != null) {
                    listener.onFailure(broken);
                    return;
                }
                GetRequest get = (GetRequest) request;
                assertEquals(".security", get.index());
                assertFalse(
                        "secrets are not read",
                        List.of(get.fetchSourceContext().includes()).contains("password"));
                String record = records.get(get.id());
                listener.onResponse((Response) new GetResponse(new GetResult(
                        get.index(),
                        get.id(),
                        record == null ? -2 : 0,
                        record == null ? 0 : 1,
                        1,
                        record != null,
                        record == null ? null : new BytesArray("{" + record + "}"),
                        Map.of(),
                        Map.of())));
            }
        };
        answer(new IdentityCheck(IdentityCheck.UserIdentity.of(context), client, () -> NOW)::check);
    }

    private void assertInvalid(String reason) {
        ElasticsearchSecurityException e = expectThrows(ElasticsearchSecurityException.class, this::check);
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertThat(e.getMessage(), containsString(reason));
    }

    public void testApiKey() {
        signIn(KEY);
        records.put("k1", "\"api_key_invalidated\":false,\"expiration_time\":null");
        check();
        records.put("k1", "\"api_key_invalidated\":false,\"expiration_time\":" + (NOW + 1));
        check();
        records.put("k1", "\"api_key_invalidated\":false,\"expiration_time\":" + NOW);
        assertInvalid("API key [k1] has expired");
        records.put("k1", "\"api_key_invalidated\":true,\"expiration_time\":null");
        assertInvalid("API key [k1] was invalidated");
        records.clear();
        assertInvalid("API key [k1] does not exist");
    }

    private static String serviceToken(String store) {
        return "\"username\":\"elastic/enterprise-search-server\",\"roles\":[],\"token\":{\"name\":\"nightly\",\"type\":\""
                + store
                + "\"},\"lookup_realm\":{\"name\":\"_service_account\",\"type\":\"_service_account\"},"
                + "\"authentication_type\":\"token\"";
    }

    public void testServiceToken() {
        signIn(serviceToken("_service_account_index"));
        records.put("service_account_token-elastic/enterprise-search-server/nightly", "\"enabled\":true");
        check();
        records.clear();
        assertInvalid("service token [elastic/enterprise-search-server/nightly] does not exist");
        signIn(serviceToken("_service_account_file"));
        check();
    }

    public void testNativeUser() {
        signIn(user("native"));
        records.put("user-ann", "\"enabled\":true,\"roles\":[\"writers\",\"readers\",\"more\"]");
        check();
        records.put("user-ann", "\"enabled\":true,\"roles\":[\"readers\"]");
        assertInvalid("user [ann] no longer has the roles [writers]");
        records.put("user-ann", "\"enabled\":false,\"roles\":[\"writers\",\"readers\"]");
        assertInvalid("user [ann] is disabled");
        records.clear();
        assertInvalid("user [ann] does not exist");
    }

    public void testReservedUser() {
        signIn(user("reserved"));
        check();
        records.put("reserved-user-ann", "\"enabled\":true");
        check();
        records.put("reserved-user-ann", "\"enabled\":false");
        assertInvalid("user [ann] is disabled");
    }

    public void testOtherRealmsAreNotChecked() {
        broken = new IllegalStateException("must not be asked");
        check();
        for (String realm : List.of("file", "ldap", "saml", "_service_account")) {
            signIn(user(realm));
            check();
        }
    }

    public void testMissingSecurityIndex() {
        signIn(user("native"));
        broken = new IndexNotFoundException(".security");
        assertInvalid("user [ann] does not exist");
    }

    /** Security rejects users whose roles it cannot read, as if they had none. */
    public void testWaitsForRecords() {
        IdentityCheck.requireRecords(ClusterStateCreationUtils.stateWithNoShard());
        IdentityCheck.requireRecords(ClusterStateCreationUtils.state(".security", true, ShardRoutingState.STARTED));
        ClusterState starting = ClusterStateCreationUtils.state(".security", true, ShardRoutingState.INITIALIZING);
        Exception e = expectThrows(UnavailableShardsException.class, () -> IdentityCheck.requireRecords(starting));
        assertTrue("is retried", TransientFailures.isTransient(e));
        Exception rejected = new ElasticsearchSecurityException("unauthorized", RestStatus.FORBIDDEN);
        assertTrue(IdentityCheck.isUnknownUser(rejected, starting));
        assertFalse(IdentityCheck.isUnknownUser(rejected, ClusterStateCreationUtils.stateWithNoShard()));
        assertFalse(IdentityCheck.isUnknownUser(e, starting));
    }

    public void testUnavailableIndexIsNotInvalidUser() {
        signIn(KEY);
        broken = new NoShardAvailableActionException(null, "later");
        assertSame(broken, expectThrows(NoShardAvailableActionException.class, this::check));
    }
}
