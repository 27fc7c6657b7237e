package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.elasticsearch.action.ActionListener;
import org.ndd.bulk.Pause;
import org.ndd.bulk.Throttle;
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepSender;
import org.ndd.partition.node.StepSender.AddressedStep;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/**
 * Lets the shards decide the documents of a window, in rounds, at the speed of the run. The limit of a round is the number of documents
 * that the run may decide in about 2 seconds. It is divided in proportion to the documents that each shard decided in its last round.
 * The documents that a shard can decide depend on other shards, so they are not known in advance. The unused part is returned to the
 * throttle, so the run keeps its speed for any distribution of the documents. The coordinator waits between rounds, without blocking a
 * thread on any node.
 */
final class PacedDecisions {

    /** Seconds of documents that a round may decide. A round takes about one second, so the limit does not end it early. */
    private static final double ROUND_SECONDS = 2;

    /** More than the number of documents of a shard, for each of the maximum number of shards of a run. */
    private static final long UNLIMITED = 1L << 52;

    private final StepSender steps;
    private final PartitionProgress progress;
    private final Throttle throttle;
    private final Pause pause;
    private final List<AddressedStep> shards;
    /** Documents that each shard decided in the last round, by its ordinal; completed shards are not included. */
    private final Map<Integer, Long> used = new ConcurrentHashMap<>();

    private int turn;

    PacedDecisions(RunStep step, StepSender steps, PartitionProgress progress, Throttle throttle, Pause pause) {
        this.steps = steps;
        this.progress = progress;
        this.throttle = throttle;
        this.pause = pause;
        this.shards = steps.eachSourceShard(step);
        shards.forEach(shard -> used.put(shard.shard(), 0L));
    }

    /** Executes rounds, each when the throttle permits it, until no work is pending and the time of the last round has passed. */
    void run(ActionListener<Void> listener) {
        pause.until(throttle::waitNanos, listener.delegateFailureAndWrap((l, nothing) -> {
            if (used.isEmpty()) {
                l.onResponse(null);
            } else {
                round(l);
            }
        }));
    }

    private void round(ActionListener<Void> listener) {
        long most = Math.max(1, (long) Math.min(throttle.perSecond() * ROUND_SECONDS, UNLIMITED));
        List<AddressedStep> orders = distribute(most);
        throttle.take(most);
        AtomicLong left = new AtomicLong(most);
        steps.send(
                orders,
                (order, node, result) -> {
                    StepCounts counts = result.counts();
                    progress.add(node, result);
                    progress.done(counts.get(Count.DECIDED));
                    long decided = counts.get(Count.DECIDED) - counts.get(Count.REPLAYED);
                    left.addAndGet(-decided);
                    if (counts.get(Count.PENDING) == 0) {
                        used.remove(order.shard());
                    } else {
                        used.put(order.shard(), decided);
                    }
                },
                listener.delegateFailureAndWrap((l, nothing) -> {
                    throttle.returnUnused(left.get());
                    run(l);
                }));
    }

    /**
     * Returns orders for the shards that are not complete. Together they may decide {@code most} documents. A shard that gets no order
     * gets one in a later round.
     */
    private List<AddressedStep> distribute(long most) {
        List<AddressedStep> waiting =
                shards.stream().filter(shard -> used.containsKey(shard.shard())).toList();
        long[] weights =
                waiting.stream().mapToLong(shard -> 1 + used.get(shard.shard())).toArray();
        long[] shares = shares(most, weights, turn++);
        List<AddressedStep> orders = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] > 0) {
                AddressedStep shard = waiting.get(i);
                orders.add(new AddressedStep(
                        shard.node(), shard.shard(), shard.step().atMost(shares[i])));
            }
        }
        return orders;
    }

    /** Divides {@code most} by weights above 0. The remainder is given in units of 1, from another first position in each turn. */
    static long[] shares(long most, long[] weights, int turn) {
        long[] shares = new long[weights.length];
        double sum = LongStream.of(weights).sum();
        long left = most;
        for (int i = 0; i < weights.length; i++) {
            shares[i] = (long) (most * (weights[i] / sum));
            left -= shares[i];
        }
        for (int i = 0; left > 0; i++, left--) {
            shares[Math.floorMod(turn + i, weights.length)]++;
        }
        return shares;
    }
}
