package org.ndd.eval.simulate;

import static org.ndd.eval.simulate.ExpectedDistinct.different;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ndd.partition.plan.PartitionOptions;

/**
 * Simulates a run over many documents on many nodes by phases instead of events. The coordinator starts a phase when all nodes have
 * completed the previous one, and in a phase each node processes millions of small items, so its duration follows from sums of work and
 * waiting time. Rare items, which sums do not represent, are simulated individually: ranges of terms, the largest groups, indices, rounds.
 *
 * <p>A thread that sends a request to another node waits for the response, as in {@code RunMessenger}. Therefore its time includes local
 * work, remote work and latency. Deterministic for a seed; O(nodes · ranges + sampled groups).
 */
public final class Simulation {

    /** Batch size of documents in {@code decide}, and of documents that are sent or verified together. */
    private static final double DECIDE_CHUNK = 256;

    private static final double CHUNK = 512;

    /** Minimum number of documents to merge terms by ranges. */
    private static final double MIN_TO_CUT = 50_000;

    /** Serialized sizes of a term with its document numbers, and of a document with its rank. */
    private static final double TERM_BYTES = 15;

    private static final double DOCUMENT_BYTES = 24;

    /** Buffer sizes of responses and deliveries of all shards in a merge, and of one shard. */
    private static final double MERGE_BYTES = 8 << 20;

    private static final double MIN_BATCH = 32 << 10;
    private static final double MAX_BATCH = 1 << 20;

    /** Serialized size of a document of the run's index, estimated from its fields. */
    private static final double WRITTEN_BYTES = 400;

    /** Serialized size of a member with id, rank, version and URL. */
    private static final double MEMBER_BYTES = 130;

    private static final double ID_BYTES = 25;
    private static final double OUTDATED_SAMPLE = 20_000;

    /** Duration of the refresh and of the change of aliases. */
    private static final double PUBLISH_SECONDS = 1;

    /** Assumed time until a lost node is detected and the next attempt starts. */
    private static final double LOST_SECONDS = 60;

    private static final double MAX_PER_SHARD = Integer.MAX_VALUE - 128.0;

    private static final int DRAWN_GROUPS = 20_000;

    private final Costs costs;
    private final Pages pages;
    private final Nodes nodes;
    private final ChainGrowth waiting;
    private final GroupSizes sizes;
    private final GroupTerms terms;
    private final double[] homes;
    private final RunHeap heap;
    private final double perNode;

    /** @param seed seed of the largest groups and their shards */
    public Simulation(Costs costs, Pages pages, Nodes nodes, ChainGrowth waiting, long seed) {
        this.costs = costs;
        this.pages = pages;
        this.nodes = nodes;
        this.waiting = waiting;
        this.perNode = pages.documents() / nodes.count();
        double mean = 1 / Math.max(1e-6, 1 - costs.get(Cost.FOLLOWERS));
        this.sizes = GroupSizes.ofMean(Math.max(1.0001, mean), GroupSizes.largestOf(pages.documents()));
        this.terms = GroupTerms.of(sizes, costs.get(Cost.TERMS) / costs.get(Cost.POSTINGS));
        GroupSizes.Drawn drawn = sizes.draw(pages.documents(), DRAWN_GROUPS, new Random(seed));
        this.homes = homes(drawn, new Random(seed + 1));
        double most =
                drawn.sizes().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double largest = pages.skewed() ? Math.max(most, pages.crowd()) : 1;
        this.heap = new RunHeap(
                costs, pages, nodes, terms, Arrays.stream(homes).max().orElse(0), largest);
    }

    /** The fraction of all followers whose groups each node builds. */
    private double[] homes(GroupSizes.Drawn drawn, Random dice) {
        double[] followers = new double[nodes.count()];
        if (pages.skewed() == false) {
            Arrays.fill(followers, 1.0 / nodes.count());
            return followers;
        }
        double all = pages.documents() * (1 - 1 / sizes.mean());
        double large = drawn.sizes().stream().mapToDouble(size -> size - 1).sum();
        Arrays.fill(followers, Math.max(0, all - large) / nodes.count());
        for (double size : drawn.sizes()) {
            followers[dice.nextInt(nodes.count())] += size - 1;
        }
        followers[dice.nextInt(nodes.count())] += pages.crowd();
        double sum = Arrays.stream(followers).sum();
        return Arrays.stream(followers)
                .map(one -> sum == 0 ? 1.0 / nodes.count() : one / sum)
                .toArray();
    }

