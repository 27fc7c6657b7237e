package org.ndd.search;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.text.ParameterCheck;
import org.ndd.pair.CharacterLimit;

/**
 * Criteria and number of the sets.
 *
 * @param size maximum number of sets in the response; 1 to {@value #MAX_SIZE}
 * @param shardSize maximum number of sets that a shard sends; size to {@value #MAX_SIZE}
 * @param minDocCount minimum number of documents of a set in the response; 1 or more
 * @param fingerprintResemblance minimum share of common fingerprints of a text and its set's leader; above 0, to 1
 * @param verification how texts are compared; null if they are not compared
 */
public record SetParameters(
        int size, int shardSize, long minDocCount, double fingerprintResemblance, Verification verification)
        implements Writeable {

    /** Upper bound of sizes. Buckets are objects that circuit breakers do not count. */
    public static final int MAX_SIZE = 10_000;

    static final int DEFAULT_SIZE = 10;
    static final long DEFAULT_MIN_DOC_COUNT = 2;
    static final double DEFAULT_FINGERPRINT_RESEMBLANCE = 0.3;

    public SetParameters {
        ParameterCheck.range("size", size, 1, MAX_SIZE);
        ParameterCheck.range("shard_size", shardSize, size, MAX_SIZE);
        ParameterCheck.range("min_doc_count", minDocCount, 1, Long.MAX_VALUE);
        if (fingerprintResemblance > 0 == false || fingerprintResemblance > 1) {
            throw new IllegalArgumentException("[fingerprint_resemblance] must be above [0] and at most [1], but was ["
                    + fingerprintResemblance + "]");
        }
    }

    SetParameters(StreamInput in) throws IOException {
        this(
                in.readVInt(),
                in.readVInt(),
                in.readVLong(),
                in.readDouble(),
                in.readOptionalWriteable(Verification::new));
    }

    /**
     * Returns the default number of sets that a shard sends. It is greater than the number in the response, since each shard sees only a
     * part of a set.
     */
    static int defaultShardSize(int size) {
        return Math.min(MAX_SIZE, 100 + 20 * size);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(size);
        out.writeVInt(shardSize);
        out.writeVLong(minDocCount);
        out.writeDouble(fingerprintResemblance);
        out.writeOptionalWriteable(verification);
    }

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
            ParameterCheck.range("max_verified", maxVerified, 1, MAX_COMPARISONS);
        }

        /**
         * Returns the maximum number of characters that are compared on one shard or on the coordinating node. It grows in proportion if
         * more comparisons than by default are allowed.
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
}
