package org.ndd.ingest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.DocumentFields;

/** Creates the values below the target field. */
public final class TargetValues {

    /**
     * Names of all values. Only the processor stores the name and the hash of the input, because later writes may change the input without
     * the processor.
     */
    public static final Set<String> NAMES = Set.of(
            DocumentFields.VERSION,
            DocumentFields.FINGERPRINTS,
            DocumentFields.FORMAT,
            DocumentFields.DIGEST,
            DocumentFields.SITE,
            DocumentFields.FAMILIES,
            DocumentFields.URL,
            DocumentFields.TITLE,
            DocumentFields.LENGTH,
            DocumentFields.SENTENCES,
            DocumentFields.SOURCE_FIELD,
            DocumentFields.SOURCE_HASH,
            DocumentFields.TRUNCATED,
            DocumentFields.TEXT);

    private TargetValues() {}

    /**
     * Returns the values of a document by the names of {@link DocumentFields}, in a fixed order, so that the same document gives the same
     * bytes of source. Missing ones are {@code null}: an update with {@code doc_as_upsert} merges objects, so that earlier values would
     * remain.
     *
     * @param url of the document, or {@code null}
     * @param version format and parameters of the fingerprints
     * @return a map to which the caller may add values
     */
    public static Map<String, Object> of(PageAnalysis page, String url, String version) {
        Map<String, Object> target = new LinkedHashMap<>();
        target.put(DocumentFields.VERSION, version);
        target.put(DocumentFields.FINGERPRINTS, page.fingerprintTerms());
        target.put(
                DocumentFields.FORMAT,
                oneOrAll(page.formats().stream().map(Format::value).toList()));
        target.put(DocumentFields.DIGEST, page.digest());
        target.put(DocumentFields.SITE, page.site());
        target.put(DocumentFields.FAMILIES, page.families());
        target.put(DocumentFields.URL, url);
        target.put(DocumentFields.TITLE, page.title().isEmpty() ? null : page.title());
        target.put(DocumentFields.LENGTH, page.length());
        target.put(DocumentFields.SENTENCES, page.sentences().size());
        target.put(DocumentFields.TRUNCATED, page.canonicalText().truncated() ? true : null);
        target.put(DocumentFields.TEXT, page.text());
        return target;
    }

    /** Returns the value of a list of one value, otherwise the list. */
    public static Object oneOrAll(List<String> values) {
        return values.size() == 1 ? values.get(0) : values;
    }
}
