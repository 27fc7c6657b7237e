package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Relation;
import org.ndd.groups.Destination;
import org.ndd.groups.StoredReport;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.Publication;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * The progress or the result of a run: the response of the partition API, the run's document, and without documents the status of its task.
 * The keys of its JSON are API.
 *
 * @param id of the run
 * @param source the indices as the user wrote them
 * @param dest alias that shows the groups once the run is complete
 * @param state whether the run is under way, or how it ended
 * @param phase the current phase, or the last one
 * @param startedAt when the run began, in milliseconds of the epoch
 * @param tookMillis duration of the run so far, or until its end
 * @param counts all counts so far
 * @param nodes the part of each node in these counts, in order of name
 * @param largest the largest groups
 * @param phases the phases begun so far
 * @param failure why the run failed, or {@code null}
 * @param windows number of windows in which documents are decided, 0 if that is not known yet
 * @param restarts how often the run began again from its stored state, after it lost a node or a shard copy
 * @param interruptions the reasons for the last restarts
 * @param published whether the run showed its groups
 * @param publication how the groups are published
 * @param options the settings of the run
 */
public record PartitionReport(
        String id,
        List<String> source,
        String dest,
        State state,
        String phase,
        long startedAt,
        long tookMillis,
        StepCounts counts,
        List<NodeShare> nodes,
        List<LargeGroup> largest,
        List<Phase> phases,
        String failure,
        int windows,
        int restarts,
        List<String> interruptions,
        Published published,
        Publication publication,
        PartitionOptions options)
        implements Task.Status {

    public static final String NAME = "ndd_partition";

    /** Represents the destination if no groups are written: boilerplate is learned and nothing else is done. */
    static final String NO_DEST = "";

    /** The life of a run. */
    public enum State {
        RUNNING,
        COMPLETED,
        FAILED,
        CANCELLED;

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A phase.
     *
     * @param name of the phase
     * @param tookMillis so far
     * @param done units of work done; only ever grows
     * @param total units of work known of; the share done is {@code done / total}
     */
    public record Phase(String name, long tookMillis, long done, long total) implements Writeable {

        /** Units per second, and the time that the rest takes at that rate; the latter only while there is a rest. */
        private void rateToXContent(XContentBuilder builder) throws IOException {
            if (done > 0 && tookMillis > 0) {
                builder.field("docs_per_second", done * 1000 / tookMillis);
            }
            if (done > 0 && done < total) {
                builder.field("remaining_in_millis", (long) ((double) tookMillis / done * (total - done)));
            }
        }

        Phase(StreamInput in) throws IOException {
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

    /**
     * Whether a run showed its groups at its end.
     *
     * @param why it did not, once that is known; otherwise {@code null}
     */
    public record Published(boolean published, String why) implements Writeable {

        static final Published NOT_YET = new Published(false, null);

        Published(StreamInput in) throws IOException {
            this(in.readBoolean(), in.readOptionalString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(published);
            out.writeOptionalString(why);
        }
    }

    /** The same report, for a run that continues. */
    PartitionReport running() {
        return new PartitionReport(
                id,
                source,
                dest,
                State.RUNNING,
                phase,
                startedAt,
                tookMillis,
                counts,
                nodes,
                largest,
                phases,
                null,
                windows,
                restarts,
                interruptions,
                published,
                publication,
                options);
    }

    /**
     * The same without ids of documents. The tasks API shows it to all users who may see tasks, whether they may read the documents or not.
     */
    PartitionReport withoutDocuments() {
        return new PartitionReport(
                id,
                source,
                dest,
                state,
                phase,
                startedAt,
                tookMillis,
                counts,
                nodes,
                List.of(),
                phases,
                failure,
                windows,
                restarts,
                interruptions,
                published,
                publication,
                options);
    }

    public PartitionReport(StreamInput in) throws IOException {
        this(
                in.readString(),
                in.readStringCollectionAsList(),
                in.readString(),
                State.valueOf(in.readString()),
                in.readString(),
                in.readVLong(),
                in.readVLong(),
                new StepCounts(in),
                in.readCollectionAsList(NodeShare::new),
                in.readCollectionAsList(LargeGroup::new),
                in.readCollectionAsList(Phase::new),
                in.readOptionalString(),
                in.readVInt(),
                in.readVInt(),
                in.readStringCollectionAsList(),
                new Published(in),
                new Publication(in),
                new PartitionOptions(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(id);
        out.writeStringCollection(source);
        out.writeString(dest);
        out.writeString(state.name());
        out.writeString(phase);
        out.writeVLong(startedAt);
        out.writeVLong(tookMillis);
        counts.writeTo(out);
        out.writeCollection(nodes);
        out.writeCollection(largest);
        out.writeCollection(phases);
        out.writeOptionalString(failure);
        out.writeVInt(windows);
        out.writeVInt(restarts);
        out.writeStringCollection(interruptions);
        published.writeTo(out);
        publication.writeTo(out);
        options.writeTo(out);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (dest.equals(NO_DEST)) {
            return boilerplateToXContent(builder);
        }
        builder.startObject();
        builder.field("id", id);
        builder.startObject("source").stringListField("index", source).endObject();
        if (options.against().isEmpty() == false) {
            builder.startObject(Reference.PARAMETER.getPreferredName())
                    .stringListField("index", options.against().indices())
                    .field("documents", counts.get(Count.REFERENCE_DOCUMENTS))
                    .endObject();
        }
        Destination.toXContent(dest, builder);
        builder.field("state", state.value());
        builder.field("phase", phase);
        builder.timestampFieldsFromUnixEpochMillis("start_time_in_millis", "start_time", startedAt);
        builder.field("took", tookMillis);
        for (Count count : Count.values()) {
            if (count.reported()) {
                builder.field(count.key(), counts.get(count));
            }
        }
        builder.startObject("relations");
        for (Relation relation : Relation.values()) {
            builder.field(relation.value(), counts.get(Count.of(relation)));
        }
        builder.endObject();
        if (options.redirects().isEmpty() == false) {
            builder.startObject("redirects");
            builder.field("attached", counts.get(Count.REDIRECTS_ATTACHED));
            builder.field("alone", counts.get(Count.REDIRECTS_ALONE)).endObject();
        }
        builder.xContentList("nodes", nodes).field("imbalance", NodeShare.imbalance(nodes));
        builder.startArray("largest_groups");
        for (LargeGroup group : largest) {
            builder.startObject();
            builder.field("group", group.group()).field("size", group.size()).field("canonical_id", group.canonical());
            builder.endObject();
        }
        builder.endArray();
        failuresToXContent(builder);
        builder.field("windows", windows).field("restarts", restarts);
        builder.stringListField("interruptions", interruptions);
        builder.field("published", published.published());
        if (published.why() != null) {
            builder.field("unpublished", published.why());
        }
        builder.startArray("phases");
        for (Phase one : phases) {
            builder.startObject();
            builder.field("phase", one.name()).field("took", one.tookMillis());
            builder.field("done", one.done()).field("total", one.total());
            one.rateToXContent(builder);
            builder.endObject();
        }
        builder.endArray();
        builder.startObject(StoredReport.PARAMETERS);
        options.toXContent(builder, params);
        publication.toXContent(builder, params);
        builder.endObject();
        return builder.endObject();
    }

    private XContentBuilder boilerplateToXContent(XContentBuilder builder) throws IOException {
        builder.startObject();
        builder.field("state", state.value());
        builder.field("took", tookMillis);
        builder.field(Count.DOCUMENTS.key(), counts.get(Count.DOCUMENTS));
        builder.field(Count.BOILERPLATE.key(), counts.get(Count.BOILERPLATE));
        failuresToXContent(builder);
        return builder.endObject();
    }

    private void failuresToXContent(XContentBuilder builder) throws IOException {
        builder.startArray("failures");
        if (failure != null) {
            builder.value(failure);
        }
        builder.endArray();
    }
}
