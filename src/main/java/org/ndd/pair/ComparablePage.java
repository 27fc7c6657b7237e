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
 * A page with all data for its comparison: a document, or analyzed content of a request. Its fingerprints are computed from its text on
 * first use, because few comparisons need them and an index cannot return them per document. Thread-safe; its visible state is immutable.
 */
public final class ComparablePage implements Writeable {

    private static final Comparator<ComparablePage> BY_ID =
            Comparator.comparing((ComparablePage page) -> Rank.of(page.id())).thenComparing(page -> page.place.index());

    /** Longer texts first, then in the order of their bytes. */
    private static final Comparator<ComparablePage> BY_TEXT = Comparator.comparing(
                    (ComparablePage page) -> page.content.text,
                    Comparator.comparingInt(String::length).reversed())
            .thenComparing(page -> page.content.text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final IndexedSite place;
    private final Supplier<String> id;
    /** Shared by all copies of the page with the same text and version. */
    private final Content content;

    private final SiteBoilerplate boilerplate;
    private final MustAgreeKeys mustAgreeKeys;
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

        /** Returns the same text with other fingerprints; {@code null} to compute them on first use. */
        private Content with(String otherVersion, Set<String> known) {
            Content other = new Content(text, title, otherVersion);
            other.fingerprints = known;
            other.digest = digest;
            return other;
        }
    }

    /**
     * The digest, which may be null.
     *
     * @param value null for a text without letters and digits
     */
    private record Digest(String value) {}

    /**
     * @param place site of the page, and the index whose boilerplate applies to it
     * @param id id of the document, or null for content of a request; a document has an index
     * @param text canonical text
     * @param title title for display; empty if unknown
     * @param version format and parameters of its fingerprints
     */
    public ComparablePage(IndexedSite place, String id, String text, String title, String version) {
        this(place, known(id), new Content(text, title, version), null, MustAgreeKeys.NONE);
        if (id != null && place.index() == null) {
            throw new IllegalArgumentException("[index] must be given for a document, but was missing");
        }
    }

    /**
     * Creates a document whose id is read on first use, because few comparisons need it. Used only by threads that may read the id.
     *
     * @param id returns the id of the document; called at most once
     */
    static ComparablePage withLazyId(
            IndexedSite place, Supplier<String> id, String text, String title, String version) {
        return new ComparablePage(
                place, CachedSupplier.wrap(id), new Content(text, title, version), null, MustAgreeKeys.NONE);
    }

    private ComparablePage(
            IndexedSite place,
            Supplier<String> id,
            Content content,
            SiteBoilerplate boilerplate,
            MustAgreeKeys mustAgreeKeys) {
        this.place = place;
        this.id = id;
        this.content = content;
        this.boilerplate = boilerplate;
        this.mustAgreeKeys = mustAgreeKeys;
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
        this.mustAgreeKeys = page.mustAgreeKeys;
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

    /** Writes the page without its boilerplate, which each node has. */
    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(place.index());
        out.writeOptionalString(place.site());
        out.writeOptionalString(id());
        content.writeTo(out);
        out.writeLongArray(mustAgreeKeys.toArray());
    }

    /**
     * Returns the same page with the boilerplate of its site.
     *
     * @param known the boilerplate, or null if unknown
     */
    public ComparablePage with(SiteBoilerplate known) {
        return new ComparablePage(place, id, content, known, mustAgreeKeys);
    }

    /** Returns the same page with the boilerplate of its site, from the boilerplate of a request. */
    public ComparablePage withBoilerplate(LoadedBoilerplate boilerplate) {
        return with(boilerplate.of(place.index(), place.site()));
    }

    public ComparablePage withMustAgreeKeys(MustAgreeKeys keys) {
        return new ComparablePage(place, id, content, boilerplate, keys);
    }

