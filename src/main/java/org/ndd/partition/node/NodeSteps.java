package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.DocumentFields;
import org.ndd.config.NddThreadPools;
import org.ndd.core.compare.PairComparator;
import org.ndd.pair.ApartFields;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.SeenFields;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.CandidateRule;
import org.ndd.partition.shard.Decider;
import org.ndd.partition.shard.DecisionRule;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.JoinLeaders;
import org.ndd.partition.shard.LabelSets;
import org.ndd.partition.shard.MemberSender;
import org.ndd.partition.shard.MergeLeaders;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.Peers;
import org.ndd.partition.shard.RoundTime;
import org.ndd.partition.shard.ShardAccess;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.wire.Done;
import org.ndd.partition.wire.Question;
import org.ndd.partition.wire.RemoteShard;
import org.ndd.partition.wire.RunAddress;
import org.ndd.partition.wire.RunMessenger;
import org.ndd.template.TemplateStore;

/** Does on this node what the coordinator of a run orders. */
public final class NodeSteps {

    /** Looks at the shards of a plan before anything is done. */
    public static final Question<PartitionPlan, StepResult> CHECK =
            new Question<>("[check]", NddThreadPools.READ, PartitionPlan::new, StepResult::new);

    /** Begins a run on a node. */
    public static final Question<PartitionPlan, StepResult> OPEN =
            new Question<>("[open]", NddThreadPools.WORK, PartitionPlan::new, StepResult::new);

    /** Does one step of a run. */
    public static final Question<StepOrder, StepResult> STEP =
            new Question<>("[step]", NddThreadPools.WORK, StepOrder::new, StepResult::new);

    /** Lets what is under way of a run on a node end early. */
    public static final Question<Done, Done> STOP = new Question<>("[stop]", NddThreadPools.READ, Done::new, Done::new);

    /** Ends a run on a node, and keeps what it decided. */
    public static final Question<Done, Done> CLOSE =
            new Question<>("[close]", NddThreadPools.READ, Done::new, Done::new);

    private final NodeRuns runs;
    private final RunMessenger messenger;
    private final ClusterService clusterService;
    private final IndicesService indices;
    private final BigArrays bigArrays;
    private final ShardOpener opener;
    private final Client client;
    private final TemplateStore templates;
    private final RunMetrics metrics;
    private final WriteSteps writes;

    public NodeSteps(
            NodeRuns runs,
            RunMessenger messenger,
            ClusterService clusterService,
            IndicesService indices,
            Client client,
            TemplateStore templates,
            RunMetrics metrics) {
        this.runs = runs;
        this.messenger = messenger;
        this.clusterService = clusterService;
        this.indices = indices;
        this.bigArrays = indices.getBigArrays().withCircuitBreaking();
        this.opener = new ShardOpener(indices, bigArrays);
        this.client = client;
        this.templates = templates;
        this.metrics = metrics;
        this.writes = new WriteSteps(clusterService, client, breaker());
    }

    /** Makes this node answer. */
    public void register() {
        messenger.register(CHECK, (address, plan, task) -> {
            checkFieldsAreSeen(plan);
            return new StepResult(
                    new StepCounts(),
                    List.of(),
                    opener.versions(plan, clusterService.localNode().getId(), task::ensureNotCancelled),
                    Map.of(),
                    1);
        });
        messenger.register(OPEN, (address, plan, task) -> open(plan, task));
        messenger.registerLate(
                STEP,
                (address, order, task, listener) -> runs.use(address, run -> {
                    step(run, address.shard(), order, task, counted(run, listener));
                    return null;
                }));
        messenger.register(STOP, (address, nothing, task) -> {
            runs.stop(address);
            return Done.INSTANCE;
        });
        messenger.registerLate(CLOSE, (address, nothing, task, listener) -> close(address, listener));
        messenger.register(
                NodeTemplates.TEMPLATE,
                (address, site, task) ->
                        runs.use(address, run -> run.templates().own(site.site())));
        RemoteShard.register(messenger, new RemoteShard.Shards() {
            @Override
            public <A> A ask(RunAddress address, CheckedFunction<ShardAccess, A, Exception> question) throws Exception {
                return runs.use(address, run -> question.apply(run.shard(address.shard())));
            }
        });
    }

