package org.ndd.query;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.ComparisonOptions;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.text.ParameterCheck;
import org.ndd.pair.PairJudge;

/**
 * Options of a search for near-duplicates.
 *
 * @param minimumShared minimum number of fingerprints that a candidate shares with a page; 1 to 1,024; equal texts are always candidates
 * @param verify whether only candidates match that a comparison of the texts confirms; otherwise every candidate matches
 * @param maxVerified maximum number of candidates that are compared per shard, the best first; 1 to 10,000
 * @param includeSelf whether the documents under {@code like} may match
 * @param comparison options of the comparison
 */
record NearDupOptions(
        int minimumShared, boolean verify, int maxVerified, boolean includeSelf, ComparisonOptions comparison)
        implements Writeable {

    static final NearDupOptions DEFAULT = new NearDupOptions(1, true, 1000, false, ComparisonOptions.DEFAULT);

    NearDupOptions {
        ParameterCheck.range("minimum_shared", minimumShared, 1, 1024);
        ParameterCheck.range("max_verified", maxVerified, 1, 10_000);
        comparison.match().requireVerify(verify);
    }

    NearDupOptions(StreamInput in) throws IOException {
        this(in.readVInt(), in.readBoolean(), in.readVInt(), in.readBoolean(), new ComparisonOptions(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(minimumShared);
        out.writeBoolean(verify);
        out.writeVInt(maxVerified);
        out.writeBoolean(includeSelf);
        comparison.writeTo(out);
    }

    /** Returns the judge that determines which documents match. */
    PairJudge judge(ComparisonMemory memory) {
        return new PairJudge(comparison.similarity(), comparison.match(), memory);
    }
}
