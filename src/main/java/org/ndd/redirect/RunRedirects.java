package org.ndd.redirect;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.BatchLoop.BatchSize;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Pause;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.Refresh;
import org.ndd.bulk.Throttle;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices;
import org.ndd.groups.GroupQueries;

/**
 * Executes the last step of a run with redirects: attaches all documents that redirect, thousands at a time, before the groups are
 * published. Deletes results of an earlier attempt first, so the step can be repeated. Needs the searches and the memory of
 * {@link RedirectUpdate}. In addition, it refreshes the run's index per 5,000 documents, or per number of documents that the run may
 * process in ten seconds. Used once.
 */
public final class RunRedirects {

    /** Maximum number of documents per update, which are held in memory with their groups. The number is lower if the run is throttled. */
    private static final int BATCH_SIZE = 5_000;

    public interface Progress {

        /** @param pages number of documents that redirect */
        void expect(long pages);

        /**
         * @param pages number of documents that were processed
         * @param attached total number of attached documents so far
         * @param alone total number of documents without a target so far
         */
        void done(long pages, long attached, long alone);
    }

    private final NodeServices services;
    private final ParentTaskAssigningClient client;
    private final CancellableTask task;
    private final SourceAndReference source;
    private final RedirectedRun run;
    private final Throttle throttle;
    private final Progress progress;
    private final Pause pause;
    private final BulkWriter writer;
    private long attached;
    private long alone;

    /** @param writer writes with the rights of the user */
    public RunRedirects(
            NodeServices services,
            CancellableTask task,
            SourceAndReference source,
            RedirectedRun run,
            Throttle throttle,
            Progress progress,
            BulkWriter writer) {
        this.services = services;
        this.client = services.clientOf(task);
        this.task = task;
        this.source = source;
        this.run = run;
        this.throttle = throttle;
        this.progress = progress;
        this.pause = new Pause(task, services.threads());
        this.writer = writer;
    }

    /** Attaches all documents, as the user in the thread's context. Refreshes the index after the writes. */
    public void run(ActionListener<Void> listener) {
        SubscribableListener.newForked(this::deleteEarlier)
                .<PointInTime>andThen(
                        l -> PointInTime.open(client, source.indices().indices(), source.redirecting(), l))
                .<Void>andThen((l, pages) -> ActionListener.run(ActionListener.runBefore(l, pages::close), m -> {
                    progress.expect(pages.total());
                    attach(pages, m);
                }))
                .addListener(listener);
    }

    /** Deletes the documents that an earlier attempt wrote, and lists with their pages, because the source may have changed. */
    private void deleteEarlier(ActionListener<Void> listener) {
        writer.deleteMatching(
                run.index(),
                QueryBuilders.boolQuery().should(GroupQueries.ofRedirects()).should(GroupQueries.lists()),
                task::ensureNotCancelled,
                listener);
    }

    private void attach(PointInTime pages, ActionListener<Void> listener) {
        Batches.forEachPage(
                pages::search,
                () -> pages.source()
                        .size(BatchSize.limit(BATCH_SIZE, throttle.perSecond()))
                        .fetchSource(false)
                        .sort(FieldSortBuilder.SHARD_DOC_FIELD_NAME),
                this::attach,
                listener);
    }

    private void attach(SearchHit[] hits, ActionListener<Void> listener) {
        task.ensureNotCancelled();
        List<DocumentName> names = Arrays.stream(hits)
                .map(hit -> new DocumentName(hit.getIndex(), hit.getId()))
                .toList();
        throttle.take(names.size());
        SubscribableListener.<Void>newForked(l -> pause.until(throttle::waitNanos, l))
                .<RedirectUpdate.Result>andThen((l, free) -> update(names, l))
                .<Void>andThen((l, result) -> write(names.size(), result, l))
                .addListener(listener);
    }

    private void update(List<DocumentName> names, ActionListener<RedirectUpdate.Result> listener) {
        RedirectUpdate update = new RedirectUpdate(client, services.breaker(), task, source, run, "redirects");
        update.plan(names, Map.of(), ActionListener.runBefore(listener, update::close));
    }

    private void write(int pages, RedirectUpdate.Result result, ActionListener<Void> listener) {
        List<? extends DocWriteRequest<?>> requests = result.changes().stream()
                .map(change -> change.request(run.index()))
                .toList();
        attached += result.attached();
        alone += result.alone();
        SubscribableListener.<Void>newForked(l -> writer.writeAll(requests, run.index(), l))
                .<Void>andThen(l -> Refresh.execute(client, new RefreshRequest(run.index()), l))
                .addListener(listener.map(done -> {
                    progress.done(pages, attached, alone);
                    return null;
                }));
    }

    /**
     * The run to whose groups documents are attached.
     *
     * @param index name of the run and of its index
     * @param severalIndices whether an id alone does not identify a document
     * @param markets markets that have separate canonical documents, in the order of their names
     */
    public record RedirectedRun(String index, boolean severalIndices, Collection<String> markets) {

        public RedirectedRun {
            markets = List.copyOf(markets);
        }

        /** Returns the name of a group that exists only because of redirects to a document, unless another group has it. */
        String groupName(DocumentName target) {
            return severalIndices ? target.toString() : target.id();
        }
    }
}
