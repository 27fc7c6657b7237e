package org.ndd.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices;
import org.ndd.config.ShardPosition;
import org.ndd.decisions.KnownDecisions;
import org.ndd.groups.GroupStore;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.update.ChangedDocuments;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.job.update.CheckpointDecisions;
import org.ndd.job.update.GroupUpdate;
import org.ndd.job.update.GroupUpdate.TooLargeToRegroupException;
import org.ndd.job.update.IndexChanges;
import org.ndd.job.update.IndexChanges.Scope;
import org.ndd.job.update.UnfinishedCheckpoint;
import org.ndd.job.update.UpdateContext;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.partition.BoilerplateInUse;
import org.ndd.partition.RunIndex;
import org.ndd.partition.plan.AliasFilters;
import org.ndd.partition.plan.RunSpec;

/**
 * Requests the changes since the last checkpoint from the shards of a job's source, and updates the groups of the job, {@value #PAGES}
 * documents at a time.
 */
public record GroupCheckpoint(NodeServices services, BoilerplateRegistry registry) implements Checkpoint {

    /** Maximum number of documents per update. Bounded, because the data of these documents and of their groups is in memory. */
    private static final int PAGES = 5_000;

    /**
     * Divisor: if more than a twentieth of all documents changed, a full run takes less time than a checkpoint. At 100,000 texts and at a
     * million, a changed document takes about 4 ms in a checkpoint, and a document 0.2 ms in a full run.
     */
    private static final int CHANGES_DIVISOR = 20;

    /** Number of changed documents up to which a checkpoint is executed for any number of documents: about 4 s. */
    private static final int MIN_CHANGES_LIMIT = 1_000;

    private <T> void withSource(
            JobRecord job, Client client, BiConsumer<JobSource, ActionListener<T>> work, ActionListener<T> listener) {
        JobSource.find(services, client, job, listener.delegateFailureAndWrap((l, source) -> work.accept(source, l)));
    }

    private IndexChanges changes(Client client, CancellableTask task) {
        return new IndexChanges(client, services.cluster(), services.breaker(), task);
    }

    @Override
    public void hold(JobRecord job, JobTask task, Client client, ActionListener<Void> listener) {
        withSource(
                job,
                client,
                (read, l) -> decisions(job, read, client, l.delegateFailureAndWrap((m, known) -> {
                    task.beforeFullRun(known);
                    changes(client, task).retain(read.all(), m);
                })),
                listener);
    }

    /**
     * Reads the decisions of people. Decisions that were made, replaced or deleted since the last checkpoint change groups like changed
     * documents.
     */
    private static void decisions(
            JobRecord job, JobSource read, Client client, ActionListener<KnownDecisions> listener) {
        KnownDecisions.load(
                client,
                job.request().options().decisionsIndex(),
                read.all().indices().stream().map(Index::getName).toList(),
                listener);
    }

    @Override
    public void renew(JobRecord job, JobTask task, Client client, ActionListener<Void> listener) {
        if (task.renews(services.threads().relativeTimeInMillis()) == false) {
            listener.onResponse(null);
        } else {
            withSource(job, client, (read, l) -> changes(client, task).renew(read.all(), l), listener);
        }
    }

