package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.bulk.ReservedMemory;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.core.boilerplate.BoilerplateLearner;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.partition.SampleGroups;
import org.ndd.partition.node.TermMerge.MergedHead;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.RunSpec.RunSource.SourceIndex;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender.SiteFingerprints;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.ShardMethod.StoredPage;

/**
 * Learns or loads the boilerplate of a node's slice of the sites, on all threads at the same time. Each site is learned from its first
 * documents in rank order over all shards. Sends the boilerplate fingerprints of each site to the shards that have documents of it. Reuses
 * boilerplate that an earlier attempt of the run learned and stored. Works in rounds; not thread-safe. Results that were sent and stored in
 * one round are not repeated in the next.
 *
 * <p>The circuit breaker accounts for a sample from the time when its texts are read until its boilerplate is learned:
 * {@value #BYTES_PER_UNIT} bytes per code unit, 315 MB for the largest.
 */
final class BoilerplateStep {

    /** Bytes per code unit of a sample: for the text, its masked form, its lines and the results of learning. */
    private static final long BYTES_PER_UNIT = 4;

    /** Number of documents of a sample that are read before each check whether their texts suffice. */
    private static final int READ = 100;

    private final PartitionPlan plan;
    private final int slice;
    private final NodeBoilerplate ofNode;
    private final CircuitBreaker breaker;
    private BytesRef last;

    /** @param slice slice of the sites, from 0; the number of slices is the number of nodes of the run */
    BoilerplateStep(PartitionPlan plan, int slice, NodeBoilerplate ofNode, CircuitBreaker breaker) {
        this.plan = plan;
        this.slice = slice;
        this.ofNode = ofNode;
        this.breaker = breaker;
    }

    /** Resources of a round; {@code mayContinue} is whether the round has time for another site. */
    record Tools(
            ShardClients peers,
            RunBoilerplateStore keeper,
            WorkStealingExecutor workers,
            BooleanSupplier mayContinue,
            Runnable ensureNotCancelled) {}

    /**
     * Learns and stores the boilerplate of at least one site.
     *
     * @param now milliseconds since the epoch
     * @return the number of sites with boilerplate, and whether sites are left
     */
    StepCounts learn(Tools tools, long now) throws IOException {
        BoilerplateSender sender = new BoilerplateSender(tools.peers());
        List<Sampled> waiting = new ArrayList<>();
        StepCounts counts =
                merge(tools, BoilerplateLearner.MIN_PAGES, BoilerplateLearner.SAMPLE, (site, head, learned) -> {
                    int pages = Math.min(head.size(), BoilerplateLearner.SAMPLE);
                    waiting.add(new Sampled(
                            site,
                            IntStream.range(0, pages)
                                    .mapToLong(page -> head.docs().ref(page))
                                    .toArray()));
                    if (waiting.size() == Math.min(tools.workers().threads(), RunBoilerplateStore.BATCH)) {
                        learn(waiting, tools, sender, now, learned);
                    }
                });
        learn(waiting, tools, sender, now, counts);
        tools.keeper().flush();
        sender.flush();
        return counts;
    }

    /** @param pages documents of its sample, in rank order */
    private record Sampled(Site site, long[] pages) {}

    /** Learns and stores the boilerplate of the waiting sites, in any order, and clears the list. */
    private void learn(List<Sampled> sites, Tools tools, BoilerplateSender sender, long now, StepCounts counts)
            throws IOException {
        if (sites.isEmpty()) {
            return;
        }
        Map<String, StoredBoilerplate> kept = tools.keeper()
                .kept(sites.stream().map(sampled -> sampled.site().name()).toList());
        StoredBoilerplate[] learned = new StoredBoilerplate[sites.size()];
        BoilerplateLearner learner =
                new BoilerplateLearner(new SampleGroups(tools.ensureNotCancelled()), plan.fingerprints());
        tools.workers().each(sites.size(), (thread, i) -> {
            if (kept.containsKey(sites.get(i).site().name()) == false) {
                learned[i] = learn(sites.get(i), learner, tools.peers(), now);
            }
        });
        for (int i = 0; i < learned.length; i++) {
            Site site = sites.get(i).site();
            StoredBoilerplate boilerplate = kept.getOrDefault(site.name(), learned[i]);
            if (boilerplate == null) {
                continue;
            }
            put(boilerplate.boilerplate(), site, sender);
            if (learned[i] != null) {
                tools.keeper().keep(boilerplate);
            }
            counts.add(Count.BOILERPLATE, 1);
        }
        sites.clear();
    }

