package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices;
import org.ndd.config.ShardPosition;
import org.ndd.core.group.Scoreboard;
import org.ndd.pair.FieldVisibilityCheck;
import org.ndd.pair.MustAgreeFields;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.StepHandlers.StepContext;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.ShardMethod.RpcMethod;
import org.ndd.partition.shard.ShardMethod.WireFormat;
import org.ndd.partition.shard.ShardRun;
import org.ndd.redirect.RedirectMapping;

/** Handles the requests of a run's coordinator, and of other nodes of the run, on this node. */
public final class NodeSteps {

    /**
     * Checks the shards of a plan before the run starts. Returns the versions of fingerprints, with the number of documents of the run for
     * each.
     */
    public static final RpcMethod<PartitionPlan, Map<String, Long>> CHECK =
            new RpcMethod<>("[check]", NddThreadPools.READ, WireFormat.of(PartitionPlan::new), WireFormat.COUNTS);

    /** Starts a run on a node. */
    public static final RpcMethod<PartitionPlan, StepResult> OPEN = new RpcMethod<>(
            "[open]", NddThreadPools.WORK, WireFormat.of(PartitionPlan::new), WireFormat.of(StepResult::new));

    /** Executes one step of a run. */
    public static final RpcMethod<StepRequest, StepResult> STEP = new RpcMethod<>(
            "[step]", NddThreadPools.WORK, WireFormat.of(StepRequest::new), WireFormat.of(StepResult::new));

    /** Requests that running steps of a run on a node end early. */
    public static final RpcMethod<Void, Void> STOP =
            new RpcMethod<>("[stop]", NddThreadPools.READ, WireFormat.NONE, WireFormat.NONE);

    /** Counts the operations on shards after known operations. Not part of the work of a run. */
    public static final RpcMethod<Map<ShardId, Long>, Long> OPERATIONS = new RpcMethod<>(
            "[operations]",
            NddThreadPools.READ,
            new WireFormat<>(
                    in -> in.readMap(ShardId::new, StreamInput::readZLong),
                    (out, known) -> out.writeMap(known, StreamOutput::writeWriteable, StreamOutput::writeZLong)),
            new WireFormat<>(StreamInput::readVLong, StreamOutput::writeVLong));

    /** Ends a run on a node, and stores its decisions. */
    public static final RpcMethod<Void, Void> CLOSE =
            new RpcMethod<>("[close]", NddThreadPools.READ, WireFormat.NONE, WireFormat.NONE);

    private final NodeRuns runs;
    private final RunMessenger messenger;
    private final BigArrays bigArrays;
    private final ShardOpener opener;
    private final NodeServices services;
    private final RunMetrics metrics;
    private final StepHandlers handlers;

    public NodeSteps(NodeRuns runs, RunMessenger messenger, NodeServices services, RunMetrics metrics) {
        this.runs = runs;
        this.messenger = messenger;
        this.bigArrays = services.indices().getBigArrays().withCircuitBreaking();
        this.opener = new ShardOpener(services.indices(), bigArrays);
        this.services = services;
        this.metrics = metrics;
        this.handlers = new StepHandlers(services, opener, bigArrays);
    }

    public void register() {
        messenger.register(CHECK, (address, plan, task, listener) -> {
            checkFieldsAreSeen(plan);
            listener.onResponse(
                    opener.versions(plan, services.cluster().localNode().getId(), task::ensureNotCancelled));
        });
        messenger.register(
                OPERATIONS, (address, known, task, listener) -> listener.onResponse(opener.operationsAfter(known)));
        messenger.register(OPEN, (address, plan, task, listener) -> listener.onResponse(open(plan, task)));
        messenger.register(
                STEP,
                (address, request, task, listener) -> runs.use(address, run -> {
                    StepContext step = new StepContext(
                            run,
                            address.shard(),
                            request,
                            services.cluster().state().nodes(),
                            task,
                            services.clientOf(task));
                    handlers.handle(step, measured(run, listener));
                    return null;
                }));
        messenger.register(STOP, (address, nothing, task, listener) -> {
            runs.stop(address);
            listener.onResponse(null);
        });
        messenger.register(CLOSE, (address, nothing, task, listener) -> close(address, listener));
        messenger.register(
                NodeBoilerplate.BOILERPLATE,
                (address, site, task, listener) -> listener.onResponse(
                        runs.use(address, run -> run.boilerplate().own(site))));
        ShardMethod.ALL.forEach(this::register);
    }