    /**
     * Returns the same content as a page of an index, to compare it with documents of the index. The index may have other boilerplate for
     * its site, so the page has no boilerplate yet.
     *
     * @param index concrete index
     * @param version version of the fingerprints in the index
     */
    public ComparablePage in(String index, String version) {
        Content newContent = version.equals(content.version) ? content : content.with(version, null);
        return new ComparablePage(new IndexedSite(index, place.site()), id, newContent, null, mustAgreeKeys);
    }

    public MustAgreeKeys mustAgreeKeys() {
        return mustAgreeKeys;
    }

    /**
     * Returns the same page with its known fingerprints, so that they are not computed again.
     *
     * @param known fingerprints as {@link #fingerprints} returns them
     */
    public ComparablePage withFingerprints(Collection<String> known) {
        return new ComparablePage(
                place, id, content.with(content.version, Set.copyOf(known)), boilerplate, mustAgreeKeys);
    }

    /** Returns its site, and the index whose boilerplate applies to it. */
    public IndexedSite place() {
        return place;
    }

    /** Returns the id of the document, or null for content of a request. */
    public String id() {
        return id.get();
    }

    public String text() {
        return content.text;
    }

    /** Returns the title for display; empty if unknown. */
    public String title() {
        return content.title;
    }

    /** Returns the format and parameters of its fingerprints. */
    public String version() {
        return content.version;
    }

    /** Returns the boilerplate of its site, or null if unknown. */
    public SiteBoilerplate boilerplate() {
        return boilerplate;
    }

    /**
     * Returns its distinct fingerprints, as they are indexed. The first call takes time linear in the text.
     *
     * @throws IllegalArgumentException if this version of ndd does not support the version of the fingerprints
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

    /** Returns its fingerprints as numbers. Linear in the text. */
    public long[] fingerprintNumbers() {
        return fingerprints(FingerprintOptions.fromVersion(content.version));
    }

    private long[] fingerprints(FingerprintParameters parameters) {
        return new Fingerprinter(parameters).fingerprints(Sentences.forFingerprints(content.text));
    }

    /**
     * Returns the digest by which equal documents are found; null for a text without letters and digits. The first call takes time linear
     * in the text.
     */
    public String digest() {
        Digest known = content.digest;
        if (known == null) {
            known = new Digest(ContentDigest.of(content.text, content.title, place.site()));
            content.digest = known;
        }
        return known.value();
    }

    /**
     * Computes all data by which candidates are found, and returns this page. Copies of it, also on other nodes, have the data. Linear in
     * the text once.
     */
    public ComparablePage computeDerived() {
        fingerprints();
        digest();
        return this;
    }

    /** Returns the fingerprints by which candidates are found: those that are not made only of boilerplate of its site. */
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

    /** Returns the number of own fingerprints in both pages; null if their versions differ, so that the number is unknown. */
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
     * Returns whether one of two pages is a candidate of the other. Candidates share a fingerprint that is not of known boilerplate, or
     * have equal texts.
     */
    public boolean isCandidateOf(ComparablePage other) {
        return Objects.equals(sharedFingerprints(other), 0) == false || text().equals(other.text());
    }

    /**
     * Returns whether this page is above the other in rank, or equal to it. Documents are in the rank order of a run, content of a request
     * is ordered by text. So the result of a comparison does not depend on the caller.
     */
    boolean isAbove(ComparablePage other) {
        Comparator<ComparablePage> order = other.id() == null || id() == null ? BY_TEXT : BY_ID;
        return order.compare(this, other) <= 0;
    }

    /**
     * Returns the same page for a series of comparisons with others, see {@link PreparedPage#asPivot}. Used by one thread.
     *
     * @param comparisons maximum number of comparisons
     */
    public ComparablePage asPivot(long comparisons) {
        return new ComparablePage(this, prepared.asPivot(comparisons));
    }

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
                && mustAgreeKeys.equals(that.mustAgreeKeys);
    }

    @Override
    public int hashCode() {
        return Objects.hash(place, id(), text(), title(), version(), boilerplate, mustAgreeKeys);
    }
}
