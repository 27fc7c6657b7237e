package org.ndd.analyze;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.LocalResponse;
import org.ndd.core.text.Sentence;

/**
 * What ndd makes of one page: everything that the processor would write, and the sentences that the fingerprints came
 * from.
 */
public final class AnalyzePageResponse extends LocalResponse {

    private final String version;
    private final String text;
    private final boolean truncated;
    private final List<String> formats;
    private final String title;
    private final String site;
    private final String digest;
    private final int length;
    private final String sourceHash;
    private final List<SentenceView> sentences;
    private final List<String> fingerprints;

    /**
     * @param start position of the first code unit in the canonical text
     * @param end position after the last
     * @param text the sentence as it stands there
     * @param width width of its key: of its letters, marks and digits
     * @param digest MD5 of the UTF-8 of its key, base64url
     * @param eligible whether it is wide enough to take part in fingerprints
     */
    record SentenceView(int start, int end, String text, int width, String digest, boolean eligible) {}

    /**
     * @param page the analysis
     * @param sourceHash of the input
     * @param version format and parameters of its fingerprints
     * @param minSentence a sentence whose key is not wider than this is not eligible
     */
    public AnalyzePageResponse(PageAnalysis page, String sourceHash, String version, int minSentence) {
        this.version = version;
        this.text = page.text();
        this.truncated = page.canonicalText().truncated();
        this.formats = page.formats().stream().map(Format::value).toList();
        this.title = page.title().isEmpty() ? null : page.title();
        this.site = page.site();
        this.digest = page.digest();
        this.length = page.length();
        this.sourceHash = sourceHash;
        this.sentences = page.sentences().stream()
                .map(s -> view(page.text(), s, minSentence))
                .toList();
        this.fingerprints = page.fingerprintTerms();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("version", version);
        if (formats.size() == 1) {
            builder.field("format", formats.get(0));
        } else {
            builder.stringListField("format", formats);
        }
        builder.field("title", title);
        builder.field("site", site);
        builder.field("digest", digest);
        builder.field("source_hash", sourceHash);
        builder.field("length", length);
        builder.field("truncated", truncated);
        builder.field("text", text);
        builder.startArray("sentences");
        for (SentenceView sentence : sentences) {
            builder.startObject();
            builder.field("start", sentence.start());
            builder.field("end", sentence.end());
            builder.field("text", sentence.text());
            builder.field("width", sentence.width());
            builder.field("digest", sentence.digest());
            builder.field("eligible", sentence.eligible());
            builder.endObject();
        }
        builder.endArray();
        builder.stringListField("fingerprints", fingerprints);
        return builder.endObject();
    }

    public String version() {
        return version;
    }

    public List<String> fingerprints() {
        return fingerprints;
    }

    private static SentenceView view(String text, Sentence sentence, int minSentence) {
        byte[] key = sentence.key().getBytes(StandardCharsets.UTF_8);
        return new SentenceView(
                sentence.start(),
                sentence.end(),
                text.substring(sentence.start(), sentence.end()),
                sentence.keyWidth(),
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(MessageDigests.md5().digest(key)),
                sentence.keyWidth() > minSentence);
    }
}
