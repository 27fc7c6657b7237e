package org.ndd.ingest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageParameters;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;

/**
 * Ingest processor {@code near_dup}: analyses the page in one field and writes text, fingerprints and the rest ({@link
 * DocumentFields}) under the target field. What was there before is replaced as a whole, so running it again on a
 * document leaves nothing stale.
 *
 * <p>A page without any text still gets its fields, with length 0 and no fingerprints, so that it is counted and never
 * lost. Immutable and safe for many threads.
 */
public final class NearDupProcessor extends AbstractProcessor {

    /** The processor's name in pipelines. */
    public static final String TYPE = "near_dup";

    private final String field;
    private final String targetField;
    private final String urlField;
    private final String titleField;
    private final boolean ignoreMissing;
    private final String version;
    private final PageAnalyzer analyzer;

    /**
     * @param field input: a string, or a list of strings of which each ends a paragraph
     * @param targetField object to write
     * @param urlField field of the page's URL, or null where pages have none
     * @param titleField field of the page's title, or null where it is in the page
     * @param ignoreMissing whether a document without input is left alone (but for an old target, which is removed)
     * @param parameters how the page is read
     */
    NearDupProcessor(
            String tag,
            String description,
            String field,
            String targetField,
            String urlField,
            String titleField,
            boolean ignoreMissing,
            PageParameters parameters) {
        super(tag, description);
        this.field = field;
        this.targetField = targetField;
        this.urlField = urlField;
        this.titleField = titleField;
        this.ignoreMissing = ignoreMissing;
        this.version = parameters.fingerprints().version();
        this.analyzer = new PageAnalyzer(parameters);
    }

    @Override
    public IngestDocument execute(IngestDocument document) {
        String input = input(document);
        if (input == null) {
            document.removeField(targetField, true);
            return document;
        }
        String url = urlField == null ? null : document.getFieldValue(urlField, String.class, true);
        document.setFieldValue(targetField, target(analyzer.analyze(input, url, title(document)), url));
        return document;
    }

    @Override
    public String getType() {
        return TYPE;
    }

    /** The input. */
    public String field() {
        return field;
    }

    /** The object that is written. */
    public String targetField() {
        return targetField;
    }

    /** Where the page's URL is, or null. */
    public String urlField() {
        return urlField;
    }

    /** Where the page's title is, or null. */
    public String titleField() {
        return titleField;
    }

    /** Whether a document without input is left alone. */
    public boolean ignoreMissing() {
        return ignoreMissing;
    }

    /** Format and parameters of the fingerprints, as written to every document. */
    public String version() {
        return version;
    }

    /** How the page is read. */
    public PageParameters parameters() {
        return analyzer.parameters();
    }

    /** The title, or null where it is no string: a page is worth more than its title. */
    private String title(IngestDocument document) {
        Object title = titleField == null ? null : document.getFieldValue(titleField, Object.class, true);
        return title instanceof String string ? string : null;
    }

    /** The input, or null where it is missing and that is all right. */
    private String input(IngestDocument document) {
        Object value = document.getFieldValue(field, Object.class, ignoreMissing);
        if (value instanceof String string) {
            return string;
        }
        if (value instanceof List<?> list) {
            return joined(list);
        }
        if (value != null) {
            throw new IllegalArgumentException("field [" + field + "] must be a string or a list of strings, but was ["
                    + value.getClass().getSimpleName() + "]");
        }
        if (ignoreMissing == false) {
            throw new IllegalArgumentException(
                    "field [" + field + "] must be a string or a list of strings, but was [null]");
        }
        return null;
    }

    private String joined(List<?> list) {
        StringBuilder joined = new StringBuilder();
        for (Object element : list) {
            if (element instanceof String == false) {
                throw new IllegalArgumentException(
                        "field [" + field + "] must be a string or a list of strings, but holds ["
                                + (element == null ? null : element.getClass().getSimpleName()) + "]");
            }
            joined.append(joined.isEmpty() ? "" : SourceState.BETWEEN_PARTS).append(element);
        }
        return joined.toString();
    }

    /** In a fixed order, so that the same page gives the same bytes of source. */
    private Map<String, Object> target(PageAnalysis page, String url) {
        Map<String, Object> target = new LinkedHashMap<>();
        target.put(DocumentFields.VERSION, version);
        target.put(DocumentFields.FINGERPRINTS, page.fingerprintTerms());
        target.put(DocumentFields.FORMAT, page.inputFormat().value());
        putKnown(target, DocumentFields.DIGEST, page.digest());
        putKnown(target, DocumentFields.SITE, page.site());
        putKnown(target, DocumentFields.URL, url);
        putKnown(target, DocumentFields.TITLE, page.title());
        target.put(DocumentFields.LENGTH, page.length());
        target.put(DocumentFields.SENTENCES, page.sentences().size());
        target.put(DocumentFields.SOURCE_FIELD, field);
        target.put(DocumentFields.SOURCE_HASH, page.sourceHash());
        if (page.truncated()) {
            target.put(DocumentFields.TRUNCATED, true);
        }
        target.put(DocumentFields.TEXT, page.text());
        return target;
    }

    private static void putKnown(Map<String, Object> target, String name, String value) {
        if (value != null && value.isEmpty() == false) {
            target.put(name, value);
        }
    }
}