    /** Answers once all that was decided is kept, which who goes on with the run wants to find. */
    private void close(RunAddress address, ActionListener<Done> listener) {
        try (var kept = new RefCountingRunnable(() -> listener.onResponse(Done.INSTANCE))) {
            for (NodeRun run : runs.close(address)) {
                if (clusterService.state().metadata().hasIndex(address.run())) {
                    run.shards().values().forEach(shard -> run.decisions().keep(shard, client));
                }
                run.decisions().settled(ActionListener.releasing(kept.acquire()));
            }
        }
    }

    /** In here, as it is for a request on the indices that security says which of their fields its user sees. */
    private void checkFieldsAreSeen(PartitionPlan plan) {
        String field = plan.options().field();
        for (String index : plan.concreteIndices()) {
            SeenFields.check(index, field, indices.getFieldFilter().apply(index));
            for (String name : plan.options().apartBy().fields()) {
                if (indices.getFieldFilter().apply(index).test(name) == false) {
                    throw ApartFields.hidden(index, name);
                }
            }
        }
    }

    private StepResult open(PartitionPlan plan, CancellableTask task) throws Exception {
        String localNode = clusterService.localNode().getId();
        StepCounts counts = new StepCounts();
        NodeTemplates nodeTemplates = new NodeTemplates(plan, localNode, messenger, breaker());
        NodeRun run = NodeRun.open(
                plan, localNode, opener, messenger, nodeTemplates, bigArrays, counts, task::ensureNotCancelled);
        boolean success = false;
        try {
            if (plan.replays()) {
                for (ShardRun shard : run.shards().values()) {
                    task.ensureNotCancelled();
                    run.decisions().load(shard, assigned(task), task::ensureNotCancelled);
                }
            }
            runs.add(run);
            success = true;
        } finally {
            if (success == false) {
                run.end();
            }
        }
        Map<Integer, Long> pins = new TreeMap<>();
        run.shards()
                .forEach((ordinal, shard) -> pins.put(ordinal, shard.pinned().pinnedAt()));
        return new StepResult(
                counts,
                List.of(),
                Map.of(),
                pins,
                WindowBudget.windows(
                        counts.get(StepCounts.Count.DOCUMENTS),
                        plan.options().apartBy().fields().size(),
                        plan.options().candidates().predecessors(),
                        breaker()));
    }

    private ActionListener<StepResult> counted(NodeRun run, ActionListener<StepResult> listener) {
        return listener.map(result -> {
            result.counts().add(StepCounts.Count.WIRE_BYTES, run.takeReceived());
            metrics.add(result.counts());
            return result;
        });
    }

    /** @param listener is told in the end, by a thread that may be another */
    private void step(
            NodeRun run, int shard, StepOrder order, CancellableTask task, ActionListener<StepResult> listener)
            throws IOException {
        DiscoveryNodes nodes = clusterService.state().nodes();
        Peers peers = run.peers(nodes, task);
        run.ensureGoesOn(task);
        switch (order.step()) {
            case WRITE_GROUPS -> writes.groups(run, run.shard(shard), peers, run.texts(nodes, task), task, listener);
            case LIST_LOSERS -> writes.lists(run, order.prefix(), peers, task, listener);
            default -> listener.onResponse(StepResult.of(stepNow(run, shard, order, peers, nodes, task)));
        }
    }

    private StepCounts stepNow(
            NodeRun run, int shard, StepOrder order, Peers peers, DiscoveryNodes nodes, CancellableTask task)
            throws IOException {
        PartitionPlan plan = run.plan();
        Runnable check = () -> run.ensureGoesOn(task);
        return switch (order.step()) {
            case TEMPLATES -> templates(run, peers, task);
            case MERGE_DIGESTS -> new MergeStep(plan, peers, breaker(), check).digests(order.prefix());
            case MERGE_FINGERPRINTS ->
                new MergeStep(plan, peers, breaker(), check)
                        .fingerprints(
                                order.prefix(),
                                order.documents(),
                                order.window().number() == 0);
            default -> shardStep(run, run.shard(shard), order, nodes, task);
        };
    }

