package org.ndd.pair;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.CachedSupplier;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.Rank;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.Site;

/**
 * A page with all data for its comparison: a document, or a page that was given whole and analyzed. Its fingerprints are computed from its
 * text on first use, because few comparisons need them and an index cannot return them per document. Safe for use by several threads; its
 * visible state never changes.
 */
public final class ComparablePage implements Writeable {

    private static final Comparator<ComparablePage> BY_ID =
            Comparator.comparing((ComparablePage page) -> Rank.of(page.id())).thenComparing(page -> page.place.index());

    /** The longer first, then the bytewise smaller. */
    private static final Comparator<ComparablePage> BY_TEXT = Comparator.comparing(
                    (ComparablePage page) -> page.content.text,
                    Comparator.comparingInt(String::length).reversed())
            .thenComparing(page -> page.content.text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final IndexedSite place;
    private final Supplier<String> id;
    /** Shared by all copies of the page that have the same text and version. */
    private final Content content;

    private final SiteBoilerplate boilerplate;
    private final MustAgreeKeys apart;
    private final PreparedPage prepared;

    private volatile Set<String> ownFingerprints;

    /** The text, and data that is computed from it on first use. */
    private static final class Content {

        private final String text;
        private final String title;
        private final String version;
        private volatile Set<String> fingerprints;
        private volatile Digest digest;

        private Content(String text, String title, String version) {
            this.text = Objects.requireNonNull(text);
            this.title = Objects.requireNonNull(title);
            this.version = Objects.requireNonNull(version);
        }

        private Content(StreamInput in) throws IOException {
            this(in.readString(), in.readString(), in.readString());
            List<String> known = in.readOptionalStringCollectionAsList();
            this.fingerprints = known == null ? null : Set.copyOf(known);
            this.digest = in.readBoolean() ? new Digest(in.readOptionalString()) : null;
        }

        private void writeTo(StreamOutput out) throws IOException {
            out.writeString(text);
            out.writeString(title);
            out.writeString(version);
            out.writeOptionalStringCollection(fingerprints);
            Digest known = digest;
            out.writeBoolean(known != null);
            if (known != null) {
                out.writeOptionalString(known.value());
            }
        }

        /** The same text with other fingerprints; {@code null} to make them on first use. */
        private Content with(String otherVersion, Set<String> known) {
            Content other = new Content(text, title, otherVersion);
            other.fingerprints = known;
            other.digest = digest;
            return other;
        }
    }

    /** @param value null for a text without letters and digits */
    private record Digest(String value) {}

    /**
     * A page whose boilerplate is not known yet.
     *
     * @param place its site, and the index that knows the boilerplate of it
     * @param id id of the document, or null for a page that was given whole; a document has an index
     * @param text canonical text
     * @param title as people read it; empty if none is known
     * @param version format and parameters of its fingerprints
     */
    public ComparablePage(IndexedSite place, String id, String text, String title, String version) {
        this(place, known(id), new Content(text, title, version), null, MustAgreeKeys.NONE);
        if (id != null && place.index() == null) {
            throw new IllegalArgumentException("[index] must be given for a document, but was [null]");
        }
    }

    /**
     * A document whose id is read on first use, which few comparisons need. It belongs to one thread, and to those that may read the id.
     *
     * @param id gives the id of the document; called once at most
     */
    static ComparablePage withLazyId(
            IndexedSite place, Supplier<String> id, String text, String title, String version) {
        return new ComparablePage(
                place, CachedSupplier.wrap(id), new Content(text, title, version), null, MustAgreeKeys.NONE);
    }

    private ComparablePage(
            IndexedSite place, Supplier<String> id, Content content, SiteBoilerplate boilerplate, MustAgreeKeys apart) {
        this.place = place;
        this.id = id;
        this.content = content;
        this.boilerplate = boilerplate;
        this.apart = apart;
        this.prepared = new PreparedPage(new PageText(
                content.text,
                content.title,
                Site.withoutSection(place.site()),
                boilerplate,
                FingerprintParameters.isOfNoise(content.version)));
    }

    private ComparablePage(ComparablePage page, PreparedPage prepared) {
        this.place = page.place;
        this.id = page.id;
        this.content = page.content;
        this.boilerplate = page.boilerplate;
        this.apart = page.apart;
        this.prepared = prepared;
        this.ownFingerprints = page.ownFingerprints;
    }

    public ComparablePage(StreamInput in) throws IOException {
        this(
                new IndexedSite(in.readOptionalString(), in.readOptionalString()),
                known(in.readOptionalString()),
                new Content(in),
                null,
                MustAgreeKeys.of(in.readLongArray()));
    }

    private static Supplier<String> known(String id) {
        return () -> id;
    }

    /** Without its boilerplate, which each node has. */
    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(place.index());
        out.writeOptionalString(place.site());
        out.writeOptionalString(id());
        content.writeTo(out);
        out.writeLongArray(apart.toArray());
    }

    /**
     * The same page with the boilerplate of its site.
     *
     * @param known the boilerplate, or null if none is known
     */
    public ComparablePage with(SiteBoilerplate known) {
        return new ComparablePage(place, id, content, known, apart);
    }

    /** The same page with the boilerplate of its site, as a search has it in memory. */
    public ComparablePage withBoilerplate(LoadedBoilerplate boilerplate) {
        return with(boilerplate.of(place.index(), place.site()));
    }

    /** The same page with what keeps it apart from others. */
    public ComparablePage withApart(MustAgreeKeys keys) {
        return new ComparablePage(place, id, content, boilerplate, keys);
    }

