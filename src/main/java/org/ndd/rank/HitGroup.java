package org.ndd.rank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.group.DecidedBy;
import org.ndd.pair.ContributionFormat;

/**
 * A hit and the hits that it represents.
 *
 * @param compared whether it could be compared with other hits: it has fingerprints, and its text was within the bounds
 * @param similar the hits that it represents, best first, without itself
 */
record HitGroup(boolean compared, List<SimilarHit> similar) implements Writeable {

    HitGroup {
        similar = List.copyOf(similar);
    }

    HitGroup(StreamInput in) throws IOException {
        this(in.readBoolean(), in.readCollectionAsList(SimilarHit::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(compared);
        out.writeCollection(similar);
    }

    /**
     * Returns the group as it is shown in the hit.
     *
     * @param explain whether to show the contribution of each signal
     */
    Map<String, Object> asField(boolean explain) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("count", 1 + similar.size());
        if (compared == false) {
            field.put("compared", false);
        }
        if (similar.isEmpty() == false) {
            field.put(
                    "similar",
                    similar.stream().map(hit -> asField(hit, explain)).toList());
        }
        return field;
    }

    private static Map<String, Object> asField(SimilarHit hit, boolean explain) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("_index", hit.index());
        field.put("_id", hit.id());
        if (hit.decided() != null) {
            field.put(DecidedBy.NAME, hit.decided().fields());
        }
        Similarity similarity = hit.similarity();
        if (similarity != null) {
            if (similarity.relation() != null) {
                field.put("relation", similarity.relation().value());
            }
            if (similarity.confidence() != null) {
                field.put("confidence", similarity.confidence());
            }
            field.put("resemblance", similarity.resemblance());
            if (explain && similarity.contributions().isEmpty() == false) {
                field.put("contributions", ContributionFormat.asMaps(similarity.contributions()));
            }
        }
        return field;
    }
}
