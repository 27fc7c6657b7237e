package org.ndd.plugin;

import org.ndd.boilerplate.BoilerplateAction;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.bulk.VisibleFieldsAction;
import org.ndd.compat.Actions;
import org.ndd.decisions.DecisionsAction;
import org.ndd.documents.BackfillAction;
import org.ndd.documents.ResolveAction;
import org.ndd.groups.GroupsAction;
import org.ndd.inspect.AnalyzePageAction;
import org.ndd.inspect.CheckAction;
import org.ndd.inspect.CompareAction;
import org.ndd.inspect.DoubtfulPairsAction;
import org.ndd.inspect.EvaluateAction;
import org.ndd.inspect.ExportAction;
import org.ndd.job.DeleteJobAction;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.GetJobChangesAction;
import org.ndd.job.JobTaskAction;
import org.ndd.job.PreviewJobAction;
import org.ndd.job.PutJobAction;
import org.ndd.job.ScheduleNowJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.job.UpdateJobAction;
import org.ndd.job.update.ShardChangesAction;
import org.ndd.job.update.ShardLeaseAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.RunActions;
import org.ndd.partition.RunPartitionAction;

/** Lists all actions of ndd. */
final class NddActions {

    private NddActions() {}

    static Actions all() {
        return new Actions()
                .add(JobTaskAction.TYPE, JobTaskAction.class)
                .add(PutJobAction.TYPE, PutJobAction.class)
                .add(PreviewJobAction.TYPE, PreviewJobAction.class)
                .add(GetJobAction.TYPE, GetJobAction.class)
                .add(GetJobStatsAction.TYPE, GetJobStatsAction.class)
                .add(GetJobChangesAction.TYPE, GetJobChangesAction.class)
                .add(StartJobAction.TYPE, StartJobAction.class)
                .add(StopJobAction.TYPE, StopJobAction.class)
                .add(ScheduleNowJobAction.TYPE, ScheduleNowJobAction.class)
                .add(UpdateJobAction.TYPE, UpdateJobAction.class)
                .add(DeleteJobAction.TYPE, DeleteJobAction.class)
                .add(AnalyzePageAction.TYPE, AnalyzePageAction.class)
                .add(CompareAction.TYPE, CompareAction.class)
                .add(EvaluateAction.TYPE, EvaluateAction.class)
                .add(DoubtfulPairsAction.TYPE, DoubtfulPairsAction.class)
                .add(BackfillAction.TYPE, BackfillAction.class)
                .add(BulkTaskAction.TYPE, BulkTaskAction.class)
                .add(VisibleFieldsAction.TYPE, VisibleFieldsAction.class)
                .add(ResolveAction.TYPE, ResolveAction.class)
                .add(BoilerplateAction.Get.TYPE, BoilerplateAction.Get.class)
                .add(PartitionAction.TYPE, PartitionAction.class)
                .add(RunPartitionAction.TYPE, RunPartitionAction.class)
                .add(GetPartitionAction.TYPE, GetPartitionAction.class)
                .add(GroupsAction.TYPE, GroupsAction.class)
                .add(ExportAction.TYPE, ExportAction.class)
                .add(CheckAction.TYPE, CheckAction.class)
                .add(DecisionsAction.TYPE, DecisionsAction.class)
                .add(RunActions.Cancel.TYPE, RunActions.Cancel.class)
                .add(RunActions.Resume.TYPE, RunActions.Resume.class)
                .add(RunActions.Publish.TYPE, RunActions.Publish.class)
                .add(RunActions.Delete.TYPE, RunActions.Delete.class)
                .add(ShardChangesAction.TYPE, ShardChangesAction.class)
                .add(ShardLeaseAction.TYPE, ShardLeaseAction.class)
                .add(StatsAction.TYPE, StatsAction.class)
                .add(RunActions.Rethrottle.TYPE, RunActions.Rethrottle.class)
                .add(BoilerplateAction.Delete.TYPE, BoilerplateAction.Delete.class);
    }
}
