package org.ndd.plugin;

import org.ndd.compat.Actions;
import org.ndd.job.DeleteJobAction;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobChangesAction;
import org.ndd.job.GetJobStatsAction;
import org.ndd.job.JobTaskAction;
import org.ndd.job.PreviewJobAction;
import org.ndd.job.PutJobAction;
import org.ndd.job.ScheduleNowJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.job.UpdateJobAction;

/** The actions of jobs. */
final class JobActions {

    private JobActions() {}

    static Actions addTo(Actions actions) {
        return actions.add(JobTaskAction.TYPE, JobTaskAction.class)
                .add(PutJobAction.TYPE, PutJobAction.class)
                .add(PreviewJobAction.TYPE, PreviewJobAction.class)
                .add(GetJobAction.TYPE, GetJobAction.class)
                .add(GetJobStatsAction.TYPE, GetJobStatsAction.class)
                .add(GetJobChangesAction.TYPE, GetJobChangesAction.class)
                .add(StartJobAction.TYPE, StartJobAction.class)
                .add(StopJobAction.TYPE, StopJobAction.class)
                .add(ScheduleNowJobAction.TYPE, ScheduleNowJobAction.class)
                .add(UpdateJobAction.TYPE, UpdateJobAction.class)
                .add(DeleteJobAction.TYPE, DeleteJobAction.class);
    }
}
