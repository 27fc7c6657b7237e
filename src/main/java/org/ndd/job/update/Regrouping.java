package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.LongStream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.rest.RestStatus;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.bulk.Batches;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.DocumentName;
import org.ndd.config.NddThreadPools;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.IndependentParts;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming;
import org.ndd.job.update.CandidateRequest.SourceDocument;
import org.ndd.job.update.GroupUpdate.TooLargeToRegroupException;
import org.ndd.pair.BreakerMemory;
import org.ndd.partition.RunIndex;
import org.ndd.partition.plan.PartitionOptions;

/**
 * Groups documents of the source in memory, with the same result as a run over them. Uses the same rules ({@link InMemoryPartition}), the
 * boilerplate of the job's published run, and the fingerprints that are too common among all documents of the job. Changes nothing in the
 * cluster. Can be used once.
 *
 * <p>Memory is accounted for by the circuit breaker, and bounded. The documents are read one after the other. If they fit into one portion,
 * they are kept and grouped together. Otherwise only their fingerprints are kept, which divide them into {@link IndependentParts}. Whole
 * parts are then read again and grouped, a portion at a time. So the groups do not depend on the size of portions, and memory is bounded by
 * a portion or by the largest part. If a part takes more than a tenth of the heap, the job makes a full run instead, see {@link
 * TooLargeToRegroupException}: it reads texts of such a set of copies through a cache, and compares them on all nodes. A tenth of the heap
 * is about 10,000 documents of 1 KB per GB of heap.
 *
 * <p>Documents that are written between the two readings are omitted. The next checkpoint finds these writes.
 */
final class Regrouping implements Releasable {

    /** Number of documents per request. Their texts take a maximum of 100 MB, if all have the maximum length. */
    private static final int FETCH = 50;

    /** Approximate bytes of the objects of a document, and of the document about its group. */
    private static final long DOCUMENT_BYTES = 2_048;

    private static final long OUTLINE_BYTES = 256;

    /** Approximate bytes per code unit of a text, including the copies without boilerplate and quotations for comparisons. */
    private static final long UNIT_BYTES = 6;

    /** Approximate bytes of a fingerprint, including its entries in lists. */
    private static final long FINGERPRINT_BYTES = 24;

    private final UpdateContext context;
    private final ChangedPages pages;
    private final Limits limits;
    private final ReservedMemory memory;
    private final List<Outline> outlines = new ArrayList<>();
    private final List<GroupDocument> made = new ArrayList<>();
    private Portion portion = new Portion();
    private long portionBytes;
    private List<String> boilerplateIndices;
    private LoadedBoilerplate boilerplate;
    private InMemoryPartition partition;
    private GroupNaming naming;
    private CheckpointDecisions decisions = CheckpointDecisions.NONE;

    /** Maximum bytes of independent documents grouped together, and of documents that must be grouped together. */
    record Limits(long portion, long part) {

        static final Limits DEFAULT = new Limits(32 << 20, Runtime.getRuntime().maxMemory() / 10);
    }

    /**
     * The data of a document that is kept if there are more documents than fit into a portion.
     *
     * @param keys fingerprints and a hash of the digest
     * @param bytes bytes of the whole document in memory
     */
    private record Outline(DocumentName name, DocumentVersion version, long[] keys, long bytes) {}

    Regrouping(UpdateContext context, ChangedPages pages, Limits limits) {
        this.context = context;
        this.memory = context.memory();
        this.pages = pages;
        this.limits = limits;
    }

    /** Sets the decisions of people to apply. Without this call, none are applied. */
    void decided(CheckpointDecisions decided) {
        decisions = decided;
    }