    private <Q, A> void register(ShardMethod<Q, A> method) {
        messenger.register(
                method.rpc(),
                (address, request, task, listener) -> listener.onResponse(
                        runs.use(address, run -> run.shard(address.shard()).call(method, request))));
    }

    /** Responds when all decisions are stored, so that a resumed run finds them. */
    private void close(RpcTarget address, ActionListener<Void> listener) {
        try (var kept = new RefCountingRunnable(() -> listener.onResponse(null))) {
            for (NodeRun run : runs.close(address)) {
                run.shards().values().forEach(shard -> run.decisions().store(shard, services.client()));
                run.decisions().settled(ActionListener.releasing(kept.acquire()));
            }
        }
    }

    /**
     * Checks that the user may see the fields of the run. Needs the node of the shard, because security provides the fields visible to the
     * user only for a request on the indices.
     */
    private void checkFieldsAreSeen(PartitionPlan plan) {
        String field = plan.options().field();
        for (String index : plan.concreteIndices()) {
            IndexMetadata metadata = Project.of(services.cluster().state()).index(index);
            if (metadata == null) {
                throw new IndexNotFoundException(index);
            }
            FieldVisibilityCheck.check(
                    metadata, field, services.indices().getFieldFilter().apply(index));
            RedirectMapping.checkSeen(
                    index,
                    plan.options().grouping().redirects(),
                    services.indices().getFieldFilter().apply(index));
            for (String name : plan.options().grouping().mustAgree().fields()) {
                if (services.indices().getFieldFilter().apply(index).test(name) == false) {
                    throw MustAgreeFields.hidden(index, name);
                }
            }
        }
    }

    private StepResult open(PartitionPlan plan, CancellableTask task) throws Exception {
        NodeRun added = new NodeRun(plan, services.cluster().localNode().getId(), messenger, bigArrays);
        try (CloseOnFailure known = new CloseOnFailure(added::end)) {
            runs.add(added);
            known.release();
        }
        RpcTarget address = RpcTarget.node(plan.runId(), plan.attempt());
        boolean success = false;
        try {
            NodeRuns.requireTask(plan, services.cluster().state());
            StepResult result = runs.use(address, run -> open(run, task));
            success = true;
            return result;
        } finally {
            if (success == false) {
                runs.close(address);
            }
        }
    }

    private StepResult open(NodeRun run, CancellableTask task) throws IOException {
        PartitionPlan plan = run.plan();
        StepCounts counts = new StepCounts();
        run.open(opener, counts, task);
        Map<Integer, ShardPosition> pins = new TreeMap<>();
        for (Map.Entry<Integer, ShardRun> shard : run.shards().entrySet()) {
            if (plan.replays()) {
                run.decisions().load(shard.getValue(), services.clientOf(task), () -> run.ensureActive(task));
            }
            pins.put(shard.getKey(), shard.getValue().pinned().pinnedAt());
        }
        run.ensureActive(task);
        return new StepResult(
                counts,
                List.of(),
                pins,
                WindowBudget.windows(
                        counts.get(StepCounts.Count.DOCUMENTS),
                        run.fingerprints(),
                        plan.ordinals().size(),
                        plan.options().grouping().mustAgree().fields().size(),
                        plan.options().grouping().candidates().predecessors()
                                * (plan.options().against().isEmpty() ? 1 : Scoreboard.PARTS),
                        WindowBudget.budget(bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST))));
    }

    private ActionListener<StepResult> measured(NodeRun run, ActionListener<StepResult> listener) {
        return listener.map(result -> {
            result.counts().add(StepCounts.Count.WIRE_BYTES, run.takeReceived());
            metrics.add(result.counts());
            return result;
        });
    }
}
