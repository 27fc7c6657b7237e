package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.routing.Murmur3HashFunction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentFactory;

/** Requests of the explorer in a real browser: late responses, long addresses, documents with a routing, and incomplete responses. */
public class ExplorerRequestsIT extends ExplorerTestCase {

    /** The last request counts, also if its response arrives before that of an earlier one. */
    public void testLateResponses() throws Exception {
        open("#/compare");
        awaitView("compare");
        hold("POST", "_ndd/compare", 200);
        browser.type("fieldset:first-of-type textarea", story("Lisbon"));
        browser.type("fieldset:last-of-type textarea", story("Lisbon"));
        browser.click("button.primary");
        browser.type("fieldset:last-of-type textarea", story("Bergen") + "\n\nThe museum was spared.");
        browser.click("button.primary");
        awaitText("#result .diff", "museum");
        release(2);
        assertThat(browser.text("#result .diff"), containsString("museum"));

        indexStories();
        open("#/run?source=pages&dest=" + partition(null));
        awaitText(".figures", "Duplicates by lang");
        String choose = "const one = document.querySelector('.figures select'); one.value = arguments[0];"
                + "one.dispatchEvent(new Event('change'))";
        hold("POST", "/pages/_search", 200);
        browser.script(choose, "url");
        browser.script(choose, "ndd.format");
        awaitText(".figures", "Duplicates by ndd.format");
        release(2);
        assertThat(browser.text(".figures"), containsString("Duplicates by ndd.format"));
        hold("POST", "/pages/_search", 429);
        browser.script(choose, "url");
        release(1);
        awaitText(".figures .refused", "it is full");
        assertQuietConsole();
    }

    public void testAddressWithSlash() throws Exception {
        open("/#/compare");
        awaitView("compare");
        assertEquals(EXPLORER, browser.script("return location.pathname"));
        assertQuietConsole();
    }

    /** Links name a canonical document without its routing, with which it is in another shard. */
    public void testDocumentsWithRouting() throws Exception {
        int documents = 0;
        for (int i = 0; documents < 4; i++) {
            String id = "story-" + i;
            if (shard(id) != shard("here")) {
                documents++;
                index("/pages/_doc/" + id + "?routing=here&", id, story("Lisbon") + " " + id);
            }
        }
        open("#/groups?source=pages&dest=" + partition(null));
        awaitView("groups");
        browser.click(".list a");
        awaitView("group");
        browser.click("#first-pair");
        awaitView("pair");
        assertThat(browser.text("#reason"), not(""));
        browser.back();
        awaitView("group");
        browser.click("#whole");
        awaitView("whole");
        assertEquals(3, browser.count("[data-member]"));
        assertEquals(0, browser.count(".refused"));
        assertQuietConsole();
    }

    /** A column counts the documents of the list that it opens, also for a value between two columns. */
    public void testColumnsCountListedDocuments() throws Exception {
        indexStories();
        String run = partition(null);
        List<?> duplicates =
                (List<?>) request("POST", "/" + run + "/_search", """
                {"query":{"bool":{"filter":[{"term":{"verified":true}},{"term":{"canonical":false}}]}}}""").get("hits.hits._id");
        for (int tenth = 1; tenth < 10; tenth++) {
            String value = "0." + tenth;
            request(
                    "POST",
                    "/" + run + "/_update/" + duplicates.get(tenth - 1) + "?refresh=true",
                    "{\"doc\":{\"resemblance\":" + value + ",\"confidence\":" + value + "}}");
        }
        open("#/run?source=pages&dest=" + run);
        await(".columns a");
        List<?> columns = (List<?>) browser.script("return [...document.querySelectorAll('.columns a')]"
                + ".map(one => one.getAttribute('href') + ' ' + one.getAttribute('aria-label'))");
        assertThat(columns.size(), greaterThanOrEqualTo(18));
        for (Object column : columns) {
            String[] parts = ((String) column).split(" ");
            browser.open("about:blank");
            open(parts[0]);
            awaitText("#count", " of " + parts[parts.length - 1] + " documents");
        }
        assertQuietConsole();
    }

