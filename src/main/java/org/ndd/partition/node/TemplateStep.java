package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.ndd.core.group.SampleGroups;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLearner;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.Peers;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.TermKind;
import org.ndd.partition.shard.TermQuery;
import org.ndd.template.StoredTemplate;

/** Learns or loads the templates of a node's slice of the sites, one site at a time, each from its pages of lowest rank on all shards. */
final class TemplateStep {

    private static final int LOAD = 500;

    private final PartitionPlan plan;
    private final Peers peers;
    private final NodeTemplates templates;
    private final TemplateKeeper keeper;
    private final Runnable ensureNotCancelled;

    TemplateStep(
            PartitionPlan plan,
            Peers peers,
            NodeTemplates templates,
            TemplateKeeper keeper,
            Runnable ensureNotCancelled) {
        this.plan = plan;
        this.peers = peers;
        this.templates = templates;
        this.keeper = keeper;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Learns the templates of a slice of the sites, and keeps them for query and compare. */
    StepCounts learn(int slice, int slices, long now) throws IOException {
        TemplateLearner learner = new TemplateLearner(new SampleGroups(ensureNotCancelled));
        StepCounts counts = merge(slice, slices, TemplateLearner.SAMPLE, (site, head, learned) -> {
            SiteTemplate template = learner.learn(site, texts(head));
            int pages = Math.min(head.size(), TemplateLearner.SAMPLE);
            templates.put(template);
            keeper.keep(new StoredTemplate(template, pages, now));
            learned.add(Count.TEMPLATES, 1);
        });
        keeper.flush();
        return counts;
    }

    /** Loads the templates of a slice of the sites as an earlier run kept them. */
    StepCounts load(int slice, int slices) throws IOException {
        List<String> sites = new ArrayList<>();
        StepCounts counts = merge(slice, slices, 1, (site, head, loaded) -> {
            sites.add(site);
            if (sites.size() == LOAD) {
                load(sites, loaded);
            }
        });
        load(sites, counts);
        return counts;
    }

    private void load(List<String> sites, StepCounts counts) {
        for (SiteTemplate template : keeper.load(sites).values()) {
            templates.put(template);
            counts.add(Count.TEMPLATES, 1);
        }
        sites.clear();
    }

    private interface SiteSink {

        void accept(String site, MergedHead head, StepCounts counts) throws IOException;
    }

    private StepCounts merge(int slice, int slices, int sample, SiteSink sink) throws IOException {
        StepCounts counts = new StepCounts();
        TermQuery query = new TermQuery(TermKind.SITE, new BytesRef(), null, sample, slice, slices);
        List<TermCursor> cursors = TermCursor.onAll(plan, peers, query);
        MergedHead head = new MergedHead();
        new TermMerge(cursors, ensureNotCancelled).run((site, frequency, same) -> {
            if (frequency >= TemplateLearner.LEAST_PAGES) {
                ensureNotCancelled.run();
                head.fill(same);
                sink.accept(site.utf8ToString(), head, counts);
            }
        });
        return counts;
    }

    /** The texts of the sample in rank order, read in order of shard and document. */
    private List<String> texts(MergedHead head) throws IOException {
        int size = Math.min(head.size(), TemplateLearner.SAMPLE);
        Map<Integer, List<Integer>> docs = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            docs.computeIfAbsent(DocRef.shard(head.ref(i)), shard -> new ArrayList<>())
                    .add(DocRef.doc(head.ref(i)));
        }
        Map<Long, String> texts = new HashMap<>();
        for (Map.Entry<Integer, List<Integer>> entry : docs.entrySet()) {
            int[] sorted = entry.getValue().stream()
                    .mapToInt(Integer::intValue)
                    .sorted()
                    .toArray();
            peers.readAll(
                    entry.getKey(), sorted, TemplateLearner.PAGE_CHARS, (ref, page) -> texts.put(ref, page.text()));
        }
        List<String> sample = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            sample.add(texts.get(head.ref(i)));
        }
        return sample;
    }
}