    /**
     * @param names names of documents that the job compares; missing documents are omitted
     * @param listener gets the documents of the groups; the circuit breaker accounts for their memory until this is closed
     */
    void group(Collection<DocumentName> names, ActionListener<List<GroupDocument>> listener) {
        PartitionOptions options = context.request().options();
        TreeSet<String> source =
                new TreeSet<>(RunIndex.sources(context.services().cluster().state(), context.run()));
        names.forEach(name -> source.add(name.index()));
        source.removeAll(pages.references());
        TreeSet<String> all = new TreeSet<>(source);
        all.addAll(pages.references());
        boilerplateIndices = switch (options.boilerplate()) {
            case NONE -> List.of();
            // boilerplate of documents of both indices, for the source
            case LEARN -> List.copyOf(source);
            case STORED -> List.copyOf(all);
        };
        naming = new GroupNaming(
                context.run(), all.size() > 1, options.execution().singletons());
        SubscribableListener.<LoadedBoilerplate>newForked(
                        l -> context.boilerplate().load(boilerplateIndices, l))
                .<Long>andThen((l, loaded) -> {
                    boilerplate = loaded;
                    pages.count(l);
                })
                .<Void>andThen((l, documents) -> {
                    partition = new InMemoryPartition(
                            new PartitionParameters(
                                    options.grouping().candidates().forSubset(documents),
                                    options.grouping().similarity(),
                                    options.grouping().canonicals(),
                                    pages.references()),
                            new BreakerMemory(context.services().breaker()));
                    read(names, this::outline, l);
                })
                .<Void>andThen((l, read) -> groupPortions(l))
                .addListener(listener.delegateResponse((l, e) -> l.onFailure(retried(e)))
                        .map(done -> made));
    }

    /**
     * Returns a failure that is retried. A field of the rules for the canonical document may be missing in a new index until the first
     * documents have it.
     */
    private static Exception retried(Exception e) {
        return e instanceof SearchPhaseExecutionException && ExceptionsHelper.status(e) == RestStatus.BAD_REQUEST
                ? new ElasticsearchStatusException(
                        "the changed documents could not be grouped: "
                                + ElasticsearchException.guessRootCauses(e)[0].getMessage(),
                        RestStatus.SERVICE_UNAVAILABLE,
                        e)
                : e;
    }

    private interface Sink {

        void accept(SourceDocument source, PartitionDocument document, SiteBoilerplate ofSite);
    }

    /** Reads documents, and passes them on one at a time, on a thread of the plugin. */
    private void read(Collection<DocumentName> names, Sink sink, ActionListener<Void> listener) {
        Batches.forEach(
                names,
                FETCH,
                1,
                (batch, done) -> SubscribableListener.<List<SourceDocument>>newForked(l -> {
                            context.task().ensureNotCancelled();
                            pages.documents(batch, l);
                        })
                        .<Void>andThen((l, found) -> context.services().fork(l, passed -> {
                            for (SourceDocument source : found) {
                                context.task().ensureNotCancelled();
                                PartitionDocument document = source.prepared();
                                sink.accept(source, document, boilerplate.ofFirst(boilerplateIndices, document.site()));
                            }
                            passed.onResponse(null);
                        }))
                        .addListener(done),
                listener);
    }

    private void outline(SourceDocument source, PartitionDocument document, SiteBoilerplate ofSite) {
        long[] keys = LongStream.concat(
                        LongStream.of(keys(document, ofSite)),
                        decisions.keys(source.compared().name()))
                .toArray();
        memory.add(OUTLINE_BYTES + FINGERPRINT_BYTES * keys.length);
        outlines.add(new Outline(source.compared().name(), source.compared().version(), keys, bytes(document)));
        if (portion == null) {
            return;
        }
        if (portionBytes > 0 && portionBytes + bytes(document) > limits.portion()) {
            forget();
            portion = null;
        } else {
            keep(source, document, ofSite);
        }
    }

    private static long[] keys(PartitionDocument document, SiteBoilerplate ofSite) {
        LongStream own = LongStream.of(document.content().fingerprints())
                .filter(fingerprint -> ofSite == null || ofSite.hasFingerprint(fingerprint) == false);
        return document.content().digest() == null
                ? own.toArray()
                : LongStream.concat(
                                own, LongStream.of(document.content().digest().hashCode()))
                        .toArray();
    }

