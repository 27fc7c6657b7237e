package org.ndd.job.update;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;

/** Compares the current texts of pages with those of the canonical documents of groups, on the plugin's threads. */
record CanonicalComparisons(UpdateContext context, ChangedPages pages) {

    /** Maximum number of pairs whose texts are in memory: at most 100 MB if all have the maximum length. */
    private static final int PAIRS = 25;

    /** Finds the pages that are near a canonical document. The listener gets the verdicts on these only. */
    void compare(Map<DocumentName, GroupDocument> pairs, ActionListener<Map<DocumentName, Verdict>> listener) {
        Map<DocumentName, Verdict> verdicts = new ConcurrentHashMap<>();
        Batches.forEach(
                pairs.entrySet(),
                PAIRS,
                1,
                (batch, l) -> compare(batch, verdicts, l),
                listener.map(nothing -> verdicts));
    }

    private void compare(
            List<Map.Entry<DocumentName, GroupDocument>> pairs,
            Map<DocumentName, Verdict> verdicts,
            ActionListener<Void> listener) {
        PairJudge judge = new PairJudge(
                context.grouping().similarity(),
                new BreakerMemory(context.services().breaker()));
        TreeSet<DocumentName> names = new TreeSet<>();
        pairs.forEach(pair -> {
            names.add(pair.getKey());
            names.add(pair.getValue().canonical());
        });
        SubscribableListener.<Map<DocumentName, ComparablePage>>newForked(l -> pages.fetch(names, l))
                .<Map<DocumentName, ComparablePage>>andThen(
                        (l, found) -> context.boilerplate().complete(found, l))
                .<Void>andThen((l, found) -> context.services().fork(l, judged -> {
                    for (Map.Entry<DocumentName, GroupDocument> pair : pairs) {
                        context.task().ensureNotCancelled();
                        ComparablePage page = found.get(pair.getKey());
                        ComparablePage canonical = found.get(pair.getValue().canonical());
                        if (page != null && canonical != null) {
                            Verdict verdict =
                                    Verdict.of(judge.judge(page, canonical, context.task()::ensureNotCancelled));
                            if (verdict.relation().isNear()) {
                                verdicts.put(pair.getKey(), verdict);
                            }
                        }
                    }
                    judged.onResponse(null);
                }))
                .addListener(listener);
    }
}
