package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.client.internal.Client;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.wire.Awaited;
import org.ndd.template.StoredTemplate;
import org.ndd.template.TemplateIndex;
import org.ndd.template.TemplateStore;

/**
 * Loads and stores the templates of a run. Learned or loaded, they are written to a separate index of the run, so that searches mask the
 * same lines as the run as long as its groups are published, and an unpublished run changes nothing.
 */
final class TemplateKeeper {

    static final int BATCH = 50;

    private final PartitionPlan plan;
    private final TemplateStore store;
    private final Runnable ensureGoesOn;
    private final List<StoredTemplate> batch = new ArrayList<>();

    /**
     * @param client client with the rights of the user
     * @param ensureGoesOn throws if the templates are no longer needed
     */
    TemplateKeeper(PartitionPlan plan, TemplateStore store, Client client, Runnable ensureGoesOn) {
        this.plan = plan;
        this.store = store.with(client);
        this.ensureGoesOn = ensureGoesOn;
    }

    /** Stores a template, unless the run is a dry run. */
    void keep(StoredTemplate template) {
        if (plan.options().dryRun() == false) {
            batch.add(template);
            if (batch.size() == BATCH) {
                flush();
            }
        }
    }

    /** Writes the remaining templates. */
    void flush() {
        Awaited.<Void>answer(
                saved -> store.save(TemplateIndex.name(plan.runId()), List.copyOf(batch), saved), ensureGoesOn);
        batch.clear();
    }

    /**
     * The templates of some sites that an earlier attempt of the run has stored, which need not be learned again.
     *
     * @param sites at most {@value #BATCH}
     * @return by site
     */
    Map<String, StoredTemplate> kept(List<String> sites) {
        if (plan.replays() == false || plan.options().dryRun()) {
            return Map.of();
        }
        return Awaited.answer(listener -> store.saved(TemplateIndex.name(plan.runId()), sites, listener), ensureGoesOn);
    }

    /**
     * The templates of some sites as visible to searches, from the first index that has one.
     *
     * @param sites at most {@value #BATCH}
     */
    Collection<StoredTemplate> load(List<String> sites) {
        Map<String, StoredTemplate> known = new TreeMap<>();
        for (String index : plan.concreteIndices()) {
            Map<String, StoredTemplate> loaded =
                    Awaited.answer(listener -> store.get(index, sites, listener), ensureGoesOn);
            loaded.forEach(known::putIfAbsent);
        }
        return known.values();
    }
}