    /** Simulates the whole run. */
    public Outcome run() {
        double state = heap.ofState();
        if (pages.documents() / nodes.allShards() > MAX_PER_SHARD) {
            return Outcome.impossible(state, "more documents than the maximum of a shard");
        }
        if (pages.documents() * costs.get(Cost.WRITTEN) / nodes.groupShards() > MAX_PER_SHARD) {
            return Outcome.impossible(
                    state, "more group documents than the maximum of the one shard of the destination index");
        }
        if (state > nodes.machine().breaker()) {
            return Outcome.impossible(state, "ranks and members do not fit into the heap");
        }
        int guessed = heap.guessedWindows();
        int windows = guessed;
        int failed = 0;
        while (heap.ofWindow(windows) > nodes.machine().breaker()) {
            windows *= 2;
            failed++;
            if (windows > PartitionOptions.MAX_WINDOWS) {
                return Outcome.impossible(state, "candidates do not fit into the heap");
            }
        }
        List<Phase> phases = new ArrayList<>();
        for (int attempt = 0; attempt < failed; attempt++) {
            phases.addAll(begin(attempt > 0));
            phases.add(candidates(1, guessed << attempt));
        }
        phases.addAll(begin(failed > 0));
        phases.add(candidates(windows, windows));
        phases.add(decide(windows, true));
        phases.add(members());
        phases.add(groups());
        phases.add(lists());
        phases.add(check());
        phases.add(publish());
        return new Outcome(phases, windows, failed, Math.max(state, heap.ofWindow(windows)), null);
    }

    /**
     * Returns the additional duration if a node is lost after all decisions: other nodes take over its shards, all data is read again, and
     * decisions are reused.
     */
    public double nodeLossSeconds() {
        Simulation rest = new Simulation(costs, pages, nodes.without(1), waiting, 0);
        int windows = rest.run().windows();
        List<Phase> phases = new ArrayList<>(rest.begin(true));
        phases.add(rest.candidates(windows, windows));
        phases.add(rest.decide(windows, false));
        return LOST_SECONDS + phases.stream().mapToDouble(Phase::seconds).sum();
    }

    /** @param again whether an earlier attempt has learned the boilerplate */
    private List<Phase> begin(boolean again) {
        return List.of(pin(), again ? learnedBoilerplate() : boilerplate(), digests());
    }

    private double cost(Cost cost) {
        return costs.get(cost);
    }

    private double request() {
        return nodes.machine().messageSeconds();
    }

    // ---- phases

    private Phase pin() {
        PhaseLoad load = new PhaseLoad(nodes);
        load.workOnAll(pages.documents() * cost(Cost.PIN), 1);
        return load.phase("pin", null);
    }

    /** Each node learns the boilerplate of its sites, one site per thread, and requests the samples from all shards. */
    private Phase boilerplate() {
        PhaseLoad load = new PhaseLoad(nodes);
        double sample = pages.boilerplatePages() / Math.max(1, pages.sites());
        double asked = pages.sites() / nodes.count() * different(sample, nodes.allShards()) * nodes.far();
        for (int node = 0; node < nodes.count(); node++) {
            load.work(node, pages.boilerplatePages() / nodes.count() * cost(Cost.BOILERPLATE), nodes.threads());
            load.request(node, asked, request(), nodes.threads());
            load.receive(node, pages.boilerplatePages() / nodes.count() * cost(Cost.TEXT) * nodes.far());
        }
        return load.phase("boilerplate", null);
    }

    /** Reads the boilerplate of an earlier attempt, with requests for as many sites as there are threads. */
    private Phase learnedBoilerplate() {
        PhaseLoad load = new PhaseLoad(nodes);
        for (int node = 0; node < nodes.count(); node++) {
            load.request(node, pages.sites() / nodes.count() / nodes.threads(), request(), 1);
        }
        return load.phase("boilerplate", null);
    }

    private Phase digests() {
        PhaseLoad load = new PhaseLoad(nodes);
        double[] shares = pages.documents() <= MIN_TO_CUT ? new double[] {1} : TermShares.ofDigests();
        double bytes = pages.documents() * cost(Cost.DIGEST);
        merge(load, shares, pages.documents() * cost(Cost.DIGESTS), bytes, 0);
        return load.phase("digests", few(shares));
    }

