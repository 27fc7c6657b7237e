package org.ndd.aggs;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.CharacterLimit;

/**
 * Parameters of the comparison of possibly similar documents.
 *
 * @param similarity thresholds and rule of the comparison
 * @param minRelation the loosest relation to a leader that makes a text a member of its set
 * @param maxVerified maximum number of comparisons per shard, and the same number again on the coordinating node; 1 to {@value
 *     #MAX_COMPARISONS}
 */
record Verification(SimilarityParameters similarity, Relation minRelation, int maxVerified) implements Writeable {

    static final int DEFAULT_MAX_VERIFIED = 1000;
    static final int MAX_COMPARISONS = 100_000;

    Verification {
        if (maxVerified < 1 || maxVerified > MAX_COMPARISONS) {
            throw new IllegalArgumentException(
                    "[max_verified] must be between [1] and [" + MAX_COMPARISONS + "], but was [" + maxVerified + "]");
        }
    }

    /**
     * Returns the maximum number of characters that are compared on one shard or on the coordinating node. It grows in proportion if more
     * comparisons than by default are allowed.
     */
    long maxCharacters() {
        return Math.max(
                CharacterLimit.MAX_CHARACTERS, CharacterLimit.MAX_CHARACTERS / DEFAULT_MAX_VERIFIED * maxVerified);
    }

    Verification(StreamInput in) throws IOException {
        this(SimilarityOptions.readFrom(in), in.readEnum(Relation.class), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        SimilarityOptions.writeTo(similarity, out);
        out.writeEnum(minRelation);
        out.writeVInt(maxVerified);
    }
}
