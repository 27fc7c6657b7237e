package org.ndd.analysis;

import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.elasticsearch.test.ESTestCase;
import org.jsoup.nodes.Node;

/** The work for any page, in nodes of its tree and characters of its text, is bounded by its length. */
public class MutatedHtmlTests extends ESTestCase {

    private static final int PAGES = 200;

    /**
     * The parser reopens unclosed formatting in each paragraph, at most a dozen elements each, and adds body, row and similar elements
     * to a cell without a table.
     */
    private static final int NODES_PER_TAG = 20;

    private static void assertBounded(String html) {
        long tags = html.chars().filter(c -> c == '<').count();
        Deque<Node> open = new ArrayDeque<>();
        open.add(HtmlPage.document(html));
        int nodes = 0;
        while (open.isEmpty() == false) {
            nodes++;
            open.addAll(open.poll().childNodes());
        }
        assertThat("nodes of " + tags + " tags", (long) nodes, lessThanOrEqualTo(NODES_PER_TAG * (tags + 1)));
        // the text of a reference is not longer than the reference, and a block adds at most two line breaks
        assertThat(HtmlPage.parse(html).text().length(), lessThanOrEqualTo(html.length() + 2 * nodes));
    }

    public void testWorkIsBoundedByInputLength() {
        HtmlMutator mutator = new HtmlMutator(new Random(randomLong()));
        for (int i = 0; i < PAGES; i++) {
            assertBounded(mutator.page());
        }
    }

    /** The worst case: each paragraph reopens hundreds of formatting elements. */
    public void testReopenedFormattingIsBounded() {
        StringBuilder html = new StringBuilder("<p>");
        for (int i = between(1, 500); i > 0; i--) {
            html.append("<b a").append(i).append(">");
        }
        assertBounded(html + "<p>x".repeat(5_000));
        assertBounded(html + "<table><tr><td>x</table>".repeat(2_000));
    }
}
