package org.ndd.job.update;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Counts the work of checkpoints. Includes only documents that the user has the right to see.
 *
 * <ul>
 *   <li>{@code changed}: documents that were indexed, updated or deleted
 *   <li>{@code deleted}: those of them that were in a group and no longer exist, or are outside the scope of the job
 *   <li>{@code joined}: documents that joined or stayed in a large group, after one comparison
 *   <li>{@code regrouped}: documents whose groups were recomputed, with the documents near them
 *   <li>{@code moved}: documents whose group, canonical document or relation changed
 *   <li>{@code unprocessed}: changed documents without the fields of a processor
 *   <li>{@code outdated}: changed documents whose input changed without the processor
 * </ul>
 *
 * @param fields the counts by name, in the order of reports
 */
public record CheckpointCounts(Map<String, Long> fields) implements Writeable {

    private static final List<String> NAMES =
            List.of("changed", "deleted", "joined", "regrouped", "moved", "unprocessed", "outdated");

    public static final CheckpointCounts NONE = new CheckpointCounts(Map.of());

    /** @param fields counts by name; omitted counts are 0 */
    public CheckpointCounts {
        Map<String, Long> all = new LinkedHashMap<>();
        for (String name : NAMES) {
            all.put(name, fields.getOrDefault(name, 0L));
        }
        fields = Collections.unmodifiableMap(all);
    }

    public CheckpointCounts(StreamInput in) throws IOException {
        this(read(in));
    }

    private static Map<String, Long> read(StreamInput in) throws IOException {
        Map<String, Long> fields = new HashMap<>();
        for (String name : NAMES) {
            fields.put(name, in.readVLong());
        }
        return fields;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        for (long count : fields.values()) {
            out.writeVLong(count);
        }
    }

    public CheckpointCounts plus(CheckpointCounts other) {
        Map<String, Long> sums = new HashMap<>(fields);
        other.fields.forEach((name, count) -> sums.merge(name, count, Long::sum));
        return new CheckpointCounts(sums);
    }

    public long get(String name) {
        return fields.get(name);
    }
}
