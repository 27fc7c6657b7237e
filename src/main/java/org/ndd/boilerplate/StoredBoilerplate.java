package org.ndd.boilerplate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.boilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;

/**
 * Boilerplate with information about its learning, and its form as a document. Hashes are written as 16 hexadecimal digits, because JSON
 * readers round integers of 64 bits.
 *
 * @param boilerplate the boilerplate
 * @param pages pages it was learned from
 * @param learnedAt when, in milliseconds since the epoch; for people only
 */
public record StoredBoilerplate(SiteBoilerplate boilerplate, int pages, long learnedAt) implements ToXContentObject {

    /** Meaning of the stored hashes, levels and fingerprints; boilerplate of another format is refused. */
    static final int FORMAT = 4;

    /** Fingerprints of other schemes are not made of boilerplate alone. */
    private static final char FINGERPRINT_FORMAT = FingerprintParameters.Scheme.PASSAGES.format();

    static final String FORMAT_FIELD = "format";
    static final String SITE = "site";
    static final String VERSION = "version";
    static final String PAGES = "pages";
    static final String LEARNED_AT = "learned_at";
    static final String LINES = "lines";
    static final String TEXT = "text";
    static final String FINGERPRINTS = "fingerprints";
    private static final String HASH = "hash";
    private static final String LEVEL = "level";

    /** The boilerplate's version as it is stored and shown. */
    static String version(SiteBoilerplate boilerplate) {
        return HexFormat.of().toHexDigits(boilerplate.version());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(SITE, boilerplate.site());
        builder.field(FORMAT_FIELD, FORMAT);
        builder.field(VERSION, version(boilerplate));
        builder.field(LEARNED_AT, learnedAt);
        builder.field(PAGES, pages);
        builder.startArray(LINES);
        for (BoilerplateLine line : boilerplate.lines()) {
            builder.startObject();
            builder.field(HASH, HexFormat.of().toHexDigits(line.hash()));
            builder.field(LEVEL, line.level().name().toLowerCase(Locale.ROOT));
            builder.field(PAGES, line.pages());
            builder.field(TEXT, line.text());
            builder.endObject();
        }
        builder.endArray();
        builder.startArray(FINGERPRINTS);
        for (long fingerprint : boilerplate.fingerprints()) {
            builder.value(FingerprintTerms.encode(FINGERPRINT_FORMAT, fingerprint));
        }
        builder.endArray();
        return builder.endObject();
    }

    /**
     * Reads a document that {@link #toXContent} wrote, with or without the texts of lines.
     *
     * @throws IllegalStateException if another version of ndd wrote it, or it was changed by hand
     */
    static StoredBoilerplate fromSource(Map<String, Object> source) {
        if (Integer.valueOf(FORMAT).equals(source.get(FORMAT_FIELD)) == false) {
            throw new IllegalStateException("boilerplate must be of format [" + FORMAT + "], but was ["
                    + source.get(FORMAT_FIELD) + "]: learn the boilerplate of this index again");
        }
        try {
            List<BoilerplateLine> lines = new ArrayList<>();
            for (Object line : (List<?>) source.get(LINES)) {
                lines.add(line((Map<?, ?>) line));
            }
            long[] fingerprints = ((List<?>) source.get(FINGERPRINTS))
                    .stream()
                            .mapToLong(term -> FingerprintTerms.decode((String) term))
                            .toArray();
            SiteBoilerplate boilerplate = new SiteBoilerplate((String) source.get(SITE), lines, fingerprints);
            return new StoredBoilerplate(
                    boilerplate,
                    ((Number) source.get(PAGES)).intValue(),
                    ((Number) source.get(LEARNED_AT)).longValue());
        } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw new IllegalStateException("boilerplate is damaged: learn the boilerplate of this index again", e);
        }
    }

    private static BoilerplateLine line(Map<?, ?> line) {
        return new BoilerplateLine(
                HexFormat.fromHexDigitsToLong((String) line.get(HASH)),
                Level.valueOf(((String) line.get(LEVEL)).toUpperCase(Locale.ROOT)),
                ((Number) line.get(PAGES)).intValue(),
                line.containsKey(TEXT) ? (String) line.get(TEXT) : "");
    }
}
