package org.ndd.groups;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Reads and writes the report of a run, which is a document in the index of the run. */
public final class StoredReport {

    /** Id of the document. The alias of a destination also finds it by this id, although searches of the alias return only groups. */
    public static final String ID = "report";

    /** Field of the report with the state of the run. */
    public static final String STATE = "state";

    /** Field of the report with all options of the run and their values. */
    public static final String PARAMETERS = "parameters";

    private StoredReport() {}

    public static XContentBuilder document(ToXContent report) throws IOException {
        XContentBuilder document = JsonXContent.contentBuilder().startObject();
        document.field(GroupFields.REPORT);
        report.toXContent(document, ToXContent.EMPTY_PARAMS);
        return document.endObject();
    }

    /** Parses the report in a document, with its fields in order. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> read(BytesReference source) {
        return (Map<String, Object>) XContentHelper.convertToMap(source, true, XContentType.JSON)
                .v2()
                .get(GroupFields.REPORT);
    }

    public static FetchSourceContext field(String field) {
        return FetchSourceContext.of(true, new String[] {GroupFields.REPORT + "." + field}, Strings.EMPTY_ARRAY);
    }

    /**
     * Reads a value of the report of a run, by its path, with the rights of the client. The listener gets {@code null} if there is none.
     */
    public static void value(Client client, String destination, String path, ActionListener<Object> listener) {
        client.prepareGet(destination, ID)
                .setFetchSource(new String[] {GroupFields.REPORT + "." + path}, null)
                .execute(listener.map(report -> report.isExists()
                        ? XContentMapValues.extractValue(GroupFields.REPORT + "." + path, report.getSourceAsMap())
                        : null));
    }

    /** Fails with 403 if the user of the client does not see the report: security that hides groups usually hides it too. */
    public static void requireVisible(Client client, String run, ActionListener<Void> listener) {
        value(client, run, STATE, listener.map(state -> {
            if (state == null) {
                throw new ElasticsearchSecurityException(
                        "[dest] must be a destination whose documents the user may read, but document-level security hides some of [{}]",
                        RestStatus.FORBIDDEN,
                        run);
            }
            return null;
        }));
    }
}
