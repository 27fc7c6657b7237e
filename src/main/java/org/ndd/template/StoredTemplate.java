package org.ndd.template;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.SiteTemplate.Level;
import org.ndd.core.template.TemplateLine;

/**
 * A template with information about its learning, and its form as a document. Hashes are written as 16 hexadecimal digits, because JSON
 * readers round integers of 64 bits.
 *
 * @param template the template
 * @param pages pages it was learned from
 * @param learnedAt when, in milliseconds since the epoch; for people only
 */
public record StoredTemplate(SiteTemplate template, int pages, long learnedAt) implements Writeable, ToXContentObject {

    /** Meaning of the stored hashes, levels and fingerprints; a template of another format is refused. */
    static final int FORMAT = 3;

    /** Fingerprints of other schemes are not made of a template alone. */
    private static final char FORMAT_OF_FINGERPRINTS = FingerprintParameters.Scheme.PASSAGES.format();

    static final String FORMAT_FIELD = "format";
    static final String SITE = "site";
    static final String VERSION = "version";
    static final String PAGES = "pages";
    static final String LEARNED_AT = "learned_at";
    static final String LINES = "lines";
    static final String FINGERPRINTS = "fingerprints";
    private static final String HASH = "hash";
    private static final String LEVEL = "level";
    private static final String TEXT = "text";

    public StoredTemplate(StreamInput in) throws IOException {
        this(
                new SiteTemplate(
                        in.readString(),
                        in.readCollectionAsImmutableList(StoredTemplate::readLine),
                        in.readLongArray()),
                in.readVInt(),
                in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(template.site());
        out.writeCollection(template.lines(), (o, line) -> {
            o.writeLong(line.hash());
            o.writeEnum(line.level());
            o.writeVInt(line.pages());
            o.writeString(line.text());
        });
        out.writeLongArray(template.fingerprints());
        out.writeVInt(pages);
        out.writeVLong(learnedAt);
    }

    private static TemplateLine readLine(StreamInput in) throws IOException {
        return new TemplateLine(in.readLong(), in.readEnum(Level.class), in.readVInt(), in.readString());
    }

    /** The template's version as it is stored and shown. */
    static String version(SiteTemplate template) {
        return HexFormat.of().toHexDigits(template.version());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(SITE, template.site());
        builder.field(FORMAT_FIELD, FORMAT);
        builder.field(VERSION, version(template));
        builder.field(LEARNED_AT, learnedAt);
        builder.field(PAGES, pages);
        builder.startArray(LINES);
        for (TemplateLine line : template.lines()) {
            builder.startObject();
            builder.field(HASH, HexFormat.of().toHexDigits(line.hash()));
            builder.field(LEVEL, line.level().name().toLowerCase(Locale.ROOT));
            builder.field(PAGES, line.pages());
            builder.field(TEXT, line.text());
            builder.endObject();
        }
        builder.endArray();
        builder.startArray(FINGERPRINTS);
        for (long fingerprint : template.fingerprints()) {
            builder.value(FingerprintTerms.encode(FORMAT_OF_FINGERPRINTS, fingerprint));
        }
        builder.endArray();
        return builder.endObject();
    }

    /**
     * Reads a document that {@link #toXContent} wrote.
     *
     * @throws IllegalStateException if another version of ndd wrote it, or it was changed by hand
     */
    static StoredTemplate fromSource(Map<String, Object> source) {
        if (Integer.valueOf(FORMAT).equals(source.get(FORMAT_FIELD)) == false) {
            throw new IllegalStateException("site template must be of format [" + FORMAT + "], but was ["
                    + source.get(FORMAT_FIELD) + "]: learn the templates of this index again");
        }
        try {
            List<TemplateLine> lines = new ArrayList<>();
            for (Object line : (List<?>) source.get(LINES)) {
                lines.add(line((Map<?, ?>) line));
            }
            long[] fingerprints = ((List<?>) source.get(FINGERPRINTS))
                    .stream()
                            .mapToLong(term -> FingerprintTerms.decode((String) term))
                            .toArray();
            SiteTemplate template = new SiteTemplate((String) source.get(SITE), lines, fingerprints);
            return new StoredTemplate(
                    template, ((Number) source.get(PAGES)).intValue(), ((Number) source.get(LEARNED_AT)).longValue());
        } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw new IllegalStateException("site template is damaged: learn the templates of this index again", e);
        }
    }

    private static TemplateLine line(Map<?, ?> line) {
        return new TemplateLine(
                HexFormat.fromHexDigitsToLong((String) line.get(HASH)),
                Level.valueOf(((String) line.get(LEVEL)).toUpperCase(Locale.ROOT)),
                ((Number) line.get(PAGES)).intValue(),
                (String) line.get(TEXT));
    }
}