    /** A view shows the failure of a shard instead of the numbers of the others. */
    public void testFailureOfShard() throws Exception {
        indexStories();
        partition(null);
        request("PUT", "/other/_doc/1?refresh=true", """
                {"ndd":{"site":"mirror.example.net","version":"unknown"}}""");
        open("#/boilerplate?source=pages,other&dest=pages-ndd");
        awaitText("main .refused", "[ndd.site]");
        assertEquals(0, browser.count(".bars"));
    }

    /** The label of a pair is the same if the pair is named by an alias. */
    public void testLabelsOfAlias() throws Exception {
        indexStories();
        request("PUT", "/pages/_alias/press", null);
        partition(null);
        String known = "?source=press&dest=pages-ndd&labels=my-labels";
        open("#/label" + known);
        await("#doubtful");
        browser.click("#doubtful");
        await("#start");
        browser.click("#start");
        awaitView("pair");
        browser.press("2");
        awaitText("#labeled", "Stored");
        String pair = (String) browser.script("return location.hash");
        assertThat(pair, containsString("a_index=press"));
        browser.open("about:blank");
        open(pair.replace("_index=press", "_index=pages"));
        awaitView("pair");
        awaitText("#labeled", "Labeled before");
        browser.press("1");
        awaitText("#labeled", "Stored");
        open("#/evaluate" + known);
        awaitText("#scores", "over 1 labeled pairs");
        assertQuietConsole();
    }

    /** Labels of other sources in the same index do not displace those of the opened source. */
    public void testManyLabelsOfOtherSources() throws Exception {
        indexStories();
        partition(null);
        String label = """
                {"index":{}}
                {"a":{"index":"pages","id":"lisbon-times"},"b":{"index":"pages","id":"lisbon-wire"},\
                "duplicate":true,"label":"near","source":"_"}
                """;
        request(
                "POST",
                "/all-labels/_bulk?refresh=true",
                label.replace("\"_\"", "\"press\"").repeat(10_000) + label.replace("\"_\"", "\"pages\""));
        open("#/evaluate?source=pages&dest=pages-ndd&labels=all-labels");
        awaitText("#scores", "over 1 labeled pairs");
        assertQuietConsole();
    }

    /** One job whose record cannot be read does not hide the others. */
    public void testJobWithUnreadableRecord() throws Exception {
        open("#/compare");
        awaitView("compare");
        browser.script("""
                window.fetch = async () => new Response(JSON.stringify({ count: 2, jobs: [
                  { id: 'lost', state: 'failed', failure: 'of another version' },
                  { id: 'live', state: 'stopped', source: { index: ['pages'] }, dest: { index: 'pages-live' }, checkpoint: 3 },
                ] }));
                location.hash = '#/jobs';""");
        awaitText("[data-job=lost]", "of another version");
        awaitText("[data-job=live]", "checkpoints\n3");
        assertQuietConsole();
    }

    /** The shard of two that a routing selects. */
    private static int shard(String routing) {
        return Math.floorMod(Murmur3HashFunction.hash(routing), 1024) / 512;
    }

    private static void index(String address, String title, String body) throws Exception {
        String page = Strings.toString(XContentFactory.jsonBuilder().map(Map.of("title", title, "body", body)));
        request("PUT", address + "pipeline=explorer&refresh=true", page);
    }

    /** The names of all indices do not fit into one address. */
    public void testTitlesOfManyIndices() throws Exception {
        String name = "/many-" + "x".repeat(220) + "-";
        for (int i = 0; i < 20; i++) {
            request("PUT", name + i, """
                    {"settings":{"number_of_shards":1},"mappings":{"properties":{"ndd":{"type":"near_dup"}}}}""");
            index(name + i + "/_doc/" + i + "?", "Title " + i, story("Lisbon"));
        }
        request("POST", "/many-*/_ndd/partition?wait_for_completion=true", """
                {"dest":{"index":"of-many"}}""");
        open("#/pages?source=many-*&dest=of-many");
        awaitText("#count", "1 to 19 of 19 documents");
        assertThat(browser.text(".list"), containsString("Title 7"));
        assertQuietConsole();
    }
}