    @Override
    public void release(JobRecord job, CancellableTask task, Client client, ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            // before the first checkpoint and during a full run, the job may also have leases on other indices
            Set<Index> held = JobSource.readOrNamed(services, job);
            changes(client, task).release(new Scope(held, job.request().readIndices(), job.id()), l);
        });
    }

    @Override
    public void run(JobRecord job, JobTask task, Client client, ActionListener<Result> listener) {
        withSource(job, client, (read, l) -> new Run(job, read, task, client).start(l), listener);
    }

    private final class Run {

        private final JobRecord job;
        private final JobTask task;
        private final Client client;
        private final JobSource read;

        /** Names of deleted indices. Indices with the same names may exist again. */
        private final Set<String> deletedIndices;

        private final UpdateContext context;
        private final UnfinishedCheckpoint unfinished;
        private CheckpointDecisions decisions = CheckpointDecisions.NONE;
        private CheckpointCounts counts = CheckpointCounts.NONE;
        private int parts;

        Run(JobRecord job, JobSource read, JobTask task, Client client) {
            this.job = job;
            this.read = read;
            this.task = task;
            this.client = client;
            this.deletedIndices = deletedIndices();
            this.context = new UpdateContext(
                    services,
                    new BoilerplateLookup(registry, client),
                    task,
                    read.request(),
                    job.dest(),
                    job.runs().current());
            this.unfinished = new UnfinishedCheckpoint(context);
        }

        void start(ActionListener<Result> listener) {
            ClusterState state = services.cluster().state();
            Map<String, String> filters = AliasFilters.of(
                    services.resolver(),
                    state,
                    Calls.resolve(
                            services.resolver(),
                            state,
                            read.request().readIndices().indices()),
                    read.all().indices());
            String reason = reasonForFullRun(state, filters);
            if (reason != null) {
                listener.onResponse(new Result(job.runs().positions(), CheckpointCounts.NONE, reason));
                return;
            }
            SubscribableListener.<Void>newForked(l -> setIndices(filters, l))
                    .<Void>andThen(l -> addBoilerplateToNewIndices(filters.keySet(), l))
                    .<Void>andThen(l -> unfinished.find(job.checkpoints().number(), l))
                    .<Integer>andThen(this::maxChanges)
                    .<ChangedDocuments>andThen((l, most) -> changes(client, task)
                            .readChanges(read.all(), job.runs().positions(), most, l))
                    .<Result>andThen((l, changed) -> {
                        ActionListener<Result> closing = ActionListener.runBefore(l, changed::close);
                        ActionListener.run(closing, m -> update(changed, m));
                    })
                    .addListener(ActionListener.runBefore(listener, unfinished::close));
        }

        /** Returns why the groups cannot be updated by the changes of documents; {@code null} if they can. */
        private String reasonForFullRun(ClusterState state, Map<String, String> filters) {
            String run = job.runs().current();
            if (RunIndex.isRestored(state, run)) {
                return "the index of run [" + run + "] was restored from a snapshot";
            }
            if (RunIndex.isOfOtherFormat(state, run)) {
                return "the groups of run [" + run + "] are in the fingerprint format of another version of ndd";
            }
            String index = RunIndex.withOtherFilter(state, run, names(read.all().indices()), filters);
            return index == null ? null : "the filter of an alias of [" + index + "] has changed";
        }

        /**
         * Stores the current indices of source and reference in the index of the run, which is deleted with the last index of the source.
         * The run may not have read that index.
         */
        private void setIndices(Map<String, String> filters, ActionListener<Void> listener) {
            new RunIndex(client, job.runs().current())
                    .setIndices(
                            names(read.source()),
                            names(read.reference()),
                            filters,
                            services.cluster().state(),
                            listener);
        }

        private static List<String> names(Collection<Index> indices) {
            return indices.stream().map(Index::getName).sorted().toList();
        }

        /**
         * Copies boilerplate to new indices, so that their pages are compared as in a full run. Omits the filtered ones, of which the job
         * reads a part.
         */
        private void addBoilerplateToNewIndices(Set<String> filtered, ActionListener<Void> listener) {
            List<Index> whole = job.request().query() != null
                    ? List.of()
                    : read.source().stream()
                            .filter(index -> filtered.contains(index.getName()) == false)
                            .toList();
            BoilerplateInUse.addNewIndices(
                    client, services.cluster().state(), job.runs().current(), job.dest(), whole, listener);
        }

        private void maxChanges(ActionListener<Integer> listener) {
            SearchSourceBuilder count = new SearchSourceBuilder().size(0).trackTotalHits(true);
            client.search(
                    CompleteSearch.of(count, read.request().readIndices()), listener.map(response -> (int) Math.min(
                            Integer.MAX_VALUE - 1,
                            Math.max(MIN_CHANGES_LIMIT, Calls.total(response.getHits()) / CHANGES_DIVISOR))));
        }

        private Set<String> deletedIndices() {
            return job.runs().positions().keySet().stream()
                    .map(ShardId::getIndex)
                    .filter(index -> read.all().indices().contains(index) == false)
                    .map(Index::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private void update(ChangedDocuments changed, ActionListener<Result> listener) {
            if (changed.isUnknown()) {
                String reason = changed.tooMany()
                        ? "too many documents changed for a checkpoint"
                        : "the history of " + new TreeSet<>(changed.lost()) + " is gone";
                listener.onResponse(new Result(job.runs().positions(), CheckpointCounts.NONE, reason));
                return;
            }
            TreeSet<DocumentName> pages = new TreeSet<>(changed.documents());
            ActionListener<Result> result = withFullRunFallback(job.runs().positions(), listener);
            SubscribableListener.<KnownDecisions>newForked(l -> decisions(job, read, client, l))
                    .<Void>andThen((l, known) -> {
                        Set<DocumentName> redecided = known.changedSince(task.decisions());
                        decisions = new CheckpointDecisions(known, redecided);
                        pages.addAll(redecided);
                        pages.addAll(unfinished.documents);
                        task.found(pages.size());
                        update(pages, l);
                    })
                    .<Void>andThen(l -> updateDeleted(null, pages, l))
                    .<Void>andThen(unfinished::finish)
                    .<Void>andThen(l -> {
                        task.applied(decisions.known());
                        long now = client.threadPool().absoluteTimeInMillis();
                        context.changeList()
                                .forget(now - job.config().changesRetention().millis(), task, l);
                    })
                    .addListener(result.map(done -> new Result(changed.positions(), counts, null)));
        }

        /**
         * Updates the groups for the documents of deleted indices, in batches of the size of an update. Reads only the names of the
         * documents.
         *
         * @param after the last document that was processed; {@code null} to begin
         * @param changed documents that are up to date, such as documents of an index that was created again
         */
        private void updateDeleted(DocumentName after, Set<DocumentName> changed, ActionListener<Void> listener) {
            if (deletedIndices.isEmpty()) {
                listener.onResponse(null);
                return;
            }
            GroupStore.pagesAfter(
                    client,
                    job.runs().current(),
                    deletedIndices,
                    after,
                    PAGES,
                    listener.delegateFailureAndWrap((l, pages) -> {
                        if (pages.isEmpty()) {
                            l.onResponse(null);
                            return;
                        }
                        update(
                                pages.stream()
                                        .filter(page -> changed.contains(page) == false)
                                        .toList(),
                                l.delegateFailureAndWrap(
                                        (m, updated) -> updateDeleted(pages.get(pages.size() - 1), changed, m)));
                    }));
        }

        /**
         * Fails if an index was closed or deleted, also before this checkpoint found the indices: a pattern omits closed indices. Also
         * fails if another node leads the job: a node that was suspended does not know that, and would overwrite newer groups.
         */
        private void ensureValid(ActionListener<Void> listener) {
            ClusterState state = services.cluster().state();
            Stream<Index> known = job.runs().positions().keySet().stream()
                    .map(ShardId::getIndex)
                    .filter(index -> Project.of(state).hasIndex(index));
            RuntimeException missing = RunSpec.missingSource(
                    state, job.runs().current(), Stream.concat(read.all().indices().stream(), known));
            if (missing != null) {
                throw missing;
            }
            task.ensureLeads(listener);
        }

        private void update(Collection<DocumentName> pages, ActionListener<Void> listener) {
            Batches.forEach(pages, PAGES, 1, this::updateOnce, listener);
        }

        private void updateOnce(List<DocumentName> pages, ActionListener<Void> listener) {
            task.ensureNotCancelled();
            new GroupUpdate(context, new GroupUpdate.Step(job.checkpoints().number() + 1, parts++))
                    .run(
                            pages,
                            decisions,
                            deletedIndices,
                            unfinished.documents,
                            this::ensureValid,
                            listener.map(more -> {
                                task.done(pages.size());
                                counts = counts.plus(more);
                                return null;
                            }));
        }
    }

    /** Returns a listener that requests a full run if there are too many documents to group in memory. */
    static ActionListener<Result> withFullRunFallback(
            Map<ShardId, ShardPosition> positions, ActionListener<Result> listener) {
        return ExpectedFailure.handle(
                TooLargeToRegroupException.class,
                listener,
                (l, e) -> l.onResponse(new Result(positions, CheckpointCounts.NONE, e.getMessage())));
    }
}
