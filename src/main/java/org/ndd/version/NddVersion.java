package org.ndd.version;

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
 * ndd's own version, which moves without Elasticsearch's. Nodes of one run must have the same: in a rolling upgrade runs wait, or are
 * refused by name, until all have. What runs keep outlives an upgrade, so it says in which format it is, and which version wrote it.
 */
public final class NddVersion {

    /** The same as in pom.xml. */
    public static final String CURRENT = "0.1.0";

    /** Format of what runs keep: raised where a later version could not read it as it is. */
    private static final int FORMAT = 1;

    /** Begins all that is kept. Nothing that a version without a format kept began so. */
    private static final byte[] MARK = {'N', 'D', 'D'};

    private static final String ATTRIBUTE = "ndd_version";

    private static final String BEFORE = "one from before 0.1.0";

    private static final Pattern LOOKS_LIKE_ONE = Pattern.compile("\\d+\\.\\d+\\.\\d+(-[\\w.]+)?");

    private NddVersion() {}

    /** Settings by which a node tells the others which version it has. */
    public static Settings attribute() {
        return Settings.builder().put("node.attr." + ATTRIBUTE, CURRENT).build();
    }

    /**
     * Makes sure that a node has this version.
     *
     * @throws ElasticsearchStatusException where it has another: 503, as that passes
     */
    public static void check(DiscoveryNode node) {
        String version = node.getAttributes().getOrDefault(ATTRIBUTE, BEFORE);
        if (CURRENT.equals(version) == false) {
            throw other(version, "node [" + node.getName() + "]: runs begin, and go on, once all nodes have the same");
        }
    }

    private static ElasticsearchStatusException other(String version, String where) {
        return new ElasticsearchStatusException(
                "[ndd] must be [" + CURRENT + "] on all nodes that work together, but was [" + version + "] on "
                        + where,
                RestStatus.SERVICE_UNAVAILABLE);
    }

    /** Begins a message to another node: a question of a run, or what a search asks of a shard. */
    public static void write(StreamOutput out) throws IOException {
        out.writeString(CURRENT);
    }

    /** Reads what {@link #write} wrote; fails as {@link #check} does. */
    public static void readSame(StreamInput in) throws IOException {
        String version = in.readString();
        if (CURRENT.equals(version) == false) {
            // What came before this version did not begin so, but with a name or whatever else.
            throw other(
                    LOOKS_LIKE_ONE.matcher(version).matches() ? version : BEFORE,
                    "the node that asks: it is answered once all nodes have the same");
        }
    }

    /** Begins what is kept. */
    public static void writeKept(StreamOutput out) throws IOException {
        out.writeBytes(MARK);
        out.writeVInt(FORMAT);
        out.writeString(CURRENT);
    }

    /**
     * Reads what {@link #writeKept} wrote.
     *
     * @throws IllegalArgumentException where it is of a format that this version does not know
     */
    public static void readKept(StreamInput in) throws IOException {
        byte[] mark = new byte[Math.min(MARK.length, in.available())];
        in.readBytes(mark, 0, mark.length);
        if (Arrays.equals(mark, MARK) == false) {
            throw unknown("none", "an earlier version");
        }
        int format = in.readVInt();
        String version = in.readString();
        if (format != FORMAT) {
            throw unknown(String.valueOf(format), version);
        }
    }

    private static IllegalArgumentException unknown(String format, String version) {
        return new IllegalArgumentException("[format] of what a run keeps must be [" + FORMAT + "] for ndd [" + CURRENT
                + "], but was [" + format + "], written by ndd [" + version + "]: begin a new run");
    }
}