    private StepCounts shardStep(
            NodeRun run, ShardRun shard, StepOrder order, DiscoveryNodes nodes, CancellableTask task)
            throws IOException {
        Peers peers = run.peers(nodes, task);
        Runnable check = () -> run.ensureGoesOn(task);
        StepCounts counts = new StepCounts();
        switch (order.step()) {
            case COUNT_STALE ->
                counts.add(run.rounds()
                        .stale(shard, new DocumentFields(run.plan().options().field()))
                        .round(new RoundTime(), check));
            case VERIFY_EXACT ->
                counts.add(run.rounds().exact(shard).round(run.texts(nodes, task), new RoundTime(), check));
            case BEGIN_WINDOW ->
                shard.decisions()
                        .beginWindow(
                                order.window(),
                                CandidateRule.of(run.plan().options().candidates()));
            case END_CANDIDATES -> {
                counts.add(StepCounts.Count.CANDIDATES, shard.decisions().endCandidates(check));
                counts.add(StepCounts.Count.PENDING, shard.decisions().pendingDocuments());
            }
            case DECIDE -> counts.add(decide(run, shard, order, peers, run.texts(nodes, task), task));
            case SEND_BRIDGES -> shard.decisions().sendBridges(peers, check);
            case BEGIN_MERGING -> {
                shard.decisions().beginMerging();
                counts.add(StepCounts.Count.PENDING, shard.decisions().pendingDocuments());
            }
            case MERGE_LEADERS ->
                counts.add(decider(run, shard, order, peers, task)
                        .round(new MergeLeaders(
                                shard,
                                run.texts(nodes, task),
                                comparator(run.plan().options()),
                                check)));
            case SEND_MEMBERS -> counts.add(new MemberSender(shard, peers, check).send());
            case BEGIN_GROUPS -> {
                Grouper grouper = grouper(shard, run.plan().options());
                run.rounds().begin(shard.ordinal(), grouper);
                counts.add(StepCounts.Count.PENDING, grouper.pending());
            }
            case COUNT_CHANGES -> counts.add(StepCounts.Count.CHANGED, opener.changes(run.plan(), shard));
            case FORGET_DECISIONS -> run.decisions().forget(shard, assigned(task), check);
            default -> throw new IllegalArgumentException("[" + order.step() + "] is not a step of a shard");
        }
        return counts;
    }

    private StepCounts templates(NodeRun run, Peers peers, CancellableTask task) throws IOException {
        PartitionPlan plan = run.plan();
        int slice = plan.nodes().indexOf(clusterService.localNode().getId());
        Runnable check = () -> run.ensureGoesOn(task);
        TemplateStep step = run.rounds().templates(() -> new TemplateStep(plan, slice, run.templates(), breaker()));
        TemplateStep.Tools tools = new TemplateStep.Tools(
                peers, new TemplateKeeper(plan, templates, assigned(task), check), new RoundTime(), check);
        return plan.options().templates() == PartitionOptions.Templates.STORED
                ? step.load(tools)
                : step.learn(tools, client.threadPool().absoluteTimeInMillis());
    }

    private StepCounts decide(
            NodeRun run, ShardRun shard, StepOrder order, Peers peers, PageTexts texts, CancellableTask task)
            throws IOException {
        PartitionOptions options = run.plan().options();
        DecisionRule rule = CandidateRule.of(options.candidates()).isOfSets()
                ? new LabelSets(shard)
                : new JoinLeaders(
                        shard,
                        texts,
                        comparator(options),
                        options.candidates().maxLeaders(),
                        () -> run.ensureGoesOn(task));
        return decider(run, shard, order, peers, task).round(rule);
    }

    private Decider decider(NodeRun run, ShardRun shard, StepOrder order, Peers peers, CancellableTask task) {
        // not as a child of the task: what was decided is kept also where it is cancelled
        return new Decider(
                shard,
                peers,
                order.most(),
                () -> run.ensureGoesOn(task),
                () -> run.decisions().keepNowAndThen(shard, client),
                new RoundTime());
    }

    private PairComparator comparator(PartitionOptions options) {
        return new PairComparator(options.similarity()).with(BreakerMemory.of(bigArrays));
    }

    private Grouper grouper(ShardRun shard, PartitionOptions options) {
        boolean sets = CandidateRule.of(options.candidates()).isOfSets();
        return new Grouper(
                shard,
                comparator(options),
                options.winner(),
                options.singletons(),
                sets ? options.candidates().maxLeaders() : 0);
    }

    private CircuitBreaker breaker() {
        return bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    private Client assigned(CancellableTask task) {
        return new ParentTaskAssigningClient(client, clusterService.localNode(), task);
    }
}
