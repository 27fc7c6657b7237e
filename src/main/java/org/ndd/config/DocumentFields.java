package org.ndd.config;

/**
 * Names of the fields that the processor writes under its target field and that everything else reads.
 *
 * @param parent the target field, such as {@code ndd}; may hold dots
 */
public record DocumentFields(String parent) {

    /** The default target field. */
    public static final String DEFAULT_PARENT = "ndd";

    /** Mapping type of {@link #TEXT}. */
    public static final String TEXT_TYPE = "near_dup_text";

    /** Fingerprint terms: array of keywords, without doc values. */
    public static final String FINGERPRINTS = "fingerprints";
    /** Digest of the canonical text: keyword; missing for a text without letters and digits. */
    public static final String DIGEST = "digest";
    /** Canonical text: {@code near_dup_text}. */
    public static final String TEXT = "text";
    /** The format in which the input was read: keyword, {@code html} or {@code text}. */
    public static final String FORMAT = "format";
    /** Title of the page. */
    public static final String TITLE = "title";
    /** Host of the URL, and the section: keyword; missing if neither is known. */
    public static final String SITE = "site";
    /** Names of the families whose boilerplate the document has: array of keywords, without doc values. */
    public static final String FAMILIES = "families";
    /** The URL itself, for canonical document rules. */
    public static final String URL = "url";
    /** UTF-8 bytes of the canonical text. */
    public static final String LENGTH = "length";
    /** Sentences in the canonical text. */
    public static final String SENTENCES = "sentences";
    /** Digest of the input, to see whether the input changed without the processor. */
    public static final String SOURCE_HASH = "source_hash";
    /** Name of the input field that {@link #SOURCE_HASH} is of. */
    public static final String SOURCE_FIELD = "source_field";
    /** Format and parameters of the fingerprints. */
    public static final String VERSION = "version";
    /** True if the text was cut at {@code max_bytes}; missing otherwise. */
    public static final String TRUNCATED = "truncated";

    /** Index and id of the page that this one is a duplicate of: present if pages were marked. */
    public static final String DUPLICATE_OF = "duplicate_of";
    /** The group of the page: present if pages were marked. */
    public static final String GROUP = "group";
    /** The version of the document that was marked: present if pages were marked. Not mapped: nothing searches for it. */
    public static final String MARKED = "marked";

    public DocumentFields {
        if (parent == null || parent.isEmpty()) {
            throw new IllegalArgumentException("[target_field] must be the name of a field, but was [" + parent + "]");
        }
    }

    /** Full name of a field under the target field, such as {@code ndd.fingerprints}. */
    public String path(String name) {
        return parent + "." + name;
    }

    /** Full name of the field of fingerprints. */
    public String fingerprints() {
        return path(FINGERPRINTS);
    }

    /** Full name of the field of the digest. */
    public String digest() {
        return path(DIGEST);
    }

    /** Full name of the field of the canonical text. */
    public String text() {
        return path(TEXT);
    }

    /** Full name of the field of the title. */
    public String title() {
        return path(TITLE);
    }

    /** Full name of the field of the site. */
    public String site() {
        return path(SITE);
    }

    /** Full name of the field of the families. */
    public String families() {
        return path(FAMILIES);
    }

    /** Full name of the field of the format and parameters. */
    public String version() {
        return path(VERSION);
    }
}
