package org.ndd.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document to index.
 *
 * @param id unique id
 * @param url URL, or null
 * @param title title, or null
 * @param content HTML or plain text, which the processor detects
 */
record Page(String id, String url, String title, String content) {

    private static final Pattern TITLE =
            Pattern.compile("<title[^>]*>([^<]{1,1000})</title>", Pattern.CASE_INSENSITIVE);

    /** Creates a document with the title of its HTML. */
    static Page ofHtml(String id, String url, String html) {
        Matcher title = TITLE.matcher(html.substring(0, Math.min(html.length(), 20_000)));
        return new Page(id, url, title.find() ? title.group(1).strip() : null, html);
    }

    /** Returns the source of the document. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        if (url != null) {
            document.put("url", url);
        }
        if (title != null) {
            document.put("title", title);
        }
        document.put("page", content);
        return document;
    }
}