    private static long bytes(PartitionDocument document) {
        return DOCUMENT_BYTES
                + UNIT_BYTES * document.content().text().length()
                + FINGERPRINT_BYTES * document.content().fingerprints().length;
    }

    private void keep(SourceDocument source, PartitionDocument document, SiteBoilerplate ofSite) {
        if (portion.add(source, document, ofSite)) {
            memory.add(bytes(document));
            portionBytes += bytes(document);
        }
    }

    private void forget() {
        memory.release(portionBytes);
        portionBytes = 0;
        portion = new Portion();
    }

    private void groupPortions(ActionListener<Void> listener) {
        if (portion != null) {
            groupPortion(listener);
            return;
        }
        Batches.oneByOne(
                portions(),
                (versions, l) -> {
                    forget();
                    SubscribableListener.<Void>newForked(m -> read(
                                    versions.keySet(),
                                    (source, document, ofSite) -> {
                                        if (source.compared()
                                                .version()
                                                .equals(versions.get(
                                                        source.compared().name()))) {
                                            keep(source, document, ofSite);
                                        }
                                    },
                                    m))
                            .<Void>andThen((m, read) -> groupPortion(m))
                            .addListener(l);
                },
                listener);
    }

    /** Returns portions of whole parts, each with as many parts as fit into it. */
    private List<Map<DocumentName, DocumentVersion>> portions() {
        List<Map<DocumentName, DocumentVersion>> portions = new ArrayList<>();
        long bytes = limits.portion();
        for (List<Integer> part :
                IndependentParts.of(outlines.stream().map(Outline::keys).toList())) {
            context.task().ensureNotCancelled();
            long more = part.stream()
                    .mapToLong(place -> outlines.get(place).bytes())
                    .sum();
            if (more > limits.part()) {
                throw new TooLargeToRegroupException(
                        "[" + part.size() + "] documents that resemble each other are too many to group in memory");
            }
            if (bytes + more > limits.portion()) {
                portions.add(new HashMap<>());
                bytes = 0;
            }
            bytes += more;
            Map<DocumentName, DocumentVersion> last = portions.get(portions.size() - 1);
            part.forEach(place ->
                    last.put(outlines.get(place).name(), outlines.get(place).version()));
        }
        return portions;
    }

    /** Groups a portion on a thread for long work, because it compares many documents. */
    private void groupPortion(ActionListener<Void> listener) {
        Executor workers = context.services().threads().executor(NddThreadPools.WORK);
        workers.execute(ActionRunnable.run(listener, () -> {
            List<GroupDocument> some = portion.group(partition, decisions, naming, context.task()::ensureNotCancelled);
            forget();
            memory.add(DOCUMENT_BYTES * some.size());
            made.addAll(some);
        }));
    }

    @Override
    public void close() {
        memory.close();
    }

    private static final class Portion {

        private final Map<PartitionDocument, SourceDocument> documents = new IdentityHashMap<>();
        private final Set<DocumentName> names = new HashSet<>();
        private final Map<String, SiteBoilerplate> boilerplate = new HashMap<>();

        /** Returns whether the document was added: only one of the documents that have the same id and different routings is. */
        boolean add(SourceDocument source, PartitionDocument document, SiteBoilerplate ofSite) {
            if (names.add(source.compared().name()) == false) {
                return false;
            }
            documents.put(document, source);
            if (ofSite != null) {
                boilerplate.putIfAbsent(document.site(), ofSite);
            }
            return true;
        }

        /** Groups the documents; returns group documents, including groups of one document if the run stores them. */
        List<GroupDocument> group(
                InMemoryPartition partition, CheckpointDecisions decisions, GroupNaming names, Runnable check) {
            List<GroupDocument> made = new ArrayList<>();
            for (Group group : partition
                    .run(documents.keySet(), boilerplate::get, decisions.applicableTo(documents.keySet()), check)
                    .groups()) {
                made.addAll(names.documents(
                        group, document -> documents.get(document).compared()));
            }
            return made;
        }
    }
}
