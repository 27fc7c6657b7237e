package org.ndd.pair;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.compare.PageText;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.Rank;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.text.Sentences;

/**
 * A page with all that comparing it needs: a document, or a page that was given whole and analysed. Its fingerprints
 * are made from its text when they are first asked for, because few comparisons need them and an index cannot give them
 * back document by document. Safe for use by several threads; nothing that is seen ever changes.
 */
public final class ComparablePage {

    private static final Comparator<ComparablePage> BY_ID =
            Comparator.comparing((ComparablePage page) -> Rank.of(page.id)).thenComparing(page -> page.place.index());

    /** The longer first, then the bytewise smaller. */
    private static final Comparator<ComparablePage> BY_TEXT = Comparator.comparing(
                    (ComparablePage page) -> page.text,
                    Comparator.comparingInt(String::length).reversed())
            .thenComparing(page -> page.text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final IndexedSite place;
    private final String id;
    private final String text;
    private final String version;
    private final SiteTemplate template;
    private volatile Set<String> fingerprints;

    /**
     * A page whose template is not known yet.
     *
     * @param place its site, and the index that knows the template of it
     * @param id id of the document, or null for a page that was given whole; a document has an index
     * @param text canonical text
     * @param version format and parameters of its fingerprints
     */
    public ComparablePage(IndexedSite place, String id, String text, String version) {
        this(place, id, text, version, null, null);
    }

    private ComparablePage(
            IndexedSite place, String id, String text, String version, SiteTemplate template, Set<String> known) {
        if (id != null && place.index() == null) {
            throw new IllegalArgumentException("[index] must be given for a document, but was [null]");
        }
        this.place = place;
        this.id = id;
        this.text = Objects.requireNonNull(text);
        this.version = Objects.requireNonNull(version);
        this.template = template;
        this.fingerprints = known;
    }

    /**
     * The same page with the template of its site.
     *
     * @param known the template, or null where none is known
     */
    public ComparablePage with(SiteTemplate known) {
        return new ComparablePage(place, id, text, version, known, fingerprints);
    }

    /** Its site, and the index that knows the template of it. */
    public IndexedSite place() {
        return place;
    }

    /** Id of the document, or null for a page that was given whole. */
    public String id() {
        return id;
    }

    /** Canonical text. */
    public String text() {
        return text;
    }

    /** Format and parameters of its fingerprints. */
    public String version() {
        return version;
    }

    /** Template of its site, or null where none is known. */
    public SiteTemplate template() {
        return template;
    }

    /**
     * Its different fingerprints, as the index holds them. Linear in the text the first time.
     *
     * @throws IllegalArgumentException where this ndd does not know the version
     */
    public Set<String> fingerprints() {
        Set<String> known = fingerprints;
        if (known == null) {
            FingerprintParameters parameters = FingerprintOptions.fromVersion(version);
            char format = parameters.scheme().format();
            Set<String> terms = new HashSet<>();
            for (long fingerprint : new Fingerprinter(parameters).fingerprints(Sentences.split(text))) {
                terms.add(FingerprintTerms.encode(format, fingerprint));
            }
            known = Set.copyOf(terms);
            fingerprints = known;
        }
        return known;
    }

    /** How many fingerprints are in both, or null where they are of different versions, so that nobody can tell. */
    public Integer sharedFingerprints(ComparablePage other) {
        if (version.equals(other.version) == false) {
            return null;
        }
        Set<String> shared = new HashSet<>(fingerprints());
        shared.retainAll(other.fingerprints());
        return shared.size();
    }

    /**
     * Whether this page is above the other in rank, or equal to it: documents by the rank that partition gives them,
     * pages that were given whole by their texts. So the outcome of a comparison does not depend on who asks.
     */
    boolean isAbove(ComparablePage other) {
        Comparator<ComparablePage> order = id == null || other.id == null ? BY_TEXT : BY_ID;
        return order.compare(this, other) <= 0;
    }

    /** The page as the comparison takes it. */
    PageText pageText() {
        return new PageText(text, place.site(), template);
    }
}
