package org.ndd.groups;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Nullable;

/**
 * The lists of ids of a destination for the indices of a search, without the ids. Immutable.
 *
 * @param lists lists by the UUID of the index of their documents; indices without duplicates are missing
 */
record PublishedLists(Map<String, Key> lists) implements Writeable {

    /**
     * The lists of one index. Two keys are equal only if the lists have the same ids: each run writes an index with a unique name, and a
     * list that a job changes has another sequence number.
     *
     * @param run name of the index with the lists, to which the destination points
     * @param versions versions of the lists, in their order
     * @param threshold minimum confidence of the duplicates; {@code null} for all duplicates of the lists
     */
    record Key(String run, List<Version> versions, @Nullable Threshold threshold) implements Writeable {

        Key(StreamInput in) throws IOException {
            this(
                    in.readString(),
                    in.readCollectionAsImmutableList(Version::new),
                    in.readOptionalWriteable(Threshold::new));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(run);
            out.writeCollection(versions);
            out.writeOptionalWriteable(threshold);
        }
    }

    /**
     * A minimum confidence. The confidence of a duplicate is in its group document, which can change when the lists do not.
     *
     * @param confidence minimum confidence, more than 0, maximum 1
     * @param seqNo sequence number of the newest group document that searches find
     */
    record Threshold(double confidence, long seqNo) implements Writeable {

        Threshold(StreamInput in) throws IOException {
            this(in.readDouble(), in.readZLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeDouble(confidence);
            out.writeZLong(seqNo);
        }
    }

    /** The version of a list: its id, and the sequence number and primary term of the operation that wrote it. */
    record Version(String id, long seqNo, long primaryTerm) implements Writeable {

        Version(StreamInput in) throws IOException {
            this(in.readString(), in.readZLong(), in.readVLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeZLong(seqNo);
            out.writeVLong(primaryTerm);
        }
    }

    PublishedLists {
        lists = Map.copyOf(lists);
    }

    PublishedLists(StreamInput in) throws IOException {
        this(in.readImmutableMap(Key::new));
    }

    /** Returns the same lists with a minimum confidence of duplicates. */
    PublishedLists withThreshold(Threshold threshold) {
        Map<String, Key> reached = new HashMap<>();
        lists.forEach((index, key) -> reached.put(index, new Key(key.run, key.versions, threshold)));
        return new PublishedLists(reached);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(lists, StreamOutput::writeWriteable);
    }
}
