package org.ndd.pair;

import java.util.Map;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.ndd.config.DocumentFields;

/** Makes a page of the source of a document. */
public final class SourcePage {

    private SourcePage() {}

    /** What of a source is looked at. */
    public static String[] fields(DocumentFields fields) {
        return new String[] {fields.text(), fields.title(), fields.site(), fields.version()};
    }

    /**
     * The page that the processor wrote into a document.
     *
     * @param fields names of its fields
     * @param index concrete index of the document
     * @param id id of the document
     * @param source its source, of which text, title, site and version are used
     * @throws IllegalArgumentException if the document lacks the fields of the processor
     */
    public static ComparablePage of(DocumentFields fields, String index, String id, Map<String, Object> source) {
        if (XContentMapValues.extractValue(fields.text(), source) instanceof String text
                && XContentMapValues.extractValue(fields.version(), source) instanceof String version) {
            String site = XContentMapValues.extractValue(fields.site(), source) instanceof String value ? value : null;
            String title = XContentMapValues.extractValue(fields.title(), source) instanceof String value ? value : "";
            return new ComparablePage(new IndexedSite(index, site), id, text, title, version);
        }
        throw new IllegalArgumentException("document [" + id + "] of index [" + index + "] has no [" + fields.text()
                + "] and [" + fields.version()
                + "]: index it through a pipeline with processor [near_dup], or run [POST /" + index
                + "/_ndd/backfill]");
    }
}
