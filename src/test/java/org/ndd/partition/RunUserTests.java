package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.junit.Before;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.PartitionRequest;

/** A run executes as the user who started it, on any coordinating node and after any update of its record. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class RunUserTests extends SuspendedRunTestCase {

    private static final String ALICE = "alice";
    private static final String BOB = "bob";

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return CollectionUtils.appendToCopy(super.nodePlugins(), UserCheckPlugin.class);
    }

    @Before
    public void indexPages() throws Exception {
        indexCorpus();
        UserCheckPlugin.forget();
    }

    private static Client as(String user) {
        return client().filterWithHeader(Map.of(UserCheckPlugin.HEADER, user));
    }

    private static RunRecord record(String id) {
        RecordStore.Versioned<RunRecord> kept =
                answer(l -> internalCluster().getInstance(RunStore.class).get(id, l));
        return kept.record();
    }

    private static void assertUser(String user, String id) {
        assertEquals(user, record(id).user().headers().get(UserCheckPlugin.HEADER));
    }

    private static void assertAllActionsHaveUser() {
        assertEquals(Set.of(), UserCheckPlugin.withoutUser());
    }

    /** Starts a run and suspends it during its decisions. */
    private static String startAndHold(Client client) throws Exception {
        PartitionRequest request =
                PartitionRequest.parse(new String[] {INDEX}, null, false).atMost(0.01);
        String id = client.execute(PartitionAction.TYPE, request).actionGet().id();
        assertHolds(id);
        return id;
    }

    private static void assertHolds(String id) throws Exception {
        assertSoon(() -> assertTrue(runs().anyMatch(
                        run -> run.id().equals(id) && run.progress().phase().equals("decide"))));
    }

    private static void rethrottle(Client client, String id, double perSecond) {
        client.execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(id, perSecond))
                .actionGet(TimeValue.timeValueSeconds(30));
    }

    public void testUserSurvivesNodeLoss() throws Exception {
        String id = startAndHold(as(ALICE));
        assertUser(ALICE, id);
        for (int loss = 0; loss < 2; loss++) {
            internalCluster().restartNode(leader(id));
            ensureGreen();
            assertHolds(id);
            assertUser(ALICE, id);
        }
        rethrottle(client(), id, -1);
        assertCompleted(id);
        assertAllActionsHaveUser();
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    public void testUserSurvivesFullRestart() throws Exception {
        String id = startAndHold(as(ALICE));
        internalCluster().fullRestart();
        ensureGreen();
        assertHolds(id);
        assertUser(ALICE, id);
        rethrottle(client(), id, -1);
        assertCompleted(id);
        assertAllActionsHaveUser();
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    public void testRethrottleKeepsUser() throws Exception {
        String id = startAndHold(as(ALICE));
        rethrottle(as(BOB), id, 0.02);
        assertUser(ALICE, id);
        rethrottle(client(), id, -1);
        assertCompleted(id);
        assertAllActionsHaveUser();
    }

    public void testResumeChangesUser() throws Exception {
        String id = startAndHold(as(ALICE));
        client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(id))
                .actionGet();
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
        assertAllActionsHaveUser();
        assertNull("the user is removed when a run ends", record(id).user());
        as(BOB).execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(id)).actionGet();
        assertHolds(id);
        assertUser(BOB, id);
        rethrottle(client(), id, -1);
        assertCompleted(id);
        assertAllActionsHaveUser();
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    /** Simulates a restart that enabled security: the privileges of the run are unknown. */
    public void testRunWithoutUserFails() throws Exception {
        PartitionRequest request = PartitionRequest.parse(new String[] {INDEX}, null, false);
        UserCheckPlugin.forget();
        String id = client().execute(PartitionAction.TYPE, request).actionGet().id();
        Map<String, Object> report = reportAtTheEnd(id);
        assertEquals("failed", report.get("state"));
        assertThat(report.get("failures").toString(), containsString("[user] must be known"));
        assertFalse(UserCheckPlugin.withoutUser().contains(PartitionAction.TYPE.name() + "[open]"));
        as(BOB).execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(id)).actionGet();
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }
}
