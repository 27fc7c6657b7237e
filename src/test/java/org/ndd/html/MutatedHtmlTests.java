package org.ndd.html;

import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.elasticsearch.test.ESTestCase;
import org.jsoup.nodes.Node;

/** The work that a page makes is bounded by its length, however it is made: counted in nodes of its tree and in characters of its text. */
public class MutatedHtmlTests extends ESTestCase {

    private static final int PAGES = 200;

    /**
     * Where formatting is left open, the parser opens it anew in each paragraph, but at most a dozen elements at once; and a cell without
     * its table brings body, row and the like along.
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
        // no reference stands for more than it takes to write it, and a block begins and ends a line
        assertThat(HtmlPage.parse(html).text().length(), lessThanOrEqualTo(html.length() + 2 * nodes));
    }

    public void testWorkIsBoundedByLength() {
        HtmlMutator mutator = new HtmlMutator(new Random(randomLong()));
        for (int i = 0; i < PAGES; i++) {
            assertBounded(mutator.page());
        }
    }

    /** The page that makes most of its tags: formatting of hundreds of kinds is open, and each paragraph opens it again. */
    public void testOpenFormattingIsNotOpenedWithoutEnd() {
        StringBuilder html = new StringBuilder("<p>");
        for (int i = between(1, 500); i > 0; i--) {
            html.append("<b a").append(i).append(">");
        }
        assertBounded(html + "<p>x".repeat(5_000));
        assertBounded(html + "<table><tr><td>x</table>".repeat(2_000));
    }
}
