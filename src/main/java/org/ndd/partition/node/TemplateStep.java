package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.SampleGroups;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLearner;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.Peers;
import org.ndd.partition.shard.SiteFingerprints;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.StoredPage;
import org.ndd.partition.shard.TemplateSender;
import org.ndd.partition.shard.TermKind;
import org.ndd.partition.shard.TermQuery;
import org.ndd.template.StoredTemplate;

/**
 * Learns or loads the templates of a node's slice of the sites, one site at a time, each from its pages of lowest rank on all shards, and
 * tells the shards that have pages of a site which fingerprints these have from its template alone.
 */
final class TemplateStep {

    private final PartitionPlan plan;
    private final Peers peers;
    private final NodeTemplates templates;
    private final TemplateKeeper keeper;
    private final CircuitBreaker breaker;
    private final TemplateSender sender;
    private final Runnable ensureNotCancelled;

    TemplateStep(
            PartitionPlan plan,
            Peers peers,
            NodeTemplates templates,
            TemplateKeeper keeper,
            CircuitBreaker breaker,
            Runnable ensureNotCancelled) {
        this.plan = plan;
        this.peers = peers;
        this.templates = templates;
        this.keeper = keeper;
        this.breaker = breaker;
        this.sender = new TemplateSender(peers);
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Learns the templates of a slice of the sites, and keeps them. */
    StepCounts learn(int slice, int slices, long now) throws IOException {
        TemplateLearner learner = new TemplateLearner(new SampleGroups(ensureNotCancelled), fingerprints());
        StepCounts counts = merge(slice, slices, TemplateLearner.SAMPLE, (site, head, shards, learned) -> {
            List<StoredPage> sample = sample(head);
            SiteTemplate template = learner.learn(
                    site,
                    sample.stream().map(StoredPage::text).toList(),
                    sample.stream().map(StoredPage::title).toList());
            int pages = Math.min(head.size(), TemplateLearner.SAMPLE);
            put(template, shards);
            keeper.keep(new StoredTemplate(template, pages, now));
            learned.add(Count.TEMPLATES, 1);
        });
        keeper.flush();
        sender.flush();
        return counts;
    }

    private void put(SiteTemplate template, List<Integer> shards) throws IOException {
        templates.put(template);
        sender.send(new SiteFingerprints(template.site(), template.fingerprints()), shards);
    }

    private FingerprintParameters fingerprints() {
        return plan.version() == null ? FingerprintParameters.BALANCED : FingerprintOptions.fromVersion(plan.version());
    }

    /** Loads the templates of a slice of the sites as searches see them, and keeps them as those of this run. */
    StepCounts load(int slice, int slices) throws IOException {
        Map<String, List<Integer>> sites = new TreeMap<>();
        StepCounts counts = merge(slice, slices, 1, (site, head, shards, loaded) -> {
            sites.put(site, shards);
            if (sites.size() == TemplateKeeper.BATCH) {
                load(sites, loaded);
            }
        });
        load(sites, counts);
        keeper.flush();
        sender.flush();
        return counts;
    }

    private void load(Map<String, List<Integer>> sites, StepCounts counts) throws IOException {
        for (StoredTemplate stored : keeper.load(List.copyOf(sites.keySet()))) {
            SiteTemplate template = stored.template();
            put(template, sites.get(template.site()));
            keeper.keep(stored);
            counts.add(Count.TEMPLATES, 1);
        }
        sites.clear();
    }

    private interface SiteSink {

        /** @param shards ordinals of the shards that have pages of the site */
        void accept(String site, MergedHead head, List<Integer> shards, StepCounts counts) throws IOException;
    }

    private StepCounts merge(int slice, int slices, int sample, SiteSink sink) throws IOException {
        StepCounts counts = new StepCounts();
        TermQuery query = new TermQuery(TermKind.SITE, new BytesRef(), null, sample, slice, slices);
        MergedHead head = new MergedHead();
        merge(query, (site, frequency, same) -> {
            if (frequency >= TemplateLearner.LEAST_PAGES) {
                ensureNotCancelled.run();
                head.fill(same);
                List<Integer> shards = same.stream().map(TermCursor::ordinal).toList();
                sink.accept(site.utf8ToString(), head, shards, counts);
            }
        });
        return counts;
    }

    private void merge(TermQuery query, TermMerge.Sink sink) throws IOException {
        try (TermCursors cursors = new TermCursors(breaker, plan.ordinals(), peers, query, ensureNotCancelled)) {
            new TermMerge(cursors.all(), ensureNotCancelled).run(sink);
        }
    }

    /** The pages of the sample in rank order, read in order of shard and document. */
    private List<StoredPage> sample(MergedHead head) throws IOException {
        int size = Math.min(head.size(), TemplateLearner.SAMPLE);
        Map<Integer, List<Integer>> docs = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            docs.computeIfAbsent(DocRef.shard(head.ref(i)), shard -> new ArrayList<>())
                    .add(DocRef.doc(head.ref(i)));
        }
        Map<Long, StoredPage> pages = new HashMap<>();
        for (Map.Entry<Integer, List<Integer>> entry : docs.entrySet()) {
            int[] sorted = entry.getValue().stream()
                    .mapToInt(Integer::intValue)
                    .sorted()
                    .toArray();
            peers.readAll(entry.getKey(), sorted, TemplateLearner.PAGE_CHARS, pages::put);
        }
        List<StoredPage> sample = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            sample.add(pages.get(head.ref(i)));
        }
        return sample;
    }
}
