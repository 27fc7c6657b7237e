package org.ndd.analysis;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.TimeValue;

public class BoilerplateElementsTests extends LuceneTestCase {

    /** A paragraph that is long enough to be content. */
    private static final String CONTENT =
            IntStream.range(0, 40).mapToObj(i -> "content" + i).collect(Collectors.joining(" "));

    private static final String MAIN = "<main><p>" + CONTENT + "</main>";
    private static final String BODY = "<p>" + CONTENT;

    /** The lines outside the content, separated by {@code |}. */
    private static String lines(String html) {
        return HtmlPage.parse(html)
                .text()
                .replace(CONTENT, "")
                .strip()
                .replaceAll(" *\n[ \n]*", "|")
                .replaceAll(" +", " ");
    }

    public void testLandmarksOutsideContent() {
        for (String page :
                new String[] {MAIN, BODY, "<article>" + CONTENT + "</article>", "<div role=main>" + CONTENT}) {
            assertEquals("> home|> news", lines("<nav><li>home<li>news</nav>" + page));
            assertEquals("> home", lines("<div role=navigation>home</div>" + page));
            assertEquals("> home", lines("<div role=' Search form'>home</div>" + page));
            assertEquals("> about", lines("<div role=complementary>about</div>" + page));
            assertEquals("> about", lines("<div role=contentinfo>about</div>" + page));
            assertEquals("> site", lines("<div role=banner>site</div>" + page));
            assertEquals(
                    "a banner may contain the title",
                    "title|> home",
                    lines("<div role=banner><h1>title</h1><nav>home</nav></div>" + page));
        }
    }

    /** Pages of wikis frame the whole page with {@code <article>}, and its menus and comments are the same in another frame. */
    public void testArticleAroundMainIsAFrame() {
        String inner = "<h1>title</h1><aside>menu</aside>" + MAIN + "<section role=complementary>remark</section>";
        for (String frame : new String[] {"div", "article"}) {
            String page = "<" + frame + ">" + inner + "</" + frame + ">";
            assertEquals("title|> menu|> remark", lines(page));
            assertEquals("title|> menu|> remark", lines("<article>" + page + "</article>"));
        }
        assertEquals(
                "an article without main protects what it contains",
                "> menu|note",
                lines("<article><aside>menu</aside>" + MAIN + "<article><aside>note</aside></article></article>"));
        assertEquals("note", lines("<main><article><main>" + CONTENT + "</main><aside>note</aside></article></main>"));
    }

    public void testElementsWithinContentAreKept() {
        assertEquals("note", lines("<main>" + CONTENT + "<aside>note</aside></main>"));
        assertEquals("author", lines("<article>" + CONTENT + "<footer>author</footer></article>"));
        assertEquals("part 1|part 2", lines("<main>" + CONTENT + "<nav><a>part 1</a><p><a>part 2</a></nav></main>"));
        assertEquals("note", lines("<div role=article>" + CONTENT + "<div role=complementary>note</div></div>"));
        assertEquals("the element contains the main content", "home", lines("<nav>home" + MAIN + "</nav>"));
        assertEquals(
                "teasers", "> one|> two", lines(MAIN + "<aside><article>one</article><article>two</article></aside>"));
    }

    public void testAsidesAndFooters() {
        assertEquals("> beside", lines(MAIN + "<aside>beside</aside>"));
        assertEquals("> imprint", lines(MAIN + "<footer>imprint</footer>"));
        assertEquals("the content is not marked", "beside", lines(BODY + "<aside>beside</aside>"));
        assertEquals(
                "author",
                lines(BODY + "<blockquote>words<footer>author</footer></blockquote>")
                        .replace("words|", ""));
        assertEquals("note", lines(MAIN + "<section><aside>note</aside></section>"));
        String links = "<a href=/>abc</a>";
        assertEquals("> abcdefghij", lines(BODY + "<aside>" + links + "defghij</aside>"));
        assertEquals("abcdefghijk", lines(BODY + "<aside>" + links + "defghijk</aside>"));
    }

    public void testRoleOverridesElementName() {
        assertEquals("note", lines(MAIN + "<aside role=note>note</aside>"));
        assertEquals("footnote", lines(MAIN + "<aside role=doc-footnote>footnote</aside>"));
        assertEquals("", lines("<nav role=main>" + CONTENT + "</nav>"));
    }

    public void testLinkBlocksOutsideMain() {
        String half = "<li><a href=/>abcd</a><li>efgh";
        assertEquals("> abcd|> efgh", lines("<ul>" + half + "</ul>" + MAIN));
        assertEquals("> abcd|> efgh", lines("<div><div>" + half + "</div></div>" + MAIN));
        assertEquals("fewer links", "abcd|efgh|i", lines("<ul>" + half + "<li>i</ul>" + MAIN));
        assertEquals("title|> abcd|> efgh", lines("<div><h1><a>title</a></h1><ul>" + half + "</ul></div>" + MAIN));
        assertEquals("no main", "abcd|efgh", lines("<ul>" + half + "</ul>" + BODY));
        assertEquals(
                "a list of articles", "abcd|efgh", lines("<ul>" + half + "</ul><article>" + CONTENT + "</article>"));
        assertEquals("in main", "abcd|efgh", lines("<main>" + CONTENT + "<ul>" + half + "</ul></main>"));
    }

    /** If a page has no other text, its menu is content. */
    public void testKeepsBoilerplateIfLittleContent() {
        assertEquals("home|news", lines("<nav><li>home<li>news</nav>"));
        String enough = "x".repeat(200);
        assertEquals("> home|" + enough, lines("<nav>home</nav>" + enough));
        assertEquals("home|" + enough.substring(1), lines("<nav>home</nav>" + enough.substring(1)));
        assertEquals("> home|" + "\u6587".repeat(100), lines("<nav>home</nav>" + "\u6587".repeat(100)));
        String sentence = "x".repeat(40);
        assertEquals("> home|" + sentence, lines("<nav>home</nav><main>" + sentence + "</main>"));
        assertEquals(
                "home|" + sentence.substring(1), lines("<nav>home</nav><main>" + sentence.substring(1) + "</main>"));
    }

    public void testIgnoresScripts() {
        String script = "<script>" + "x".repeat(1000) + "</script>";
        assertEquals("> abc", lines(BODY + "<aside>" + script + "<a href=/>abc</a></aside>"));
    }

    public void testHostilePagesFinishInTime() {
        long start = System.nanoTime();
        HtmlPage.parse("<nav><aside>".repeat(40_000) + CONTENT);
        HtmlPage.parse("<div><a>x</a>".repeat(30_000) + MAIN);
        assertTrue(
                "took longer than 60 s",
                System.nanoTime() - start < TimeValue.timeValueSeconds(60).nanos());
    }
}
