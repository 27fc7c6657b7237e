package org.ndd.job.changes;

import org.elasticsearch.action.ActionListener;

/** Reads the history of one shard in parts, from a known position to its position at the first request. */
final class ShardReader {

    private final ShardRequestTarget target;
    private final String job;
    private final ShardPosition known;
    private final int pageSize;
    private final ShardRequestSender sender;
    private final ChangeCollector collector;

    /** @param known how far the shard was read before; {@code null} if it was not */
    ShardReader(
            ShardRequestTarget target,
            String job,
            ShardPosition known,
            int pageSize,
            ShardRequestSender sender,
            ChangeCollector collector) {
        this.target = target;
        this.job = job;
        this.known = known;
        this.pageSize = pageSize;
        this.sender = sender;
        this.collector = collector;
    }

    /** Begins with the lease, so that nothing is merged away in the meantime, and with the current position of the shard. */
    void start(ActionListener<Void> listener) {
        if (collector.isOver()) {
            listener.onResponse(null);
            return;
        }
        sender.send(
                ShardLeaseAction.TYPE,
                ShardLeaseAction.Request.hold(target, job, known),
                listener.delegateFailureAndWrap((l, answer) -> {
                    ShardPosition now = answer.position();
                    if (known == null) {
                        readTo(now, -1, l);
                    } else if (known.isOf(now.historyUuid())) {
                        readTo(now, known.seqNo(), l);
                    } else {
                        lose(l);
                    }
                }));
    }

    private void readTo(ShardPosition last, long covered, ActionListener<Void> listener) {
        if (covered >= last.seqNo()) {
            collector.read(target.shard(), new ShardPosition(covered, last.historyUuid()));
            listener.onResponse(null);
            return;
        }
        if (collector.isOver()) {
            listener.onResponse(null);
            return;
        }
        sender.send(
                ShardChangesAction.TYPE,
                new ShardChangesAction.Request(target, last.historyUuid(), covered + 1, pageSize, known == null),
                listener.delegateFailureAndWrap((l, answer) -> {
                    answer.ensureRefreshed(target.shard());
                    if (answer.historyGone()) {
                        lose(l);
                        return;
                    }
                    collector.add(target.shard(), answer.documents());
                    // a primary that has just become one may not know yet how far all copies are; the rest is for
                    // another time
                    readTo(answer.more() ? last : new ShardPosition(answer.to(), last.historyUuid()), answer.to(), l);
                }));
    }

    private void lose(ActionListener<Void> listener) {
        collector.lose(target.shard());
        listener.onResponse(null);
    }
}
