package org.ndd.plugin;

import org.ndd.compat.Actions;
import org.ndd.continuous.CheckpointAction;
import org.ndd.continuous.ContinuousAction;
import org.ndd.continuous.DeleteContinuousAction;
import org.ndd.continuous.GetContinuousAction;
import org.ndd.continuous.LeadContinuousAction;
import org.ndd.continuous.StartContinuousAction;
import org.ndd.continuous.StopContinuousAction;

/** The actions of continuous jobs. */
final class ContinuousActions {

    private ContinuousActions() {}

    static Actions addTo(Actions actions) {
        return actions.add(LeadContinuousAction.TYPE, LeadContinuousAction.class)
                .add(ContinuousAction.TYPE, ContinuousAction.class)
                .add(GetContinuousAction.TYPE, GetContinuousAction.class)
                .add(StopContinuousAction.TYPE, StopContinuousAction.class)
                .add(StartContinuousAction.TYPE, StartContinuousAction.class)
                .add(CheckpointAction.TYPE, CheckpointAction.class)
                .add(DeleteContinuousAction.TYPE, DeleteContinuousAction.class);
    }
}
