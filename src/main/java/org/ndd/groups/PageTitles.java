package org.ndd.groups;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.ndd.config.DocumentFields;

/** Adds fields of the source to pages of groups: a destination has neither titles nor the user's fields. */
public final class PageTitles {

    private final Client client;
    private final String title;
    private final String url;
    private final List<String> fields;

    /**
     * @param client works with the rights of the reader
     * @param field of the processor
     * @param fields others that are shown
     */
    public PageTitles(Client client, String field, List<String> fields) {
        DocumentFields written = new DocumentFields(field);
        this.client = client;
        this.title = written.path(DocumentFields.TITLE);
        this.url = written.path(DocumentFields.URL);
        this.fields = fields;
    }

    /** Adds title, URL and fields as the reader may see them; a page that was deleted or is hidden gets none. */
    public void add(List<Map<String, Object>> pages, ActionListener<Void> listener) {
        if (pages.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        List<String> wanted = new ArrayList<>(fields);
        wanted.add(title);
        wanted.add(url);
        FetchSourceContext source = FetchSourceContext.of(true, wanted.toArray(String[]::new), null);
        MultiGetRequest get = new MultiGetRequest();
        for (Map<String, Object> page : pages) {
            get.add(new MultiGetRequest.Item(
                            (String) page.get(ShownDocument.INDEX), (String) page.get(ShownDocument.ID))
                    .routing((String) page.get(ShownDocument.ROUTING))
                    .fetchSourceContext(source));
        }
        client.multiGet(get, listener.map(response -> {
            int i = 0;
            for (MultiGetItemResponse item : response) {
                Map<String, Object> page = pages.get(i++);
                GetResponse document = item.isFailed() ? null : item.getResponse();
                if (document != null && document.isExists() && document.isSourceEmpty() == false) {
                    add(page, document.getSourceAsMap());
                }
            }
            return null;
        }));
    }

    private void add(Map<String, Object> page, Map<String, Object> source) {
        Map<String, Object> own = new LinkedHashMap<>();
        for (String field : fields) {
            putIfThere(own, field, XContentMapValues.extractValue(field, source));
        }
        if (own.isEmpty() == false) {
            page.put("fields", own);
        }
        putIfThere(page, DocumentFields.TITLE, XContentMapValues.extractValue(title, source));
        putIfThere(page, DocumentFields.URL, XContentMapValues.extractValue(url, source));
    }

    private static void putIfThere(Map<String, Object> page, String field, Object value) {
        if (value != null) {
            page.put(field, value);
        }
    }
}
