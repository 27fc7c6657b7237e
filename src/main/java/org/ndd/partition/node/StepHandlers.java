package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.PeriodicCheck.TimeSlice;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.DecidedPair;
import org.ndd.decisions.PairDecision;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.pair.BreakerMemory;
import org.ndd.partition.node.BoilerplateStep.RunBoilerplateStore;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.DecidedDocs;
import org.ndd.partition.shard.DecidedDocs.DecidedRows;
import org.ndd.partition.shard.Decider;
import org.ndd.partition.shard.Decider.DecisionRule;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.JoinLeaders;
import org.ndd.partition.shard.JoinLeaders.MergeLeaders;
import org.ndd.partition.shard.Member.MemberSender;
import org.ndd.partition.shard.PageComparisons;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.ShardDecisions;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.ShardRun;

/** Executes the steps of runs on this node, see {@link RunStep}. */
final class StepHandlers {

    private final NodeServices services;
    private final ShardOpener opener;
    private final BigArrays bigArrays;
    private final WorkStealingExecutor workers;

    StepHandlers(NodeServices services, ShardOpener opener, BigArrays bigArrays) {
        this.services = services;
        this.opener = opener;
        this.bigArrays = bigArrays;
        ThreadPool threadPool = services.threads();
        this.workers = new WorkStealingExecutor(
                threadPool.executor(NddThreadPools.WORK),
                threadPool.info(NddThreadPools.WORK).getMax());
    }

    /** @param listener is notified at the end, possibly by another thread; {@link Count#PENDING} is 0 if the step is complete */
    void handle(StepContext step, ActionListener<StepResult> listener) throws IOException {
        step.ensureActive();
        if (step.request().step() == RunStep.WRITE_GROUPS) {
            groups(step, listener);
        } else {
            listener.onResponse(StepResult.of(counts(step)));
        }
    }

    private StepCounts counts(StepContext step) throws IOException {
        StepRequest request = step.request();
        return switch (request.step()) {
            case BOILERPLATE -> boilerplate(step);
            case MERGE_DIGESTS -> merge(step).digests(request.prefix());
            case VERIFY_EXACT ->
                step.run().exact(step.shard()).round(step.texts(), workers, new TimeSlice(), step::ensureActive);
            case BEGIN_WINDOW -> {
                step.shard().beginWindow(request.window(), candidates(step));
                yield new StepCounts();
            }
            case MERGE_FINGERPRINTS ->
                merge(step)
                        .fingerprints(
                                request.prefix(),
                                request.documents(),
                                request.window().number() == 0);
            case END_CANDIDATES -> endCandidates(step);
            case DECIDE -> decide(step, joinRule(step));
            case SEND_BRIDGES -> {
                step.shard().decisions().sendBridges(step.peers(), step::ensureActive);
                yield new StepCounts();
            }
            case BEGIN_MERGING -> beginMerging(step);
            case MERGE_LEADERS -> decide(step, new MergeLeaders(step.shard(), comparisons(step)));
            case FIND_DECIDED -> findDecided(step);
            case APPLY_DECISIONS -> applyDecisions(step);
            case SEND_MEMBERS -> new MemberSender(step.shard(), step.peers(), step::ensureActive).send();
            case BEGIN_GROUPS -> beginGroups(step);
            case WRITE_GROUPS -> throw new IllegalArgumentException("groups are written without blocking");
            case COUNT_OUTDATED -> step.run().outdated(step.shard()).round(new TimeSlice(), step::ensureActive);
            case COUNT_CHANGES ->
                StepCounts.of(
                        Count.CHANGED,
                        opener.operationsAfter(Map.of(
                                step.plan().shards().get(step.ordinal()).shard(),
                                step.shard().pinned().pinnedAt().seqNo())));
            case FORGET_DECISIONS -> {
                step.run().decisions().forget(step.shard(), step.client(), step::ensureActive);
                yield new StepCounts();
            }
        };
    }

    private StepCounts boilerplate(StepContext step) throws IOException {
        BoilerplateStep round = step.run().boilerplateStep();
        BoilerplateStep.Tools tools = new BoilerplateStep.Tools(
                step.peers(),
                new RunBoilerplateStore(
                        step.plan(),
                        step.client(),
                        step::ensureActive,
                        read -> BoilerplateIndex.nameToRead(
                                services.cluster().state(), read.index().getName(), read.boilerplate())),
                workers,
                new TimeSlice(),
                step::ensureActive);
        return step.options().boilerplate() == PartitionOptions.Boilerplate.STORED
                ? round.load(tools)
                : round.learn(tools, services.threads().absoluteTimeInMillis());
    }

    private MergeStep merge(StepContext step) {
        return new MergeStep(step, breaker());
    }

    private static StepCounts endCandidates(StepContext step) {
        ShardDecisions decisions = step.shard().decisions();
        StepCounts counts = StepCounts.of(Count.CANDIDATES, decisions.endCandidates(step::ensureActive));
        counts.add(Count.PENDING, decisions.pendingDocuments());
        return counts;
    }

    private static StepCounts beginMerging(StepContext step) {
        ShardDecisions decisions = step.shard().decisions();
        decisions.beginMerging();
        return StepCounts.of(Count.PENDING, decisions.pendingDocuments());
    }

