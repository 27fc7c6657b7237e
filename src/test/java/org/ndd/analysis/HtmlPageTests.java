package org.ndd.analysis;

import java.util.List;
import java.util.TreeSet;
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

    public void testDropsHiddenElements() {
        assertEquals(
                "seen",
                lines(
                        "<head><title>t</title><style>x</style></head><script>y</script><noscript>n</noscript>seen<template>z</template>"));
        assertEquals("t", HtmlPage.parse("<title> t </title>").title());
    }

    public void testRaisedAndLoweredDigits() {
        assertEquals("10\u00B2 h\u2082o 2nd", lines("10<sup>2</sup> h<sub>2</sub>o 2<sup>nd</sup>"));
        assertEquals("10\u207B\u00B3", lines("10<sup>-3</sup>"));
        assertEquals("10\u207B\u00B3 10\u207A\u00B3", lines("10<sup><b>\u22123</b></sup> 10<sup>+3</sup>"));
        assertEquals("m\u207B\u00B9 (a)\u207B\u00B9", lines("m<sup>-1</sup> (a)<sup>\u20131</sup>"));
        assertEquals("3- 10-x 10 -\u00B3", lines("3<sup>-</sup> 10<sup>-x</sup> 10 <sup>-3</sup>"));
    }

    /** Otherwise debit and credit can change places in equal texts. */
    public void testEmptyCellsOfRowsWithNumbers() {
        String table = "<table><tr><th>Item<th>Debit<th>Credit<tr><td>Rent";
        String head = "Item*Debit*Credit*Rent*";
        assertEquals(head + "100*|", cells(table + "<td>100<td></table>"));
        assertEquals(head + "|*100", cells(table + "<td>&nbsp;<td>100</table>"));
        assertEquals(head + "|*100 \u20AC", cells(table + "<td><p></p><img src=a><td><p><b>100</b> &euro;</table>"));
        assertEquals(head + "|*CHF 100", cells(table + "<td><td>CHF 100</table>"));
        assertEquals("no number", head + "100 pieces", cells(table + "<td><td>100 pieces</table>"));
        assertEquals("two cells", "Rent*100*Tax", cells("<table><tr><td>Rent<td>100<tr><td>Tax<td></table>"));
        assertEquals("|*a*b*1", cells("<table><tr><td><td><table><tr><td>a<td><td>b</table><td>1</table>"));
        assertEquals("> |*> 5*> |", cells("<blockquote type=cite><table><tr><td><td>5<td></table></blockquote>"));
    }

    private static String cells(String html) {
        return HtmlPage.parse(html).text().strip().replaceAll(" *\n[ \n]*", "*");
    }

    public void testPreformattedTextKeepsLines() {
        assertEquals("a|b", lines("<pre>a\nb</pre>"));
    }

    public void testMailQuotations() {
        assertEquals("a|> b|> c d|e", lines("a<blockquote type=CITE>b<p>\nc <b>d</b></blockquote>e"));
        assertEquals(
                "a|> on monday:|> b|> c",
                lines("a<div class='x_gmail_quote y'>on monday:<blockquote>b</blockquote>c</div>"));
        assertEquals(
                "a|> b wrote:|> c",
                lines("a<div class=moz-cite-prefix>b wrote:</div><blockquote type=cite><pre>c</pre></blockquote>"));
        assertEquals("a|> b|> c", lines("a<blockquote type=cite><pre>\n\nb\n \nc</pre></blockquote>"));
        assertEquals("> > a", lines("<blockquote type=cite>&gt; a</blockquote>"));
        assertEquals("a|> b c", lines("a<blockquote type=cite><p>&nbsp;</p>b\u2028c</blockquote>"));
        assertEquals("a|b", lines("a<blockquote>b</blockquote>"));
        assertEquals("a|b", lines("a<blockquote class=quote type=x>b</blockquote>"));
    }

    public void testBulletsAreNotQuotations() {
        assertEquals(
                "a|> b",
                lines("a<blockquote type=cite><p>&#8203;&shy;</p><pre>\u2060</pre>&#8203;<b>b</b></blockquote>"));
        assertEquals("a|b|c > d", lines("<li>&gt; a<li> <b>&gt;</b> &gt;&gt; b<li>c &gt; d"));
        assertEquals("a|b|c", lines("<li>&nbsp;&gt; a<li>\uff1e\u3000b<li>&nbsp;&gt;&nbsp; c"));
        assertEquals("a|b", lines("<li>&#8203;&gt; a<li>&#8203;<b>&gt; b</b>"));
        assertEquals(
                "more than", "gfr|>90|>5 mg|>= 3|>-2", lines("<li>gfr<li>&gt;90<li>&gt; 5 mg<li>&gt;= 3<li>&gt; -2"));
        assertEquals("a|> b", lines("<pre>a\n&gt; b</pre>"));
        long start = System.nanoTime();
        HtmlPage.parse("\n" + " ".repeat(1_000_000) + "<i>&gt;</i>".repeat(40_000));
        assertTrue(
                "took longer than 60 s",
                System.nanoTime() - start < TimeValue.timeValueSeconds(60).nanos());
    }

    /** Stable: a change of this list changes stored fingerprints. */
    public void testGoldenBlocks() {
        assertEquals(
                "address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset "
                        + "figcaption figure "
                        + "footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li listing main menu nav "
                        + "noframes ol optgroup "
                        + "option p plaintext pre section select summary table tbody td textarea tfoot th thead tr ul xmp",
                String.join(" ", new TreeSet<>(HtmlPage.BLOCKS)));
    }

    public void testOnlyBlocksBreakLines() {
        for (String name : List.of(
                "address",
                "article",
                "aside",
                "blockquote",
                "center",
                "details",
                "dialog",
                "dir",
                "div",
                "dl",
                "dt",
                "dd",
                "fieldset",
                "figcaption",
                "figure",
                "footer",
                "form",
                "h1",
                "h6",
                "header",
                "hgroup",
                "legend",
                "button",
                "li",
                "main",
                "menu",
                "nav",
                "ol",
                "p",
                "pre",
                "section",
                "summary",
                "textarea",
                "ul",
                "xmp")) {
            assertEquals(name, "a|b|c", lines("a<" + name + ">b</" + name + ">c"));
        }
        for (String name : List.of(
                "a", "b", "span", "em", "font", "label", "code", "sub", "q", "mark", "u", "custom-tag", "ruby")) {
            assertEquals(name, "abc", lines("a<" + name + ">b</" + name + ">c"));
        }
        assertEquals("a|b", lines("a<hr>b"));
        assertEquals("a|b", lines("a<br/><br /></br><BR>b"));
        assertEquals("a|b|c", lines("<table><caption>a<tr><td>b<th>c</table>"));
        assertEquals("a|b|c", lines("<select><optgroup><option>a<option>b</select>c"));
        assertEquals("a|b|c|d|e", lines("<p>a<p>b<li>c<dt>d<dd>e"));
    }

    public void testStruckTextIsMarked() {
        assertEquals("we do ~~not~~ accept", lines("we do <del>not</del> accept"));
        assertEquals("~~50~~ 40", lines("<p><s>50</s> 40"));
        assertEquals("> ~~a~~", lines("<blockquote type=cite><strike>a</strike></blockquote>"));
    }

    public void testFormulasHaveOperators() {
        assertEquals("take 1/2", lines("take <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"));
        assertEquals(
                "10^3",
                lines("<math><msup><mn>10</mn>\n<mn>3</mn></msup></math>").replace(" ", ""));
        assertEquals("a_b", lines("<math><msub><mi>a</mi><mi>b</mi></msub></math>"));
        assertEquals("12", lines("<math><mrow><mn>12</mn></mrow></math>"));
    }

    public void testMarkupWhiteSpaceDoesNotBreakLines() {
        assertEquals("a b c d e", lines("a\nb\r\nc\rd\fe"));
        assertEquals("a b", lines("a&#10;b"));
        assertEquals("a|b|c", lines("a<p>\n b \n</p>\nc"));
    }

    public void testPreformattedElements() {
        assertEquals(
                "a|b|c|d|e|f|g|h|j",
                lines("<pre>\na\r\nb <p>c\nd</p>e\n<pre>f\ng</pre>h</pre>j").replace("\r", ""));
        assertEquals("a|b", lines("<textarea>a\nb</textarea>"));
        assertEquals("<b>x|y</b>|z", lines("<xmp><b>x\ny</b></xmp>z"));
        assertEquals("<b>x|y</xmp>", lines("<plaintext><b>x\ny</xmp>"));
    }

    public void testCharacterReferences() {
        assertEquals(
                "&<>\" \u00E9\u4F60\uFFFD\u20AC\u00A9 &unknown; &",
                lines("&amp;&lt;&gt;&quot;&nbsp;&eacute;&#x4F60;&#0;&#128;&copy &unknown; &"));
        assertEquals("ab", lines("a\u0000b"));
        assertEquals("a\uFFFDb", lines("a\uFFFDb"));
    }

    public void testInvisibleContent() {
        assertEquals("ab", lines("a<!-- c --><![CDATA[ d ]]><!-- <p> --><?php e ?>b"));
        assertEquals("x y", lines("<svg><title>icon</title><text>x</text></svg> y"));
        assertEquals("a", lines("<iframe src=x>fallback</iframe><noembed>n</noembed>a<noframes>f</noframes>"));
        assertEquals("link", lines("<a href=x title=t>link</a><img alt=pic><input value=v>"));
        assertEquals("", lines("<!-- never closed <p>x"));
        assertEquals("", lines("<script>a<b>c"));
        assertEquals("", lines("<style>a { } <p>x"));
        assertEquals("", lines("<html><frameset><frame src=a></frameset><noframes>no <b>frames</b></noframes></html>"));
        assertEquals("x", lines("<head><meta charset=x><p>x"));
    }

    public void testTitles() {
        assertEquals(
                "never closed <p>x", HtmlPage.parse("<title>never closed <p>x").title());
        assertEquals("a & b", HtmlPage.parse("<title>\n a &amp; \n b </title>").title());
        assertEquals(
                "one", HtmlPage.parse("<title>one</title><title>two</title>").title());
        assertEquals("", HtmlPage.parse("<svg><title>icon</title></svg>").title());
        assertEquals("", HtmlPage.parse("<p>x").title());
        assertEquals("", HtmlPage.parse("<title></title><title>two</title>").title());
    }

    /** Content in front of a title moves it into the body; browsers still show it. */
    public void testTitleOutsideHead() {
        for (String before : List.of(
                "\uFEFF<!doctype html><html><head>",
                "\uFEFF\uFEFF",
                "<html><head><div>x</div>",
                "<head>&nbsp;<meta charset=x>",
                "<br />\n<b>Warning</b>: include() in <b>/x.php</b> on line <b>3</b><br />\n<!doctype html><html><head>",
                "Notice: x in /y.php\n<!doctype html><head>",
                "<svg><title>icon</title></svg>",
                "<svg><g><title>icon</title><desc>d</desc></g></svg><p>",
                "<math><title>sum</title></math>",
                "<template><title>later</title></template>",
                "<body><noscript><title>no script</title></noscript>",
                "<!-- <title>comment</title> -->",
                "<script>'<title>code</title>'</script>",
                "<div><p>words</p>")) {
            HtmlPage page = HtmlPage.parse(before + "<title>The page</title></head><body><p>text");
            assertEquals(before, "The page", page.title());
            assertTrue(before, page.text().contains("text"));
            assertFalse(before, page.text().contains("The page"));
        }
        assertEquals(
                "one",
                HtmlPage.parse("<head><title>one</title></head><p>x</p><title>two</title>")
                        .title());
    }

    /** Pages of unclosed elements. The time limit detects hangs; it is not a performance test. */
    public void testHostilePagesFinishInTime() {
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
            HtmlPage page = HtmlPage.parse("text " + piece.repeat(500_000 / piece.length()));
            assertTrue(piece, page.text().contains("text"));
            assertTrue(
                    piece,
                    System.nanoTime() - start < TimeValue.timeValueSeconds(60).nanos());
        }
    }

    /** The HTML parser of jsoup fails on these pages. */
    public void testDeeplyNestedTemplates() {
        assertEquals("before", lines("before<g><template>" + "<svg>".repeat(300) + "<template><math>hidden"));
        HtmlPage page = HtmlPage.parse(
                "<p>one</p><p>two</p><div><template>" + "<div>".repeat(300) + "<math><math><template><math>");
        assertTrue(page.text(), page.text().contains("one\n\ntwo"));
    }

    public void testTruncatesLargePages() {
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
