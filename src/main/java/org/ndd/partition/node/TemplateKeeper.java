package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.ndd.core.template.SiteTemplate;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.template.StoredTemplate;
import org.ndd.template.TemplateStore;

/**
 * Where the templates of a run come from and go to: learned from a sample, and kept beside each index of the source so that compare and query
 * use the same; or loaded from there.
 */
final class TemplateKeeper {

    private static final int BATCH = 50;

    private final PartitionPlan plan;
    private final TemplateStore store;
    private final List<StoredTemplate> batch = new ArrayList<>();

    /** @param client works with the rights of the user */
    TemplateKeeper(PartitionPlan plan, TemplateStore store, Client client) {
        this.plan = plan;
        this.store = store.with(client);
    }

    /** Keeps a template, unless the run is dry. */
    void keep(StoredTemplate template) {
        if (plan.options().dryRun() == false) {
            batch.add(template);
            if (batch.size() == BATCH) {
                flush();
            }
        }
    }

    /** Writes what is left. */
    void flush() {
        for (String index : plan.concreteIndices()) {
            PlainActionFuture<Void> saved = new PlainActionFuture<>();
            store.save(index, List.copyOf(batch), saved);
            saved.actionGet();
        }
        batch.clear();
    }

    /** The templates of some sites that an earlier run kept, those of the first index that has one. */
    Map<String, SiteTemplate> load(List<String> sites) {
        Map<String, SiteTemplate> known = new TreeMap<>();
        for (String index : plan.concreteIndices()) {
            PlainActionFuture<Map<String, SiteTemplate>> loaded = new PlainActionFuture<>();
            store.load(index, sites, loaded);
            loaded.actionGet().forEach(known::putIfAbsent);
        }
        return known;
    }
}