    /**
     * Simulates some of many windows.
     *
     * @param windows number of simulated windows
     * @param of number of all windows
     */
    private Phase candidates(int windows, int of) {
        PhaseLoad load = new PhaseLoad(nodes);
        double[] shares = pages.documents() <= MIN_TO_CUT
                ? new double[] {1}
                : TermShares.ofFingerprints(pages.documents(), cost(Cost.PASSAGES));
        double postings = pages.documents() * cost(Cost.POSTINGS);
        double shards = nodes.allShards();
        double read = postings
                * (DOCUMENT_BYTES
                        + TERM_BYTES * sizes.overPages(size -> different(terms.df(size), shards) / terms.df(size)));
        double delivered = postings
                * sizes.overPages(size -> {
                    double df = terms.df(size);
                    double told = TERM_BYTES + DOCUMENT_BYTES * Math.min(RunHeap.LIST_HEAD, df);
                    return df > 1 ? different(df, shards) / df * told : 0;
                });
        for (int window = 0; window < windows; window++) {
            // later windows skip fingerprints of only one document; measurements show that the check costs as much
            double sent = window == 0 ? read : read * terms.shared();
            merge(load, shares, postings * cost(Cost.READ_TERMS), sent, delivered);
        }
        load.workOnAll(postings * cost(Cost.KEEP_TERMS) * windows / of, nodes.shardSteps());
        return load.phase("candidates", few(shares));
    }

    private String few(double[] shares) {
        double most = Arrays.stream(shares).max().orElse(1);
        return most * nodes.count() * nodes.steps() > 2 ? "few ranges of terms" : null;
    }

    /** Ranges are assigned to nodes round-robin; a node processes four concurrently. */
    private void merge(PhaseLoad load, double[] shares, double work, double read, double delivered) {
        double batch = Math.max(MIN_BATCH, Math.min(MAX_BATCH, MERGE_BYTES / nodes.allShards()));
        double[][] threads = new double[nodes.count()][nodes.steps()];
        double[] works = new double[nodes.count()];
        double[] asks = new double[nodes.count()];
        for (int range = 0; range < shares.length; range++) {
            int node = range % nodes.count();
            double share = shares[range];
            double own = share * work;
            double responses = Math.max(nodes.allShards(), share * read / batch);
            double told = share * delivered == 0
                    ? 0
                    : Math.max(Math.min(nodes.allShards(), share * delivered), share * delivered / batch);
            double asked = (responses + told) * nodes.far();
            load.receive(node, share * read * nodes.far());
            load.send(node, share * delivered * nodes.far());
            works[node] += own;
            asks[node] += asked;
            int free = 0;
            for (int thread = 1; thread < nodes.steps(); thread++) {
                free = threads[node][thread] < threads[node][free] ? thread : free;
            }
            threads[node][free] += own + asked * (request() + nodes.machine().answerSeconds());
        }
        for (int node = 0; node < nodes.count(); node++) {
            double all = Arrays.stream(threads[node]).sum();
            double longest = Arrays.stream(threads[node]).max().orElse(0);
            // the number of threads that a merge actually uses
            double at = longest == 0 ? 1 : all / longest;
            load.work(node, works[node], at);
            load.request(node, asks[node], request(), at);
        }
    }

    /** Returns the cache hit rate of texts of leaders. */
    private double cached() {
        double leaders = pages.documents() * (1 - cost(Cost.FOLLOWERS));
        return Math.min(1, RunHeap.CACHE_BYTES / (2 * cost(Cost.TEXT)) / leaders);
    }

    /** Returns the fraction of texts that are not in the page cache. */
    private double onDisk() {
        return Math.max(0, 1 - nodes.machine().pageCache() / (perNode * cost(Cost.DISK)));
    }

    /** @param compares whether decisions have to be computed instead of replayed */
    private Phase decide(int windows, boolean compares) {
        PhaseLoad load = new PhaseLoad(nodes);
        double comparisons = compares ? perNode * cost(Cost.COMPARISONS) : 0;
        double leaders = perNode * sizes.overPages(size -> different(size, nodes.count()) / size);
        double texts = comparisons == 0 ? 0 : cached() * Math.min(comparisons, leaders) + (1 - cached()) * comparisons;
        double first = Math.min(texts, perNode);
        double passes = waiting.passes(pages.documents(), windows);
        // in each pass, some of the predecessors are not decided yet and requested again
        double open = DECIDE_CHUNK
                * cost(Cost.CANDIDATES)
                * waiting.requested(pages.documents(), windows)
                / passes
                * nodes.far();
        double asked = perNode * passes / DECIDE_CHUNK * different(open, nodes.farShards());
        double chunkTexts = DECIDE_CHUNK * first / perNode * nodes.far();
        double fetched =
                perNode / DECIDE_CHUNK * different(chunkTexts, nodes.farShards()) + (texts - first) * nodes.far();
        for (int node = 0; node < nodes.count(); node++) {
            load.work(node, perNode * cost(Cost.DECIDE) + comparisons * cost(Cost.COMPARE), nodes.threads());
            load.request(node, asked, request(), nodes.shardSteps());
            load.request(node, fetched, request(), nodes.threads());
            load.wait(node, texts * onDisk() * nodes.machine().readSeconds(), nodes.threads());
            load.receive(node, texts * cost(Cost.TEXT) * nodes.far());
        }
        Phase phase = load.phase("decide", null);
        double rounds = Math.max(
                phase.seconds(), windows * Math.max(1, waiting.mostPasses().at(pages.documents())));
        return phase.later(rounds * (nodes.machine().answerSeconds() + nodes.allShards() * request() * nodes.far()));
    }

