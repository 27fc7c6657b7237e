package org.ndd.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.text.Sentences.Sentence;

/**
 * Returns the result of the analysis of one page: all values that the processor would write, and the sentences from which the fingerprints
 * are computed.
 *
 * @param page result of the analysis
 * @param sourceHash hash of the input
 * @param version format and parameters of the fingerprints
 * @param minSentence maximum width of the key of a sentence that is too short for a fingerprint
 */
public record AnalyzePageResponse(PageAnalysis page, String sourceHash, String version, int minSentence)
        implements ToXContentObject {

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        List<String> formats = page.formats().stream().map(Format::value).toList();
        builder.startObject();
        builder.field("version", version);
        if (formats.size() == 1) {
            builder.field("format", formats.get(0));
        } else {
            builder.stringListField("format", formats);
        }
        builder.field("title", page.title().isEmpty() ? null : page.title());
        builder.field("site", page.site());
        builder.field("digest", page.digest());
        builder.field("source_hash", sourceHash);
        builder.field("length", page.length());
        builder.field("truncated", page.canonicalText().truncated());
        builder.field("text", page.text());
        builder.startArray("sentences");
        for (Sentence sentence : page.sentences()) {
            byte[] key = sentence.key().getBytes(StandardCharsets.UTF_8);
            builder.startObject();
            builder.field("start", sentence.start());
            builder.field("end", sentence.end());
            builder.field("text", page.text().substring(sentence.start(), sentence.end()));
            builder.field("width", sentence.keyWidth());
            builder.field(
                    "digest",
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(MessageDigests.md5().digest(key)));
            builder.field("eligible", sentence.keyWidth() > minSentence);
            builder.endObject();
        }
        builder.endArray();
        builder.stringListField("fingerprints", page.fingerprintTerms());
        return builder.endObject();
    }
}
