package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.client.internal.Client;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.wire.BlockingRpc;

/**
 * Loads and stores the boilerplate of a run. Learned or loaded boilerplate is written to a separate index of the run. So searches mask the
 * same lines as the run while its groups are published, and an unpublished run changes nothing.
 */
final class RunBoilerplateStore {

    static final int BATCH = 50;

    private final PartitionPlan plan;
    private final BoilerplateStore store;
    private final Runnable ensureActive;
    private final List<StoredBoilerplate> batch = new ArrayList<>();

    /**
     * @param client client with the rights of the user
     * @param ensureActive throws if the boilerplate is no longer needed
     */
    RunBoilerplateStore(PartitionPlan plan, BoilerplateStore store, Client client, Runnable ensureActive) {
        this.plan = plan;
        this.store = store.withClient(client);
        this.ensureActive = ensureActive;
    }

    /** Stores boilerplate, unless the run is a dry run. */
    void keep(StoredBoilerplate boilerplate) {
        if (plan.options().execution().dryRun() == false) {
            batch.add(boilerplate);
            if (batch.size() == BATCH) {
                flush();
            }
        }
    }

    /** Writes the remaining boilerplate. */
    void flush() {
        BlockingRpc.<Void>awaitResponse(
                saved -> store.save(BoilerplateIndex.name(plan.runId()), List.copyOf(batch), saved), ensureActive);
        batch.clear();
    }

    /**
     * Returns the boilerplate of the sites that an earlier attempt of the run has stored, which need not be learned again.
     *
     * @param sites at most {@value #BATCH}
     * @return boilerplate by site
     */
    Map<String, StoredBoilerplate> kept(List<String> sites) {
        if (plan.replays() == false || plan.options().execution().dryRun()) {
            return Map.of();
        }
        return BlockingRpc.awaitResponse(
                listener -> store.getSaved(BoilerplateIndex.name(plan.runId()), sites, listener), ensureActive);
    }

    /**
     * Returns the boilerplate that searches use, for each site from the first index that has it.
     *
     * @param sites at most {@value #BATCH}
     */
    Collection<StoredBoilerplate> load(List<String> sites) {
        Map<String, StoredBoilerplate> known = new TreeMap<>();
        for (String index : plan.concreteIndices()) {
            Map<String, StoredBoilerplate> loaded =
                    BlockingRpc.awaitResponse(listener -> store.get(index, sites, listener), ensureActive);
            loaded.forEach(known::putIfAbsent);
        }
        return known.values();
    }
}