    /** Learns the boilerplate of a site; returns {@code null} if its sample has none. */
    private StoredBoilerplate learn(Sampled sampled, BoilerplateLearner learner, ShardClients peers, long now)
            throws IOException {
        long[] refs = sampled.pages();
        List<StoredPage> sample = new ArrayList<>();
        long units = 0;
        try (ReservedMemory memory = new ReservedMemory(breaker, "ndd boilerplate")) {
            for (int from = 0; from < refs.length && units < BoilerplateLearner.SAMPLE_CHARS; from += READ) {
                List<StoredPage> read =
                        sample(Arrays.copyOfRange(refs, from, Math.min(refs.length, from + READ)), peers);
                long more =
                        read.stream().mapToLong(page -> page.text().length()).sum();
                memory.add(BYTES_PER_UNIT * more);
                units += more;
                sample.addAll(read);
            }
            SiteBoilerplate learned = learner.learn(
                    sampled.site().name(),
                    sample.stream().map(StoredPage::text).toList(),
                    sample.stream().map(StoredPage::title).toList());
            return learned == null ? null : new StoredBoilerplate(learned, sample.size(), now);
        }
    }

    private void put(SiteBoilerplate boilerplate, Site site, BoilerplateSender sender) throws IOException {
        ofNode.put(boilerplate);
        sender.send(new SiteFingerprints(boilerplate.site(), boilerplate.fingerprints()), site.shards(), site.pages());
    }

    /**
     * Loads the boilerplate that searches use, and stores it as the boilerplate of this run. Loads it for all sites, because a run can
     * include few documents of a large site.
     */
    StepCounts load(Tools tools) throws IOException {
        Map<String, Site> sites = new TreeMap<>();
        BoilerplateSender sender = new BoilerplateSender(tools.peers());
        StepCounts counts = merge(tools, 1, 1, (site, head, loaded) -> {
            sites.put(site.name(), site);
            if (sites.size() == RunBoilerplateStore.BATCH) {
                load(sites, tools.keeper(), sender, loaded);
            }
        });
        load(sites, tools.keeper(), sender, counts);
        tools.keeper().flush();
        sender.flush();
        return counts;
    }

    private void load(Map<String, Site> sites, RunBoilerplateStore keeper, BoilerplateSender sender, StepCounts counts)
            throws IOException {
        for (StoredBoilerplate stored : keeper.load(List.copyOf(sites.keySet()))) {
            SiteBoilerplate boilerplate = stored.boilerplate();
            put(boilerplate, sites.get(boilerplate.site()), sender);
            keeper.keep(stored);
            counts.add(Count.BOILERPLATE, 1);
        }
        sites.clear();
    }

    /** A site of the slice, the shards that have documents of it, and the number of these. */
    private record Site(String name, List<Integer> shards, long pages) {}

    private interface SiteSink {

        void accept(Site site, MergedHead head, StepCounts counts) throws IOException;
    }

