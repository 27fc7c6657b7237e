package org.ndd.config;

/**
 * Names of the fields that the processor writes under its target field and that all other packages read.
 *
 * @param parent the target field, such as {@code ndd}; may contain dots
 */
public record DocumentFields(String parent) {

    public static final String DEFAULT_PARENT = "ndd";

    /** Mapping type of {@link #TEXT}. */
    public static final String TEXT_TYPE = "near_dup_text";

    /** Fingerprint terms: array of keywords, without doc values. */
    public static final String FINGERPRINTS = "fingerprints";
    /** Digest of the canonical text: keyword; missing for a text without letters and digits. */
    public static final String DIGEST = "digest";
    /** Canonical text: mapping type {@link #TEXT_TYPE}. */
    public static final String TEXT = "text";
    /** The format in which the input was read: keyword, {@code html} or {@code text}. */
    public static final String FORMAT = "format";
    /** Title of the page. */
    public static final String TITLE = "title";
    /** Host of the URL, and the section: keyword; missing if neither is known. */
    public static final String SITE = "site";
    /** Names of the families whose boilerplate the document has: array of keywords, without doc values. */
    public static final String FAMILIES = "families";
    /** URL, for rules of the canonical document. */
    public static final String URL = "url";
    /** Number of UTF-8 bytes of the canonical text. */
    public static final String LENGTH = "length";
    /** Number of sentences of the canonical text. */
    public static final String SENTENCES = "sentences";
    /** Digest of the input, which shows whether the input changed without the processor. */
    public static final String SOURCE_HASH = "source_hash";
    /** Name of the input field whose digest is {@link #SOURCE_HASH}. */
    public static final String SOURCE_FIELD = "source_field";
    /** Format and parameters of the fingerprints. */
    public static final String VERSION = "version";
    /** True if the text was cut at {@code max_bytes}; no value otherwise. */
    public static final String TRUNCATED = "truncated";

    /** Index and id of the document of which this one is a duplicate; present if duplicates were marked. */
    public static final String DUPLICATE_OF = "duplicate_of";
    /** Group of the document; present if duplicates were marked. */
    public static final String GROUP = "group";
    /** Version of the document that was marked; present if duplicates were marked. Not mapped, because it is not searched. */
    public static final String MARKED = "marked";

    public DocumentFields {
        if (parent == null || parent.isEmpty()) {
            throw new IllegalArgumentException("[target_field] must be the name of a field, but was [" + parent + "]");
        }
    }

    /** Returns the full name of a field under the target field, such as {@code ndd.fingerprints}. */
    public String path(String name) {
        return parent + "." + name;
    }

    public String fingerprints() {
        return path(FINGERPRINTS);
    }

    public String digest() {
        return path(DIGEST);
    }

    public String text() {
        return path(TEXT);
    }

    public String title() {
        return path(TITLE);
    }

    public String site() {
        return path(SITE);
    }

    public String families() {
        return path(FAMILIES);
    }

    public String version() {
        return path(VERSION);
    }
}
