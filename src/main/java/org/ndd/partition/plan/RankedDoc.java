package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.group.Rank;

/**
 * A document of a run with its rank. The natural order is rank order: by rank. If two ids are the same (in two indices), the position in
 * the plan decides, in which shards are in order of index name.
 *
 * @param ref the document, see {@link DocRef}
 */
public record RankedDoc(long ref, Rank rank) implements Writeable, Comparable<RankedDoc> {

    public RankedDoc(StreamInput in) throws IOException {
        this(in.readLong(), new Rank(in.readLong(), in.readLong()));
    }

    @Override
    public int compareTo(RankedDoc other) {
        int byRank = rank.compareTo(other.rank);
        return byRank != 0 ? byRank : Long.compare(ref, other.ref);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeLong(ref);
        out.writeLong(rank.high());
        out.writeLong(rank.low());
    }
}