    private Phase members() {
        PhaseLoad load = new PhaseLoad(nodes);
        double followers = pages.documents() * cost(Cost.FOLLOWERS);
        double each = followers / nodes.count();
        double asked = 2 * each / CHUNK * different(CHUNK * nodes.far(), nodes.farShards());
        for (int node = 0; node < nodes.count(); node++) {
            load.work(node, each * cost(Cost.MEMBERS), nodes.shardSteps());
            load.request(node, asked, request(), nodes.shardSteps());
            load.receive(node, followers * homes[node] * MEMBER_BYTES * nodes.far());
        }
        return load.phase("members", null);
    }

    private Phase groups() {
        PhaseLoad load = new PhaseLoad(nodes);
        double verifications = pages.documents() * cost(Cost.VERIFICATIONS);
        for (int node = 0; node < nodes.count(); node++) {
            double own = verifications * homes[node];
            load.work(node, own * cost(Cost.VERIFY), nodes.threads());
            load.request(
                    node, own / CHUNK * different(CHUNK * nodes.far(), nodes.farShards()), request(), nodes.threads());
            double rounds = Math.max(1, own * cost(Cost.VERIFY));
            double duplicates = pages.documents() * cost(Cost.DUPLICATES) * homes[node] / rounds;
            load.request(
                    node,
                    rounds * 2 * different(duplicates * nodes.far(), nodes.farShards()),
                    request(),
                    nodes.shardSteps());
            load.wait(node, own * onDisk() * nodes.machine().readSeconds(), nodes.threads());
            load.receive(node, own * cost(Cost.TEXT) * nodes.far());
        }
        double before = load.phase("groups", null).seconds();
        // primaries and replicas on separate nodes, if there are enough
        double documents = pages.documents() * cost(Cost.WRITTEN);
        int copies = nodes.count() == 1 ? 1 : 2;
        double[] written = new double[nodes.count()];
        for (int copy = 0; copy < copies * nodes.groupShards(); copy++) {
            written[Math.floorMod(-1 - copy, nodes.count())] += documents / nodes.groupShards();
        }
        for (int shard = 0; shard < nodes.groupShards(); shard++) {
            int home = Math.floorMod(-1 - copies * shard, nodes.count());
            int replica = Math.floorMod(-copies - copies * shard, nodes.count());
            load.write(home, replica, documents / nodes.groupShards() * WRITTEN_BYTES);
        }
        for (int node = 0; node < nodes.count(); node++) {
            load.atLeast(node, written[node] * cost(Cost.WRITE), nodes.machine().cores());
        }
        Phase phase = load.phase("groups", null);
        return phase.seconds() > 1.2 * before ? load.phase("groups", "writes to one shard") : phase;
    }

    /** The coordinator reads the ids from the documents of groups, and writes one list after the other. */
    private Phase lists() {
        PhaseLoad load = new PhaseLoad(nodes);
        double duplicates = pages.documents() * cost(Cost.DUPLICATES);
        double bytes = 2 * duplicates * ID_BYTES;
        load.work(0, duplicates * cost(Cost.LIST), 1);
        load.request(0, Math.max(2 * nodes.indices(), bytes / MAX_BATCH) * nodes.far(), request(), 1);
        load.receive(0, bytes * nodes.far());
        return load.phase("lists", "one thread");
    }

    private Phase check() {
        PhaseLoad load = new PhaseLoad(nodes);
        double looked = Math.min(pages.documents(), OUTDATED_SAMPLE * nodes.allShards());
        load.workOnAll(looked * cost(Cost.CHECK), nodes.shardSteps());
        return load.phase("check", null);
    }

    private Phase publish() {
        return new PhaseLoad(nodes).phase("publish", null).later(PUBLISH_SECONDS);
    }
}
