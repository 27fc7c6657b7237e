package org.ndd.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page to index.
 *
 * @param id unique among the pages
 * @param url null where it has none
 * @param title null where it has none
 * @param content HTML or text, which the processor tells apart by itself
 */
record Page(String id, String url, String title, String content) {

    private static final Pattern TITLE =
            Pattern.compile("<title[^>]*>([^<]{1,1000})</title>", Pattern.CASE_INSENSITIVE);

    /** A page whose title is looked up at the head of its HTML. */
    static Page ofHtml(String id, String url, String html) {
        Matcher title = TITLE.matcher(html.substring(0, Math.min(html.length(), 20_000)));
        return new Page(id, url, title.find() ? title.group(1).strip() : null, html);
    }

    /** The page as a document of the index. */
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
