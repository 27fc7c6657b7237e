package org.ndd.partition;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.TaskState;
import org.ndd.core.compare.Relation;
import org.ndd.groups.Destination;
import org.ndd.groups.StoredReport;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/**
 * The progress or the result of a run: the response of the partition API, the document {@code report} of the run, and without ids of
 * documents the status of its task. The keys of its JSON are API.
 */
public record PartitionReport(
        RunSpec spec,
        RunStatus status,
        RunProgress progress,
        RunWork work,
        Interruptions interruptions,
        Published published)
        implements Task.Status {

    public static final String NAME = "ndd_partition";

    static final String NO_DEST = "";

    /** The state of a run; times in milliseconds, {@code startedAt} since the epoch; without a failure, {@code failure} is {@code null}. */
    public record RunStatus(TaskState state, long startedAt, long tookMillis, String failure) {}

    /** The phases of a run so far, the current one, and the number of windows; 0 if it is not determined yet. */
    public record RunProgress(String phase, List<Phase> phases, int windows) {

        /** Returns the current phase, which is among the phases so far. */
        public Phase currentPhase() {
            return phases.stream()
                    .filter(one -> one.name().equals(phase))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The work of a run, and the part of each node in its counts, in order of name. */
    public record RunWork(StepCounts counts, List<NodeShare> nodes, List<LargeGroup> largest) {}

    /** Restarts of a run from its stored state, and the reasons of at most the last 10. */
    public record Interruptions(int restarts, List<String> reasons) {}

    /**
     * @param tookMillis milliseconds so far
     * @param done completed units of work; never decreases
     * @param total units of work found so far; the completed share is {@code done / total}
     */
    public record Phase(String name, long tookMillis, long done, long total) implements Writeable {

        /** Writes the units per second, and the time of the remaining work at this rate if work remains. */
        private void rateToXContent(XContentBuilder builder) throws IOException {
            if (done > 0 && tookMillis > 0) {
                builder.field("docs_per_second", done * 1000 / tookMillis);
            }
            if (done > 0 && done < total) {
                builder.field("remaining_in_millis", (long) ((double) tookMillis / done * (total - done)));
            }
        }

        Phase plus(Phase more) {
            return new Phase(name, tookMillis + more.tookMillis, done + more.done, total + more.total);
        }

        public Phase(StreamInput in) throws IOException {
            this(in.readString(), in.readVLong(), in.readVLong(), in.readVLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(name);
            out.writeVLong(tookMillis);
            out.writeVLong(done);
            out.writeVLong(total);
        }
    }

    /** Whether a run published its groups at its end, and why not; the reason is {@code null} if it did or has not ended. */
    public record Published(boolean published, String reason) implements Writeable {

        static final Published PENDING = new Published(false, null);

        Published(StreamInput in) throws IOException {
            this(in.readBoolean(), in.readOptionalString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(published);
            out.writeOptionalString(reason);
        }
    }

    public String id() {
        return spec.runId();
    }

    public TaskState state() {
        return status.state();
    }

    public String failure() {
        return status.failure();
    }

    public StepCounts counts() {
        return work.counts();
    }

    PartitionReport running() {
        RunStatus running = new RunStatus(TaskState.RUNNING, status.startedAt(), status.tookMillis(), null);
        return new PartitionReport(spec, running, progress, work, interruptions, published);
    }

    /**
     * Returns the same report without ids of documents. The tasks API shows it to all users who may see tasks, even if they have no read
     * access to the documents.
     */
    PartitionReport withoutDocuments() {
        RunWork counted = new RunWork(work.counts(), work.nodes(), List.of());
        return new PartitionReport(spec, status, progress, counted, interruptions, published);
    }

    public PartitionReport(StreamInput in) throws IOException {
        this(
                new RunSpec(in),
                new RunStatus(
                        TaskState.valueOf(in.readString()), in.readVLong(), in.readVLong(), in.readOptionalString()),
                new RunProgress(in.readString(), in.readCollectionAsList(Phase::new), in.readVInt()),
                new RunWork(
                        new StepCounts(in),
                        in.readCollectionAsList(NodeShare::new),
                        in.readCollectionAsList(LargeGroup::new)),
                new Interruptions(in.readVInt(), in.readStringCollectionAsList()),
                new Published(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        spec.writeTo(out);
        out.writeString(status.state().name());
        out.writeVLong(status.startedAt());
        out.writeVLong(status.tookMillis());
        out.writeOptionalString(status.failure());
        out.writeString(progress.phase());
        out.writeCollection(progress.phases());
        out.writeVInt(progress.windows());
        work.counts().writeTo(out);
        out.writeCollection(work.nodes());
        out.writeCollection(work.largest());
        out.writeVInt(interruptions.restarts());
        out.writeStringCollection(interruptions.reasons());
        published.writeTo(out);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (spec.dest().equals(NO_DEST)) {
            return boilerplateToXContent(builder);
        }
        builder.startObject();
        builder.field("id", spec.runId());
        builder.startObject("source")
                .array("index", spec.source().indices().indices())
                .endObject();
        if (spec.options().against().isEmpty() == false) {
            builder.startObject(Reference.PARAMETER.getPreferredName())
                    .stringListField("index", spec.options().against().indices())
                    .field("documents", work.counts().get(Count.REFERENCE_DOCUMENTS))
                    .endObject();
        }
        Destination.toXContent(spec.dest(), builder);
        builder.field("state", state().value());
        builder.field("phase", progress.phase());
        builder.timestampFieldsFromUnixEpochMillis("start_time_in_millis", "start_time", status.startedAt());
        builder.field("took", status.tookMillis());
        for (Count count : Count.values()) {
            if (count.reported()) {
                builder.field(count.key(), work.counts().get(count));
            }
        }
        builder.startObject("relations");
        for (Relation relation : Relation.values()) {
            builder.field(relation.value(), work.counts().get(Count.of(relation)));
        }
        builder.endObject();
        if (spec.options().grouping().redirects().isEmpty() == false) {
            builder.startObject("redirects");
            builder.field("attached", work.counts().get(Count.REDIRECTS_ATTACHED));
            builder.field("alone", work.counts().get(Count.REDIRECTS_ALONE)).endObject();
        }
        builder.xContentList("nodes", work.nodes()).field("imbalance", NodeShare.imbalance(work.nodes()));
        builder.startArray("largest_groups");
        for (LargeGroup group : work.largest()) {
            builder.startObject();
            builder.field("group", group.group()).field("size", group.size()).field("canonical_id", group.canonical());
            builder.endObject();
        }
        builder.endArray();
        failuresToXContent(builder);
        builder.field("windows", progress.windows()).field("restarts", interruptions.restarts());
        builder.stringListField("interruptions", interruptions.reasons());
        builder.field("published", published.published());
        if (published.reason() != null) {
            builder.field("unpublished", published.reason());
        }
        builder.startArray("phases");
        for (Phase one : progress.phases()) {
            builder.startObject();
            builder.field("phase", one.name()).field("took", one.tookMillis());
            builder.field("done", one.done()).field("total", one.total());
            one.rateToXContent(builder);
            builder.endObject();
        }
        builder.endArray();
        builder.startObject(StoredReport.PARAMETERS);
        spec.options().toXContent(builder, params);
        spec.publication().toXContent(builder, params);
        builder.endObject();
        return builder.endObject();
    }

    private XContentBuilder boilerplateToXContent(XContentBuilder builder) throws IOException {
        builder.startObject();
        builder.field("state", state().value());
        builder.field("took", status.tookMillis());
        builder.field(Count.DOCUMENTS.key(), work.counts().get(Count.DOCUMENTS));
        builder.field(Count.BOILERPLATE.key(), work.counts().get(Count.BOILERPLATE));
        failuresToXContent(builder);
        return builder.endObject();
    }

    private void failuresToXContent(XContentBuilder builder) throws IOException {
        builder.startArray("failures");
        if (failure() != null) {
            builder.value(failure());
        }
        builder.endArray();
    }

    public record NodeShare(String node, StepCounts counts) implements Writeable, ToXContentObject {

        private static final List<Count> SHOWN =
                List.of(Count.DOCUMENTS, Count.COMPARISONS, Count.VERIFICATIONS, Count.WIRE_BYTES);

        public NodeShare(StreamInput in) throws IOException {
            this(in.readString(), new StepCounts(in));
        }

        /**
         * Returns the number of compared pairs, to decide groups or to verify duplicates. Nearly all work that depends on the distribution
         * over nodes consists of these comparisons.
         */
        private long pairs() {
            return counts.get(Count.COMPARISONS) + counts.get(Count.VERIFICATIONS);
        }

        /** Computes the load imbalance factor: the maximum number of pairs that a node compared, divided by the mean; 1 without pairs. */
        static double imbalance(Collection<NodeShare> shares) {
            LongSummaryStatistics pairs =
                    shares.stream().mapToLong(NodeShare::pairs).summaryStatistics();
            return pairs.getSum() == 0 ? 1 : pairs.getMax() / pairs.getAverage();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(node);
            counts.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("node", node);
            for (Count count : SHOWN) {
                builder.field(count.key(), counts.get(count));
            }
            return builder.endObject();
        }
    }
}
