package org.ndd.rank;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Relation;
import org.ndd.pair.ContributionFormat;

/**
 * The similarity of a hit to the hit that represents it.
 *
 * @param relation relation of the two; null if a run did not store it
 * @param confidence confidence that readers call the two near-duplicates, 0 to 1; null if a run did not store it
 * @param resemblance resemblance of the two, 0 to 1
 * @param contributions contributions of the signals, with the representing hit as A; empty if a run compared the two
 */
record Similarity(Relation relation, Double confidence, double resemblance, List<Contribution> contributions)
        implements Writeable {

    Similarity(Relation relation, Double confidence, double resemblance) {
        this(relation, confidence, resemblance, List.of());
    }

    static Similarity of(Comparison comparison) {
        return new Similarity(
                comparison.relation(),
                comparison.confidence(),
                comparison.shared().resemblance(),
                comparison.contributions());
    }

    Similarity(StreamInput in) throws IOException {
        this(
                in.readOptionalEnum(Relation.class),
                in.readOptionalDouble(),
                in.readDouble(),
                ContributionFormat.read(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalEnum(relation);
        out.writeOptionalDouble(confidence);
        out.writeDouble(resemblance);
        ContributionFormat.write(contributions, out);
    }
}
