package org.ndd;

import static org.elasticsearch.test.ESTestCase.TEST_REQUEST_TIMEOUT;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import org.elasticsearch.client.internal.AdminClient;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.snapshots.SnapshotState;

/** A snapshot of an index, in a repository below {@code path.repo}. */
public final class IndexSnapshot {

    private static final String REPOSITORY = "backup";

    private final AdminClient admin;
    private final String index;

    private IndexSnapshot(AdminClient admin, String index) {
        this.admin = admin;
        this.index = index;
    }

    public static IndexSnapshot of(Client client, String index) {
        AdminClient admin = client.admin();
        assertAcked(admin.cluster()
                .preparePutRepository(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT, REPOSITORY)
                .setType("fs")
                .setSettings(Settings.builder().put("location", REPOSITORY))
                .get());
        SnapshotState state = admin.cluster()
                .prepareCreateSnapshot(TEST_REQUEST_TIMEOUT, REPOSITORY, index)
                .setIndices(index)
                .setWaitForCompletion(true)
                .get()
                .getSnapshotInfo()
                .state();
        assertEquals(SnapshotState.SUCCESS, state);
        return new IndexSnapshot(admin, index);
    }

    /** Closes the index and restores the snapshot over it: its UUID stays, and its sequence numbers continue from the snapshot. */
    public void restoreOverClosedIndex() {
        assertAcked(admin.indices().prepareClose(index).get());
        admin.cluster()
                .prepareRestoreSnapshot(TEST_REQUEST_TIMEOUT, REPOSITORY, index)
                .setIndices(index)
                .setWaitForCompletion(true)
                .get();
        assertFalse(admin.cluster()
                .prepareHealth(TEST_REQUEST_TIMEOUT, index)
                .setWaitForGreenStatus()
                .get()
                .isTimedOut());
    }
}
