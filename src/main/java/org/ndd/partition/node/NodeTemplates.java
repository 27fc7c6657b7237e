package org.ndd.partition.node;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.NddThreadPools;
import org.ndd.core.template.SiteTemplate;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.TermQuery;
import org.ndd.partition.wire.Question;
import org.ndd.partition.wire.RunAddress;
import org.ndd.partition.wire.RunMessenger;
import org.ndd.partition.wire.SiteName;
import org.ndd.partition.wire.WireTemplate;
import org.ndd.template.StoredTemplate;

/**
 * The templates of a run's sites as one node knows them: those of its own slice of the sites, which it learned or loaded, and those it asked
 * other nodes for. A site always belongs to the same slice, so every node gets the same answer.
 */
final class NodeTemplates {

    static final Question<SiteName, WireTemplate> TEMPLATE =
            new Question<>("[template]", NddThreadPools.READ, SiteName::new, WireTemplate::new);

    private static final TimeValue TIMEOUT = TimeValue.timeValueMinutes(2);

    private final PartitionPlan plan;
    private final String localNode;
    private final RunMessenger messenger;
    private final Map<String, StoredTemplate> own = new ConcurrentHashMap<>();
    private final Map<String, Optional<SiteTemplate>> others = new ConcurrentHashMap<>();

    NodeTemplates(PartitionPlan plan, String localNode, RunMessenger messenger) {
        this.plan = plan;
        this.localNode = localNode;
        this.messenger = messenger;
    }

    void put(StoredTemplate template) {
        own.put(template.template().site(), template);
    }

    /** What this node itself knows. */
    WireTemplate own(String site) {
        return new WireTemplate(own.get(site));
    }

    /** The template of a site, from whoever knows it; {@code null} where none is known. */
    SiteTemplate of(String site, DiscoveryNodes nodes, CancellableTask task) {
        String owner = owner(site);
        if (owner.equals(localNode)) {
            return template(own.get(site));
        }
        Optional<SiteTemplate> known = others.get(site);
        if (known == null) {
            RunAddress address = RunAddress.node(plan.runId());
            WireTemplate answer = messenger.askAndWait(
                    nodes.get(owner), TEMPLATE, address, plan.indices(), new SiteName(site), task, TIMEOUT);
            known = Optional.ofNullable(template(answer.template()));
            others.put(site, known);
        }
        return known.orElse(null);
    }

    private static SiteTemplate template(StoredTemplate stored) {
        return stored == null ? null : stored.template();
    }

    private String owner(String site) {
        int slices = plan.nodes().size();
        return plan.nodes().get(TermQuery.sliceOf(new BytesRef(site), slices));
    }
}
