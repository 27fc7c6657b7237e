package org.ndd.partition;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.PairServices;
import org.ndd.partition.plan.RunSpec;

/** Reads the decisions of people for a run, in the name of the user that the thread acts for. */
final class RunDecisions {

    private final PairServices services;

    RunDecisions(PairServices services) {
        this.services = services;
    }

    /** @param listener gets the decisions about documents of the source and of the reference; none if the run has no index of decisions */
    void load(RunSpec spec, ActionListener<List<PairDecision>> listener) {
        String index = spec.boilerplateOnly() ? null : spec.options().decisionsIndex();
        List<String> indices = spec.source().withReference().stream()
                .map(one -> one.index().getName())
                .toList();
        KnownDecisions.load(services.client(), index, indices, listener.map(KnownDecisions::all));
    }
}
