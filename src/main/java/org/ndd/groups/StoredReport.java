package org.ndd.groups;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The document with the report of a run in the index of the run. */
public final class StoredReport {

    /** Id of the document; an alias finds it by this, though it shows groups only. */
    public static final String ID = "report";

    /** In the report: all options of the run with their values. */
    public static final String PARAMETERS = "parameters";

    private StoredReport() {}

    /** The document with a report. */
    public static XContentBuilder document(ToXContent report) throws IOException {
        XContentBuilder document = JsonXContent.contentBuilder().startObject();
        document.field(GroupFields.REPORT);
        report.toXContent(document, ToXContent.EMPTY_PARAMS);
        return document.endObject();
    }

    /** The report in a document, with its fields in order. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> read(BytesReference source) {
        return (Map<String, Object>) XContentHelper.convertToMap(source, true, XContentType.JSON)
                .v2()
                .get(GroupFields.REPORT);
    }

    /** Selects one field of the report. */
    public static FetchSourceContext only(String field) {
        return FetchSourceContext.of(true, new String[] {GroupFields.REPORT + "." + field}, Strings.EMPTY_ARRAY);
    }

    /**
     * Reads a value of the report of a published run.
     *
     * @param client works with the rights of the reader
     * @param destination index or alias of the run
     * @param path of the value in the report
     * @param listener gets the value; {@code null} if there is none
     */
    public static void value(Client client, String destination, String path, ActionListener<Object> listener) {
        client.prepareGet(destination, ID)
                .setFetchSource(new String[] {GroupFields.REPORT + "." + path}, null)
                .execute(listener.map(report -> report.isExists()
                        ? XContentMapValues.extractValue(GroupFields.REPORT + "." + path, report.getSourceAsMap())
                        : null));
    }
}