    /** Continues after the last site of the previous round: sites of at least {@code leastPages}, with at most {@code sample} each. */
    private StepCounts merge(Tools tools, int leastPages, int sample, SiteSink sink) throws IOException {
        StepCounts counts = new StepCounts();
        int slices = plan.nodes().size();
        TermQuery query = TermQuery.of(TermKind.FAMILY, new BytesRef(), sample)
                .withAfter(last)
                .withSlice(new TermQuery.Slice(slice, slices, null));
        Runnable check = tools.ensureNotCancelled();
        try (TermMerge merge = TermMerge.of(plan, breaker, tools.peers(), query, check)) {
            last = merge.run(
                    (site, frequency, same, head) -> {
                        if (frequency >= leastPages) {
                            check.run();
                            head.fill(same);
                            List<Integer> shards =
                                    same.stream().map(TermCursor::ordinal).toList();
                            sink.accept(new Site(site.utf8ToString(), shards, frequency), head, counts);
                        }
                    },
                    tools.mayContinue());
        }
        counts.add(Count.PENDING, last == null ? 0 : 1);
        return counts;
    }

    /** Returns documents in the given order, and reads them in order of shard and document. */
    private static List<StoredPage> sample(long[] refs, ShardClients peers) throws IOException {
        Map<Long, StoredPage> pages = new HashMap<>();
        long[] sorted = Arrays.stream(refs).sorted().toArray();
        for (long[] ofShard : DocRef.byShard(sorted, Integer.MAX_VALUE)) {
            peers.readAll(ofShard, BoilerplateLearner.PAGE_CHARS, pages::put);
        }
        return Arrays.stream(refs).mapToObj(pages::get).toList();
    }

    /**
     * Loads and stores the boilerplate of a run. Learned or loaded boilerplate is written to a separate index of the run. So searches mask
     * the same lines as the run while its groups are published, and an unpublished run changes nothing.
     */
    static final class RunBoilerplateStore {

        static final int BATCH = 50;

        private final PartitionPlan plan;
        private final BoilerplateStore store;
        private final Runnable ensureActive;
        private final Function<SourceIndex, String> inUse;
        private final List<StoredBoilerplate> batch = new ArrayList<>();

        /**
         * @param client client with the rights of the user
         * @param ensureActive throws if the boilerplate is no longer needed
         * @param inUse returns the name by which to read the boilerplate of an index
         */
        RunBoilerplateStore(
                PartitionPlan plan, Client client, Runnable ensureActive, Function<SourceIndex, String> inUse) {
            this.plan = plan;
            this.inUse = inUse;
            this.store = new BoilerplateStore(client);
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

        void flush() {
            BlockingRpc.<Void>awaitResponse(
                    saved -> store.save(BoilerplateIndex.name(plan.runId()), List.copyOf(batch), saved), ensureActive);
            batch.clear();
        }

        /** Returns the boilerplate of at most {@value #BATCH} sites that an earlier attempt of the run stored, by site. */
        Map<String, StoredBoilerplate> kept(List<String> sites) {
            if (plan.replays() == false || plan.options().execution().dryRun()) {
                return Map.of();
            }
            return BlockingRpc.awaitResponse(
                    listener -> store.get(BoilerplateIndex.name(plan.runId()), sites, listener), ensureActive);
        }

        /**
         * Returns the boilerplate that searches used when the run was planned, of at most {@value #BATCH} sites, of each from the first
         * index that has it. It is the same for all attempts, because stored decisions depend on it: that of a site may be deleted after
         * an earlier attempt stored it.
         */
        Collection<StoredBoilerplate> load(List<String> sites) {
            Map<String, StoredBoilerplate> known = new TreeMap<>(kept(sites));
            plan.spec().source().withReference().stream()
                    .filter(read -> read.boilerplate() != null)
                    .sorted(Comparator.comparing(SourceIndex::name))
                    .map(inUse)
                    .distinct()
                    .forEach(name -> BlockingRpc.<Map<String, StoredBoilerplate>>awaitResponse(
                                    listener -> store.get(name, sites, listener), ensureActive)
                            .forEach(known::putIfAbsent));
            return known.values();
        }
    }
}