    /** Decides documents. Decisions are stored independently of the request's task, so that they are stored also if it is cancelled. */
    private StepCounts decide(StepContext step, DecisionRule rule) throws IOException {
        ShardRun shard = step.shard();
        Runnable keep = () -> step.run().decisions().storePeriodically(shard, services.client());
        return new Decider(shard, step.peers(), step.request().most(), step::ensureActive, keep, new TimeSlice())
                .round(rule);
    }

    private DecisionRule joinRule(StepContext step) {
        return candidates(step).isOfSets()
                ? step.shard().decisions()::label
                : new JoinLeaders(
                        step.shard(), comparisons(step), candidates(step).maxLeaders());
    }

    /** Finds the documents of a shard in decisions of people, with the digests that people saw. */
    private static StepCounts findDecided(StepContext step) throws IOException {
        ShardRun shard = step.shard();
        String index = index(step.plan(), shard.ordinal());
        SortedMap<String, SortedSet<String>> digestsById = new TreeMap<>();
        for (PairDecision decision : step.plan().decisions()) {
            for (DocumentState document : decision.documents()) {
                if (document.name().index().equals(index)) {
                    digestsById
                            .computeIfAbsent(document.name().id(), id -> new TreeSet<>())
                            .add(document.digest());
                }
            }
        }
        shard.decisions().decidedDocs(DecidedDocs.find(shard, digestsById, step.peers(), step::ensureActive));
        return new StepCounts();
    }

    private static String index(PartitionPlan plan, int ordinal) {
        return plan.shards().get(ordinal).shard().getIndexName();
    }

    /**
     * Changes groups so that they agree with decisions of people. Every node gathers the documents of these decisions from all shards,
     * computes the same leaders, and changes them on its shards. One node counts the decisions.
     */
    private StepCounts applyDecisions(StepContext step) throws IOException {
        PartitionPlan plan = step.plan();
        DecidedRows rows = new DecidedRows();
        for (int ordinal : plan.ordinals()) {
            step.ensureActive();
            rows.add(index(plan, ordinal), step.peers().call(ordinal, ShardMethod.DECIDED, null));
        }
        List<DecidedPair> applied = plan.decisions().stream()
                .filter(decision -> decision.documents().stream()
                        .allMatch(document -> rows.has(document.name(), document.digest())))
                .map(PairDecision::pair)
                .toList();
        DecidedDocuments decided = rows.decide(applied);
        for (ShardRun shard : step.run().shards().values()) {
            rows.apply(shard, decided, step::ensureActive);
        }
        StepCounts counts = new StepCounts();
        if (plan.nodes().indexOf(services.cluster().localNode().getId()) == 0) {
            counts.add(Count.DECISIONS, applied.size());
            counts.add(Count.DECISIONS_OUTDATED, plan.decisions().size() - applied.size());
        }
        return counts;
    }

    private StepCounts beginGroups(StepContext step) {
        PartitionOptions options = step.options();
        int setLeaders = candidates(step).isOfSets() ? candidates(step).maxLeaders() : 0;
        Grouper grouper = new Grouper(
                step.shard(),
                options.grouping().canonicals(),
                options.execution().singletons(),
                setLeaders);
        step.run().groupers().put(step.ordinal(), grouper);
        return StepCounts.of(Count.PENDING, grouper.pending());
    }

    private void groups(StepContext step, ActionListener<StepResult> listener) throws IOException {
        GroupWriter writer = new GroupWriter(step, writer(step));
        StepCounts counts = step.run().groupers().get(step.ordinal()).round(comparisons(step), writer, writer);
        writer.finish(listener.map(count -> {
            counts.add(Count.WRITTEN, count);
            return StepResult.of(counts, writer.largest());
        }));
    }

    private RunWriter writer(StepContext step) {
        return new RunWriter(step.plan(), step.client(), services.cluster(), step.task(), step::ensureActive);
    }

    private static CandidateParameters candidates(StepContext step) {
        return step.options().grouping().candidates();
    }

    private PageComparisons comparisons(StepContext step) {
        PairComparator comparator =
                new PairComparator(step.options().grouping().similarity()).with(BreakerMemory.of(bigArrays));
        return new PageComparisons(step.texts(), comparator, workers, step::ensureActive);
    }

    private CircuitBreaker breaker() {
        return bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    /**
     * The request of a step with the node's part of its run. Created per request.
     *
     * @param ordinal of the shard, for a step of a shard
     * @param client sends requests as children of the task, with the rights of the user
     */
    record StepContext(
            NodeRun run, int ordinal, StepRequest request, DiscoveryNodes nodes, CancellableTask task, Client client) {

        PartitionPlan plan() {
            return run.plan();
        }

        PartitionOptions options() {
            return plan().options();
        }

        ShardRun shard() {
            return run.shard(ordinal);
        }

        ShardClients peers() {
            return run.peers(nodes, task);
        }

        PageTexts texts() {
            return run.texts(nodes, task);
        }

        /** Throws if the step must end. Several threads call it periodically. */
        void ensureActive() {
            run.ensureActive(task);
        }
    }
}
