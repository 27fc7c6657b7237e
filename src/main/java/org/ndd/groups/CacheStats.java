package org.ndd.groups;

import java.io.IOException;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The numbers of a cache on one node, since the node started.
 *
 * @param entries current number of entries
 * @param bytes current memory of the entries in bytes
 * @param hits number of lookups that found an entry
 * @param misses number of lookups without an entry
 * @param evictions number of entries that were removed to make space
 */
public record CacheStats(long entries, long bytes, long hits, long misses, long evictions)
        implements Writeable, ToXContentObject {

    public CacheStats(StreamInput in) throws IOException {
        this(in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong());
    }

    /** Returns the numbers of a cache whose weight is bytes. */
    public static CacheStats of(Cache<?, ?> cache) {
        var stats = cache.stats();
        return new CacheStats(cache.count(), cache.weight(), stats.getHits(), stats.getMisses(), stats.getEvictions());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(entries);
        out.writeVLong(bytes);
        out.writeVLong(hits);
        out.writeVLong(misses);
        out.writeVLong(evictions);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field("entries", entries);
        builder.humanReadableField("memory_size_in_bytes", "memory_size", ByteSizeValue.ofBytes(bytes));
        builder.field("hits", hits).field("misses", misses).field("evictions", evictions);
        return builder.endObject();
    }
}
