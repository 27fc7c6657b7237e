package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.Project;

/**
 * The right of one bulk task to change some indices, exclusive among tasks that claim indices. It is in the cluster state, as the
 * parameters of a persistent task. A claim ends with the process of its node.
 *
 * @param node ephemeral id of the node of the task: it changes at each restart
 * @param task id of the task
 * @param kind name of the task's operation, for messages
 * @param indices UUIDs of the indices, in order
 */
public record IndexClaim(String node, String task, String kind, List<String> indices) implements PersistentTaskParams {

    /** Name of the persistent tasks that represent claims. */
    public static final String NAME = "ndd/claim";

    private static final ParseField NODE = new ParseField("node");
    private static final ParseField TASK = new ParseField("task");
    private static final ParseField KIND = new ParseField("kind");
    private static final ParseField INDICES = new ParseField("indices");

    @SuppressWarnings("unchecked")
    private static final ConstructingObjectParser<IndexClaim, Void> PARSER = new ConstructingObjectParser<>(
            NAME,
            true,
            args -> new IndexClaim((String) args[0], (String) args[1], (String) args[2], (List<String>) args[3]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), NODE);
        PARSER.declareString(ConstructingObjectParser.constructorArg(), TASK);
        PARSER.declareString(ConstructingObjectParser.constructorArg(), KIND);
        PARSER.declareStringArray(ConstructingObjectParser.constructorArg(), INDICES);
    }

    public IndexClaim {
        indices = indices.stream().sorted().toList();
    }

    public IndexClaim(StreamInput in) throws IOException {
        this(in.readString(), in.readString(), in.readString(), in.readStringCollectionAsList());
    }

    public static IndexClaim fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    /** Returns the claims in a cluster state whose nodes are in the cluster. */
    static Stream<IndexClaim> liveClaims(ClusterState state) {
        PersistentTasksCustomMetadata tasks = Project.of(state).custom(PersistentTasksCustomMetadata.TYPE);
        return tasks == null
                ? Stream.of()
                : tasks.tasks().stream()
                        .filter(task -> task.getParams() instanceof IndexClaim)
                        .map(task -> (IndexClaim) task.getParams())
                        .filter(claim -> claim.isLive(state));
    }

    boolean isLive(ClusterState state) {
        return state.nodes().stream()
                .anyMatch(discoveryNode -> discoveryNode.getEphemeralId().equals(node));
    }

    String id() {
        return NAME + "/" + node + "/" + task;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(node);
        out.writeString(task);
        out.writeString(kind);
        out.writeStringCollection(indices);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(NODE.getPreferredName(), node).field(TASK.getPreferredName(), task);
        builder.field(KIND.getPreferredName(), kind).stringListField(INDICES.getPreferredName(), indices);
        return builder.endObject();
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }
}
