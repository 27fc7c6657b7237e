package org.ndd.html;

import java.util.List;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;

public class HtmlPageTests extends ESTestCase {

    private static String lines(String html) {
        return HtmlPage.parse(html).text().strip().replaceAll(" *\n[ \n]*", "|").replaceAll(" +", " ");
    }

    public void testTextOfBlocks() {
        assertEquals("a b|c|d", lines("<p>a\n<b>b</b></p><p>c<br>d"));
        assertEquals("one|two", lines("<table><tr><td>one<td>two</table>"));
    }

    public void testHiddenElementsAreDropped() {
        assertEquals(
                "seen",
                lines(
                        "<head><title>t</title><style>x</style></head><script>y</script><noscript>n</noscript>seen<template>z</template>"));
        assertEquals("t", HtmlPage.parse("<title> t </title>").title());
    }

    public void testPreformattedTextKeepsItsLines() {
        assertEquals("a|b", lines("<pre>a\nb</pre>"));
    }

    /** A page of nothing but unclosed elements ends soon; the bound is a guard against hanging, not a measurement. */
    public void testHostilePagesEnd() {
        for (String piece : List.of(
                "<div>",
                "<b>",
                "<a href=x>",
                "<table>",
                "<p>",
                "<b><i><u>",
                "<table><tr><td>",
                "<select><option>",
                "<!--",
                "<script>",
                "<a><b></a>",
                "<b><p></b>",
                "<nobr>",
                "<font size=1>",
                "</p>",
                "<form>",
                "<h1>",
                "<svg><math>",
                "<button>",
                "<frameset>",
                "<li>",
                "<b class=\"x\"",
                "<x a=1 ",
                "&#0;",
                "&lt",
                "<![CDATA[",
                "<plaintext>",
                "<title>",
                "<textarea>",
                "<template>",
                "<table><b>",
                "<b><table><i>",
                "\u0000",
                "\uFFFD",
                "\uD800")) {
            long start = System.nanoTime();
            HtmlPage page = HtmlPage.parse("text " + piece.repeat(2_000_000 / piece.length()));
            assertTrue(piece, page.text().contains("text"));
            assertTrue(
                    piece,
                    System.nanoTime() - start < TimeValue.timeValueSeconds(60).nanos());
        }
    }

    public void testPageOf50Megabytes() {
        HtmlPage page = HtmlPage.parse("<html><body>" + "<p>a paragraph of words</p>".repeat(50_000_000 / 27));
        assertTrue(page.truncated());
        assertTrue(page.text().length() < HtmlPage.MAX_CHARS);
        assertTrue(page.text().contains("a paragraph of words"));
    }

    public void testPagesWithoutBody() {
        assertEquals("", lines(""));
        assertEquals("plain text", lines("plain text"));
        assertEquals("", lines("<head><title>only a title</title>"));
        assertEquals("", lines("<frameset><frame src=a></frameset>"));
    }
}
