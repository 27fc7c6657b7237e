package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
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
 * Learns or loads the templates of a node's slice of the sites, one site at a time, each from its first pages in rank order over all
 * shards, and sends the boilerplate fingerprints of each site to the shards that have pages of it. Works in rounds; used by one thread at a
 * time. What was sent and stored in one round is not repeated in the next.
 */
final class TemplateStep {

    private final PartitionPlan plan;
    private final int slice;
    private final NodeTemplates templates;
    private final CircuitBreaker breaker;
    private BytesRef last;

    /** @param slice of the sites, of as many as the run has nodes */
    TemplateStep(PartitionPlan plan, int slice, NodeTemplates templates, CircuitBreaker breaker) {
        this.plan = plan;
        this.slice = slice;
        this.templates = templates;
        this.breaker = breaker;
    }

    /**
     * What a round works with.
     *
     * @param goesOn whether there is time for another site
     */
    record Tools(Peers peers, TemplateKeeper keeper, BooleanSupplier goesOn, Runnable ensureNotCancelled) {}

    /**
     * Learns the templates of some sites, one at least, and keeps them.
     *
     * @param now milliseconds of the epoch
     * @return how many templates there are, and whether sites are left
     */
    StepCounts learn(Tools tools, long now) throws IOException {
        TemplateLearner learner = new TemplateLearner(new SampleGroups(tools.ensureNotCancelled()), fingerprints());
        TemplateSender sender = new TemplateSender(tools.peers());
        StepCounts counts = merge(tools, TemplateLearner.LEAST_PAGES, TemplateLearner.SAMPLE, (site, head, learned) -> {
            List<StoredPage> sample = sample(head, tools.peers());
            SiteTemplate template = learner.learn(
                    site.name(),
                    sample.stream().map(StoredPage::text).toList(),
                    sample.stream().map(StoredPage::title).toList());
            int pages = Math.min(head.size(), TemplateLearner.SAMPLE);
            put(template, site, sender);
            tools.keeper().keep(new StoredTemplate(template, pages, now));
            learned.add(Count.TEMPLATES, 1);
        });
        tools.keeper().flush();
        sender.flush();
        return counts;
    }

    private void put(SiteTemplate template, Site site, TemplateSender sender) throws IOException {
        templates.put(template);
        sender.send(new SiteFingerprints(template.site(), template.fingerprints()), site.shards(), site.pages());
    }

    private FingerprintParameters fingerprints() {
        return plan.version() == null ? FingerprintParameters.BALANCED : FingerprintOptions.fromVersion(plan.version());
    }

    /**
     * The same for templates as searches see them, which are loaded and kept as those of this run: of all its sites, as it may be about few
     * pages of a site that has many.
     */
    StepCounts load(Tools tools) throws IOException {
        Map<String, Site> sites = new TreeMap<>();
        TemplateSender sender = new TemplateSender(tools.peers());
        StepCounts counts = merge(tools, 1, 1, (site, head, loaded) -> {
            sites.put(site.name(), site);
            if (sites.size() == TemplateKeeper.BATCH) {
                load(sites, tools.keeper(), sender, loaded);
            }
        });
        load(sites, tools.keeper(), sender, counts);
        tools.keeper().flush();
        sender.flush();
        return counts;
    }

    private void load(Map<String, Site> sites, TemplateKeeper keeper, TemplateSender sender, StepCounts counts)
            throws IOException {
        for (StoredTemplate stored : keeper.load(List.copyOf(sites.keySet()))) {
            SiteTemplate template = stored.template();
            put(template, sites.get(template.site()), sender);
            keeper.keep(stored);
            counts.add(Count.TEMPLATES, 1);
        }
        sites.clear();
    }

    /**
     * A site of the slice.
     *
     * @param shards ordinals of the shards that have pages of it
     * @param pages how many they have together
     */
    private record Site(String name, List<Integer> shards, long pages) {}

    private interface SiteSink {

        void accept(Site site, MergedHead head, StepCounts counts) throws IOException;
    }

    /**
     * Goes on after the last site of the round before.
     *
     * @param leastPages of a site
     * @param sample pages of a site that are told of, at most
     */
    private StepCounts merge(Tools tools, int leastPages, int sample, SiteSink sink) throws IOException {
        StepCounts counts = new StepCounts();
        int slices = plan.nodes().size();
        TermQuery query = new TermQuery(TermKind.SITE, new BytesRef(), last, sample, slice, slices);
        Runnable check = tools.ensureNotCancelled();
        try (TermCursors cursors = new TermCursors(breaker, plan.ordinals(), tools.peers(), query, check)) {
            last = new TermMerge(cursors.all(), check)
                    .run(
                            (site, frequency, same) -> {
                                if (frequency >= leastPages) {
                                    check.run();
                                    MergedHead head = cursors.head();
                                    head.fill(same);
                                    List<Integer> shards = same.stream()
                                            .map(TermCursor::ordinal)
                                            .toList();
                                    sink.accept(new Site(site.utf8ToString(), shards, frequency), head, counts);
                                }
                            },
                            tools.goesOn());
        }
        counts.add(Count.PENDING, last == null ? 0 : 1);
        return counts;
    }

    /** The pages of the sample in rank order, read in order of shard and document. */
    private static List<StoredPage> sample(MergedHead head, Peers peers) throws IOException {
        int size = Math.min(head.size(), TemplateLearner.SAMPLE);
        Map<Integer, List<Integer>> docs = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            docs.computeIfAbsent(DocRef.shard(head.docs().ref(i)), shard -> new ArrayList<>())
                    .add(DocRef.doc(head.docs().ref(i)));
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
            sample.add(pages.get(head.docs().ref(i)));
        }
        return sample;
    }
}
