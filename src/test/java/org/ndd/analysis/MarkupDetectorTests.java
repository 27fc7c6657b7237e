package org.ndd.analysis;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;

public class MarkupDetectorTests extends LuceneTestCase {

    public void testMarkup() {
        for (String input : List.of(
                "<!DOCTYPE html><html>",
                "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
                "\uFEFF\r\n\t<html lang=en>",
                "<HTML><HEAD>",
                "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"x\">",
                "<?xml version=\"1.0\"?><!-- a --> <!-- b -->\n<html>",
                "<!-- comment\n of lines --><body>",
                "<script>location = '/a'</script>",
                "<!-- a -->\n<SCRIPT src=x></SCRIPT >\n" + "words of a page\n".repeat(100),
                "\uFEFF <style type=text/css>" + "#a { color: red }\n".repeat(2000) + "</Style><p>x",
                "<script>" + "x = 1;\n".repeat(5000) + "</script>" + "words ".repeat(100),
                "Warning: include(x) failed in /srv/x.php on line 3\n<!DOCTYPE html>\n<body>" + "words\n".repeat(1000)
                        + "</html>",
                "<br />\n<b>Notice</b>:  Undefined index: a in <b>/x.php</b> on line <b>9</b><br />\n<html lang=en>"
                        + "words\n".repeat(9000)
                        + "</HTML >\n<!-- cached -->\n",
                "ok\n\n\uFEFF<!doctype html><p>x</html>",
                "<p>one paragraph",
                "<div class=x>y",
                "<h1>title</h1>",
                "<table border=1>",
                "<!---->" + "<!-- c -->".repeat(500) + "<html>",
                "<!-- " + "a licence ".repeat(800) + "--><html>",
                "words <b>first</b> and <i>then</i> others</p>",
                "text </A> text </Div > text </SPAN>",
                "<p>" + "one of many paragraphs ".repeat(15) + "</p><p>another</p><p>a third</p>")) {
            assertTrue(input, MarkupDetector.looksLikeHtml(input));
        }
    }

    public void testText() {
        for (String input : List.of(
                "",
                "   ",
                "plain words",
                "a < b and c > d",
                "the <b> element makes text bold, </b> ends it",
                "GOLDEN NUGGET INC <GNG> 4TH QTR LOSS",
                "<GNG> 4TH QTR LOSS",
                "<pre-release> notes",
                "<paragraph>",
                "<script> elements of a page run in their order.",
                "<style> is an element, and so is <b>.\n" + "Words of a manual.\n".repeat(100),
                "<style>\n.a { color: red }\n</style>\n\n# A notebook\n\nWords.",
                "<scripture>",
                "A page begins with <!doctype html> and ends with </html>",
                "How to begin a page:\n<!doctype html>\n<body>\n" + "and so on\n".repeat(300),
                "```\n<!doctype html>\n</html>\n```\n",
                "words\n".repeat(1000) + "<html>\n</html>",
                "<?xml version=\"1.0\"?><rss><item/></rss>",
                "<!-- only a comment -->",
                "<!-- never closed <html>",
                "see </foo></bar></baz>",
                "# A project\n\n<p align=\"center\"><a href=x></a></p>\n<p><b>badges</b></p>\n\nWords.",
                "<p align=\"center\"><b>A</b></p>\n\n## Use\n\n```\nrun it\n```\n<i>end</i>",
                "import html\n" + "def row(self): return self.cell()\n".repeat(60) + "out('<td></td></tr></table>')\n",
                "NAME\n  gcloud <COMMAND> </b></i></a>" + "  words of a manual\n".repeat(100),
                "x".repeat(20_000) + "<p></p><p></p><p></p>")) {
            assertFalse(input, MarkupDetector.looksLikeHtml(input));
        }
    }

    /** The time limit detects hangs; it is not a performance test. */
    public void testHostileInputsFinishInTime() {
        for (String piece : List.of(
                "<!--",
                "<!---->",
                "<!-- -->",
                "<?xml",
                "<?xml>",
                "<?xml ?>\n",
                " ",
                "\uFEFF",
                "<",
                "</",
                "</a",
                "</a ",
                "-->",
                "<!doctype ",
                "<script>",
                "<style ",
                "<style></scrip",
                "x\n<html>\n</html",
                "<!-->")) {
            long start = System.nanoTime();
            assertFalse(piece, MarkupDetector.looksLikeHtml(piece.repeat(2_000_000 / piece.length())));
            assertTrue(piece, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
        }
    }
}
