package org.ndd.job.update;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.ndd.config.DocumentFields;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Rank;
import org.ndd.core.partition.DocumentContent;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.groups.ComparedDocument;
import org.ndd.pair.CandidateReader;
import org.ndd.pair.CandidateReader.CanonicalFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.HitRequest;
import org.ndd.partition.plan.CanonicalOptions;

/** Requests the values of hits that rules for the canonical document compare, in a search of a checkpoint. */
public final class CandidateRequest extends HitRequest {

    public static final String NAME = "near_dup_candidate";

    private final DocumentFields fields;
    private final CanonicalRules canonicals;

    CandidateRequest(DocumentFields fields, CanonicalRules canonicals) {
        super(NAME, fields, canonicals);
        this.fields = fields;
        this.canonicals = canonicals;
    }

    public CandidateRequest(StreamInput in) throws IOException {
        this(new DocumentFields(in.readString()), CanonicalOptions.readFrom(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(fields.parent());
        CanonicalOptions.writeTo(canonicals, out);
    }

    @Override
    protected ShardReader reader(FetchContext shard) {
        CanonicalFields values = CanonicalFields.of(canonicals, shard.getSearchExecutionContext());
        return leaf -> {
            CandidateReader reader = new CandidateReader(leaf.reader(), fields, values);
            return hit -> {
                String id = hit.hit().getId();
                CanonicalCandidate candidate = reader.read(hit.docId(), id, Rank.of(id));
                List<Object> found = new ArrayList<>();
                found.add(candidate.length());
                found.add(candidate.url());
                found.addAll(candidate.fields());
                return found;
            };
        };
    }

    static CanonicalCandidate candidate(SearchHit hit) {
        List<Object> values = hit.field(NAME).getValues();
        Double[] fields = values.stream().skip(2).map(value -> (Double) value).toArray(Double[]::new);
        return new CanonicalCandidate(
                hit.getId(),
                Rank.of(hit.getId()),
                ((Number) values.get(0)).longValue(),
                (String) values.get(1),
                Arrays.asList(fields));
    }

    /**
     * A document of the source, with all values that determine its group.
     *
     * @param compared version of the document that was read
     * @param page text of the document, and its keys of {@code must_agree}
     * @param candidate values that rules for the canonical document compare
     */
    record SourceDocument(ComparedDocument compared, ComparablePage page, CanonicalCandidate candidate) {

        /** Returns the document in the form for a partition. Linear in the text, whose fingerprints are computed again. */
        PartitionDocument prepared() {
            return new PartitionDocument(
                    page.place().index(),
                    page.id(),
                    page.place().site(),
                    candidate.url(),
                    new DocumentContent(
                            page::text,
                            page.title(),
                            Math.toIntExact(candidate.length()),
                            page.digest(),
                            page.fingerprintNumbers(),
                            FingerprintParameters.isOfNoise(page.version())),
                    candidate.fields(),
                    page.mustAgreeKeys());
        }
    }
}
