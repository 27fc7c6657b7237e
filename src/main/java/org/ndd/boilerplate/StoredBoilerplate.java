package org.ndd.boilerplate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;

/**
 * Boilerplate with information about its learning, and its form as a document. Hashes are written as 16 hexadecimal digits, because JSON
 * parsers may round integers of 64 bits.
 *
 * @param pages number of documents from which it was learned
 * @param learnedAt time at which it was learned, in milliseconds since the epoch; only for display
 */
public record StoredBoilerplate(SiteBoilerplate boilerplate, int pages, long learnedAt) implements ToXContentObject {

    /** Format of the stored hashes, levels and fingerprints; boilerplate of another format is rejected. */
    static final int FORMAT = 7;

    /** Format of fingerprints that can consist only of boilerplate; those of other schemes cannot. */
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

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(SITE, boilerplate.site());
        builder.field(FORMAT_FIELD, FORMAT);
        builder.field(VERSION, HexFormat.of().toHexDigits(boilerplate.version()));
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

    /** Parses a document, with or without the texts of lines; rejects one of another version of ndd, or that was changed manually. */
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

    /** The form of boilerplate in messages between nodes: for comparisons, without the displayed lines. */
    public static final class BoilerplateWire {

        private BoilerplateWire() {}

        public static SiteBoilerplate read(StreamInput in) throws IOException {
            String site = in.readString();
            Map<Level, long[]> hashes = new EnumMap<>(Level.class);
            for (Level level : Level.values()) {
                hashes.put(level, in.readLongArray());
            }
            return SiteBoilerplate.ofHashes(site, hashes::get, in.readLongArray());
        }

        public static void write(StreamOutput out, SiteBoilerplate boilerplate) throws IOException {
            out.writeString(boilerplate.site());
            for (Level level : Level.values()) {
                out.writeLongArray(boilerplate.hashes(level));
            }
            out.writeLongArray(boilerplate.fingerprints());
        }
    }
}
