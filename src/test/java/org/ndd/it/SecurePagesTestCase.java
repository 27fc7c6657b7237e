package org.ndd.it;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.Before;

/**
 * A test with documents half of which are hidden from some users: index {@code pages}, and index {@code strange}, which most users may not
 * read.
 */
public abstract class SecurePagesTestCase extends SecurityRestTestCase {

    static final int PAGES = 12;

    static final String READER = "ndd_reader";
    static final String PARTITION = "ndd_partition";
    static final String OTHER_USER = "ndd_stranger";
    static final String USER_WITHOUT_ROLES = "ndd_nobody";
    static final String ONLY_SOURCE = "ndd_only_source";
    static final String HALF = "ndd_half";
    static final String FIELDS = "ndd_fields";

    @Before
    public void indexPages() throws IOException {
        call(
                        ADMIN,
                        "PUT",
                        "/_ingest/pipeline/pages",
                        "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\"}}]}")
                .ok();
        for (String index : List.of("pages", "strange")) {
            createPages(index);
        }
        index("pages", "seen", true);
        index("pages", "hidden", false);
        index("strange", "seen", true);
    }

    static void createPages(String index) throws IOException {
        call(
                        ADMIN,
                        "PUT",
                        "/" + index,
                        "{\"mappings\":{\"properties\":{\"ndd\":{\"type\":\"near_dup\"},\"visible\":{\"type\":\"boolean\"},"
                                + "\"url\":{\"type\":\"keyword\"}}}}")
                .ok();
    }

    /** One half of the documents, two per text, on their own site with repeated lines. Both halves have the same texts. */
    static void index(String index, String name, boolean visible) throws IOException {
        index(index, name, visible, PAGES, 2);
    }

    /** Documents on their own site with repeated lines, with a number of consecutive documents per text. */
    static void index(String index, String name, boolean visible, int pages, int copies) throws IOException {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < pages; i++) {
            int text = i / copies;
            String page = String.format(
                    Locale.ROOT,
                    "Welcome to the pages of %s, the best of all.\\n\\nStory %d of the harbour in the storm is told here.\\n\\n"
                            + "The boats of captain number %d were tied up with ropes.\\n\\nAll rights are reserved by %s today.",
                    name,
                    text,
                    text * 31,
                    name);
            bulk.append("{\"index\":{\"_id\":\"")
                    .append(name)
                    .append('-')
                    .append(i)
                    .append("\"}}\n");
            bulk.append("{\"visible\":")
                    .append(visible)
                    .append(",\"url\":\"https://")
                    .append(name);
            bulk.append(".example/")
                    .append(i)
                    .append("\",\"body\":\"")
                    .append(page)
                    .append("\"}\n");
        }
        TextResponse response = call(ADMIN, "POST", "/" + index + "/_bulk?refresh&pipeline=pages", bulk.toString());
        assertEquals(response.text(), false, response.ok().get("errors"));
    }
}
