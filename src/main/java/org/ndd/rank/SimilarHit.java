package org.ndd.rank;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.PairDecision;

/**
 * A hit that another hit represents.
 *
 * @param key position in this search
 * @param index concrete index
 * @param id id of the document
 * @param similarity similarity to the hit that represents it; null if the two were not compared
 * @param decided the decision because of which that hit represents it; null if texts are the reason
 */
record SimilarHit(RankKey key, String index, String id, Similarity similarity, DecidedBy decided) implements Writeable {

    SimilarHit(StreamInput in) throws IOException {
        this(
                readKey(in),
                in.readString(),
                in.readString(),
                in.readOptionalWriteable(Similarity::new),
                in.readOptional(PairDecision::readBy));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        writeKey(out, key);
        out.writeString(index);
        out.writeString(id);
        out.writeOptionalWriteable(similarity);
        out.writeOptional(PairDecision::writeBy, decided);
    }

    /** Returns this hit for a group whose leader it was not compared with. */
    SimilarHit withoutSimilarity() {
        return new SimilarHit(key, index, id, null, decided);
    }

    static RankKey readKey(StreamInput in) throws IOException {
        return new RankKey(in.readVInt(), in.readVInt());
    }

    static void writeKey(StreamOutput out, RankKey key) throws IOException {
        out.writeVInt(key.doc());
        out.writeVInt(key.shardIndex());
    }
}
