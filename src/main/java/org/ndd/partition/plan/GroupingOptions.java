package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRules;

/**
 * The rules by which a run groups documents.
 *
 * @param similarity criteria for near-duplicates
 * @param candidates how candidates are found
 * @param canonicals rules for canonical documents
 * @param mustAgree fields whose values keep documents apart
 * @param redirects fields that hold the redirects of documents
 */
public record GroupingOptions(
        SimilarityParameters similarity,
        CandidateParameters candidates,
        CanonicalRules canonicals,
        MustAgree mustAgree,
        RedirectFields redirects)
        implements Writeable, ToXContentFragment {

    GroupingOptions(StreamInput in) throws IOException {
        this(
                SimilarityOptions.readFrom(in),
                CandidateOptions.readFrom(in),
                CanonicalOptions.readFrom(in),
                new MustAgree(in),
                new RedirectFields(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        SimilarityOptions.writeTo(similarity, out);
        CandidateOptions.writeTo(candidates, out);
        CanonicalOptions.writeTo(canonicals, out);
        mustAgree.writeTo(out);
        redirects.writeTo(out);
    }

    /** Whether documents are grouped by the sets of their fingerprints alone. */
    boolean isOfSets() {
        return candidates.mode() == CandidateParameters.Mode.SETS;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        SimilarityOptions.toXContent(similarity, builder);
        builder.startObject("candidates");
        CandidateOptions.toXContent(candidates, builder);
        builder.endObject();
        CanonicalOptions.toXContent(canonicals, builder);
        builder.stringListField(MustAgree.PARAMETER.getPreferredName(), mustAgree.fields());
        if (redirects.isEmpty() == false) {
            builder.field(RedirectFields.FIELD.getPreferredName(), redirects.field());
            builder.field(RedirectFields.URL.getPreferredName(), redirects.url());
        }
        return builder;
    }
}
