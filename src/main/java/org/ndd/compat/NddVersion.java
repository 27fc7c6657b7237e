package org.ndd.compat;

import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;

/**
 * The version of ndd, which is independent of that of Elasticsearch. All nodes of a run must have the same version. During a rolling
 * upgrade, runs wait until all nodes have it, or are rejected with an error that names the versions. Stored data of runs remains after an
 * upgrade, so it contains its format and the version that wrote it.
 */
public final class NddVersion {

    /** Must be equal to the version in pom.xml. */
    public static final String CURRENT = "0.1.0";

    /** Format of the stored data of runs; increased when later versions can no longer read the older format. */
    private static final int FORMAT = 10;

    /** First bytes of all stored data. Data that was stored without a format never starts with them. */
    private static final byte[] MAGIC = {'N', 'D', 'D'};

    private static final String ATTRIBUTE = "ndd_version";

    private static final String UNKNOWN_VERSION = "one from before 0.1.0";

    private static final Pattern VERSION_PATTERN = Pattern.compile("\\d+\\.\\d+\\.\\d+(-[\\w.]+)?");

    private NddVersion() {}

    /** Returns node settings that publish the version of this node to the other nodes. */
    public static Settings attribute() {
        return Settings.builder().put("node.attr." + ATTRIBUTE, CURRENT).build();
    }

    /** Whether a node has this version. */
    public static boolean isSame(DiscoveryNode node) {
        return CURRENT.equals(node.getAttributes().get(ATTRIBUTE));
    }

    /**
     * Checks that a node has this version.
     *
     * @throws ElasticsearchStatusException if it has another version: 503, because the state is temporary
     */
    public static void check(DiscoveryNode node) {
        if (isSame(node) == false) {
            String version = node.getAttributes().getOrDefault(ATTRIBUTE, UNKNOWN_VERSION);
            throw versionMismatch(
                    version, "node [" + node.getName() + "]: runs start and continue when all nodes have the same");
        }
    }

    private static ElasticsearchStatusException versionMismatch(String version, String location) {
        return new ElasticsearchStatusException(
                "[ndd] must be [" + CURRENT + "] on all nodes that work together, but was [" + version + "] on "
                        + location,
                RestStatus.SERVICE_UNAVAILABLE);
    }

    /** Writes the header of a message to another node: a request of a run, or of a search to a shard. */
    public static void write(StreamOutput out) throws IOException {
        out.writeString(CURRENT);
    }

    /** Reads the header that {@link #write} wrote. Fails in the same way as {@link #check}. */
    public static void readSame(StreamInput in) throws IOException {
        String version = in.readString();
        if (CURRENT.equals(version) == false) {
            // versions without this header wrote other data in its place
            throw versionMismatch(
                    VERSION_PATTERN.matcher(version).matches() ? version : UNKNOWN_VERSION,
                    "the node that sent the request: repeat it when all nodes have the same");
        }
    }

    /** Writes the header of stored data. */
    public static void writeStored(StreamOutput out) throws IOException {
        out.writeBytes(MAGIC);
        out.writeVInt(FORMAT);
        out.writeString(CURRENT);
    }

    /**
     * Reads the header that {@link #writeStored} wrote.
     *
     * @throws IllegalArgumentException if this version does not support its format
     */
    public static void readStored(StreamInput in) throws IOException {
        byte[] mark = new byte[Math.min(MAGIC.length, in.available())];
        in.readBytes(mark, 0, mark.length);
        if (Arrays.equals(mark, MAGIC) == false) {
            throw unsupportedFormat("none", "an earlier version");
        }
        int format = in.readVInt();
        String version = in.readString();
        if (format != FORMAT) {
            throw unsupportedFormat(String.valueOf(format), version);
        }
    }

    private static IllegalArgumentException unsupportedFormat(String format, String version) {
        return new IllegalArgumentException("[format] of the state of a run must be [" + FORMAT + "] for ndd ["
                + CURRENT + "], but was [" + format + "], written by ndd [" + version + "]: begin a new run");
    }
}
