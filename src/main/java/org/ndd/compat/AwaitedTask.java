package org.ndd.compat;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.persistent.PersistentTasksService.WaitForPersistentTaskListener;

/**
 * Ends a wait for a persistent task.
 *
 * @param tooLate failure after the timeout
 */
record AwaitedTask(Exception tooLate, ActionListener<Void> listener)
        implements WaitForPersistentTaskListener<PersistentTaskParams> {

    @Override
    public void onResponse(PersistentTask<PersistentTaskParams> found) {
        listener.onResponse(null);
    }

    @Override
    public void onTimeout(TimeValue waited) {
        listener.onFailure(tooLate);
    }

    @Override
    public void onFailure(Exception e) {
        listener.onFailure(e);
    }
}