    /**
     * The same page, which was given whole, as an index compares it with its documents: there its site may have other boilerplate, which is
     * not known yet.
     *
     * @param index concrete one
     * @param version of its fingerprints there
     */
    public ComparablePage in(String index, String version) {
        Content there = version.equals(content.version) ? content : content.with(version, null);
        return new ComparablePage(new IndexedSite(index, place.site()), id, there, null, apart);
    }

    /** What keeps it apart from others, as far as that was looked at. */
    public MustAgreeKeys apart() {
        return apart;
    }

    /**
     * The same page, for callers that know its fingerprints: spares making them again.
     *
     * @param known as {@link #fingerprints} gives them
     */
    public ComparablePage withFingerprints(Collection<String> known) {
        return new ComparablePage(place, id, content.with(content.version, Set.copyOf(known)), boilerplate, apart);
    }

    /** Its site, and the index that knows the boilerplate of it. */
    public IndexedSite place() {
        return place;
    }

    /** Id of the document, or null for a page that was given whole. */
    public String id() {
        return id.get();
    }

    /** Canonical text. */
    public String text() {
        return content.text;
    }

    /** Title as people read it; empty if none is known. */
    public String title() {
        return content.title;
    }

    /** Format and parameters of its fingerprints. */
    public String version() {
        return content.version;
    }

    /** Boilerplate of its site, or null if none is known. */
    public SiteBoilerplate boilerplate() {
        return boilerplate;
    }

    /**
     * Its different fingerprints, as the index holds them. Linear in the text the first time.
     *
     * @throws IllegalArgumentException where this ndd does not know the version
     */
    public Set<String> fingerprints() {
        Set<String> known = content.fingerprints;
        if (known == null) {
            FingerprintParameters parameters = FingerprintOptions.fromVersion(content.version);
            char format = parameters.scheme().format();
            Set<String> terms = new HashSet<>();
            for (long fingerprint : fingerprints(parameters)) {
                terms.add(FingerprintTerms.encode(format, fingerprint));
            }
            known = Set.copyOf(terms);
            content.fingerprints = known;
        }
        return known;
    }

    /** The same as numbers. Linear in the text each time. */
    public long[] fingerprintNumbers() {
        return fingerprints(FingerprintOptions.fromVersion(content.version));
    }

    private long[] fingerprints(FingerprintParameters parameters) {
        return new Fingerprinter(parameters).fingerprints(Sentences.forFingerprints(content.text));
    }

    /** The digest by which equal documents are found; null for a text without letters and digits. Linear in the text the first time. */
    public String digest() {
        Digest known = content.digest;
        if (known == null) {
            known = new Digest(ContentDigest.of(content.text, content.title, place.site()));
            content.digest = known;
        }
        return known.value();
    }

    /**
     * The same page, of which all that leads to candidates is made: copies of it, also those on other nodes, have it. Linear in the text
     * once.
     */
    public ComparablePage derived() {
        fingerprints();
        digest();
        return this;
    }

    /** Those of its fingerprints that are not made of its site's boilerplate alone: they lead to candidates. */
    public Set<String> ownFingerprints() {
        Set<String> own = ownFingerprints;
        if (own == null) {
            own = boilerplate == null || boilerplate.hasFingerprints() == false
                    ? fingerprints()
                    : fingerprints().stream()
                            .filter(term -> boilerplate.hasFingerprint(FingerprintTerms.decode(term)) == false)
                            .collect(Collectors.toUnmodifiableSet());
            ownFingerprints = own;
        }
        return own;
    }

    /** Number of own fingerprints that are in both, or null if they are of different versions, so that the number is not known. */
    public Integer sharedFingerprints(ComparablePage other) {
        if (content.version.equals(other.content.version) == false) {
            return null;
        }
        Set<String> others = other.ownFingerprints();
        int shared = 0;
        for (String own : ownFingerprints()) {
            shared += others.contains(own) ? 1 : 0;
        }
        return shared;
    }

    /**
     * Whether one of two pages leads to the other: they share a fingerprint in addition to those of their boilerplate, as far as is known,
     * or their texts are equal.
     */
    public boolean isCandidateOf(ComparablePage other) {
        return Objects.equals(sharedFingerprints(other), 0) == false || text().equals(other.text());
    }

    /**
     * Whether this page is above the other in rank, or equal to it: documents by the rank that partition gives them, pages that were given
     * whole by their texts. So the outcome of a comparison does not depend on the caller.
     */
    boolean isAbove(ComparablePage other) {
        Comparator<ComparablePage> order = other.id() == null || id() == null ? BY_TEXT : BY_ID;
        return order.compare(this, other) <= 0;
    }

    /**
     * The same page for a series of comparisons with others, see {@link PreparedPage#hubOf}. It belongs to one thread.
     *
     * @param comparisons how many there will be at most
     */
    public ComparablePage hubOf(long comparisons) {
        return new ComparablePage(this, prepared.hubOf(comparisons));
    }

    /** The page as the comparison takes it. */
    PreparedPage prepared() {
        return prepared;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ComparablePage that
                && place.equals(that.place)
                && Objects.equals(id(), that.id())
                && text().equals(that.text())
                && title().equals(that.title())
                && version().equals(that.version())
                && Objects.equals(boilerplate, that.boilerplate)
                && apart.equals(that.apart);
    }

    @Override
    public int hashCode() {
        return Objects.hash(place, id(), text(), title(), version(), boilerplate, apart);
    }
}
