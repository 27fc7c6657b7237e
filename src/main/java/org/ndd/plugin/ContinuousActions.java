package org.ndd.plugin;

import java.util.List;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.plugins.ActionPlugin.ActionHandler;
import org.ndd.continuous.CheckpointAction;
import org.ndd.continuous.ContinuousAction;
import org.ndd.continuous.DeleteContinuousAction;
import org.ndd.continuous.GetContinuousAction;
import org.ndd.continuous.LeadContinuousAction;
import org.ndd.continuous.StartContinuousAction;
import org.ndd.continuous.StopContinuousAction;

/** The actions of continuous jobs. */
final class ContinuousActions {

    static final List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> ALL = List.of(
            new ActionHandler<>(LeadContinuousAction.TYPE, LeadContinuousAction.class),
            new ActionHandler<>(ContinuousAction.TYPE, ContinuousAction.class),
            new ActionHandler<>(GetContinuousAction.TYPE, GetContinuousAction.class),
            new ActionHandler<>(StopContinuousAction.TYPE, StopContinuousAction.class),
            new ActionHandler<>(StartContinuousAction.TYPE, StartContinuousAction.class),
            new ActionHandler<>(CheckpointAction.TYPE, CheckpointAction.class),
            new ActionHandler<>(DeleteContinuousAction.TYPE, DeleteContinuousAction.class));

    private ContinuousActions() {}
}
