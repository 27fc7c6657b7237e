package org.ndd.analysis;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Generates typical web pages and damages them: truncated, shuffled, duplicated, nested, wrongly decoded, with random references,
 * attributes and control characters. A page depends on the random numbers only.
 */
public final class HtmlMutator {

    private static final List<String> PAGES = List.of("""
            <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Harbour &amp; storm</title><style>p{color:red}</style>
            <script>if (a < b && c > d) { document.write("<p>no text</p>"); }</script></head><body><nav><ul><li><a
            href="/">Home</a><li>News</ul>
            </nav><article><h1>The harbour is closed</h1><p>The harbour of the town was closed on Monday because of the
            storm.</p><p>Ships wait in
            the bay until the wind goes down. Nobody was hurt, the mayor says.</p><!-- ads --><noscript>Turn it
            on</noscript></article><footer>All
            rights are reserved &copy; 2026</footer></body></html>
            """, """
            <table border=1><tr><th>Day<th>Wind<tr><td>Monday<td>9 Bft, the strongest wind that was measured in this harbour for ten years
            <tr><td>Tuesday<td>4 Bft</table><pre>  line one
              line two of a poem that keeps its lines </pre><select><option>one<option selected>two</select><textarea>typed
            text</textarea><form><input value=x><button>Send</button></form>
            """, """
            <HTML><HEAD><TITLE>\u6e2f\u53e3\u5173\u95ed</TITLE></HEAD><BODY BGCOLOR=white><CENTER><FONT
            SIZE=+2><B>\u98a8\u66b4</B></FONT></CENTER>
            <P>\u5468\u4e00\uff0c\u8be5\u9547\u7684\u6e2f\u53e3\u56e0\u98ce\u66b4\u5173\u95ed\u3002\
            \u8239\u53ea\u5728\u6d77\u6e7e\u7b49\u5f85\u3002
            <P DIR=RTL>\u0623\u063a\u0644\u0642 \u0627\u0644\u0645\u064a\u0646\u0627\u0621 \u0628\u0633\u0628\u0628
            \u0627\u0644\u0639\u0627\u0635\u0641\u0629.
            <BR>\u041f\u043e\u0440\u0442 \u0437\u0430\u043a\u0440\u044b\u0442 \u0438\u0437-\u0437\u0430
            \u0448\u0442\u043e\u0440\u043c\u0430.</BODY></HTML>
            """, """
            <svg viewBox="0 0 9 9"><title>icon</title><text x=1>drawn</text></svg><math><mi>x</mi></math><template><p>not
            seen</p></template>
            <iframe src=a>fallback</iframe><object><param name=a></object><details><summary>More</summary>Hidden until it is opened,
            and a text
            all the same.</details><p>Climbers have found a new route to the summit from the north.
            """);

    private static final List<String> TAGS = List.of(
            "<div>",
            "</div>",
            "<b><i><u>",
            "</b>",
            "<table>",
            "<tr><td>",
            "</table>",
            "<svg><math>",
            "<template>",
            "<frameset><frame>",
            "<plaintext>",
            "<xmp>",
            "<script>",
            "</script>",
            "<style>",
            "<title>",
            "</title>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?xml version='1.0'?>",
            "<!DOCTYPE html>",
            "</p></p>",
            "<a href=x>",
            "<nobr>",
            "<button>",
            "<select><option>",
            "<h1>",
            "<body>",
            "<html>",
            "</html>",
            "<head>",
            "<br/ >",
            "<p",
            "<",
            "</",
            "<>",
            "< p>",
            "<1>",
            "<x:y z>",
            "<textarea>",
            "<font size=1>",
            "<li>");

    private static final List<String> REFERENCES = List.of(
            "&amp;amp;",
            "&#xD800;",
            "&#xDFFF;",
            "&#x110000;",
            "&#99999999999999;",
            "&#0;",
            "&#x80;",
            "&#;",
            "&#x;",
            "&nosuchthing;",
            "&",
            "&&&&",
            "&lt;p&gt;",
            "&NotEqualTilde;",
            "&nbsp",
            "&zwj;",
            "&#x202E;",
            "&CounterClockwiseContourIntegral;",
            "&lt");

    private static final List<String> CHARACTERS = List.of(
            "\u0000",
            "\b",
            "\u001B[31m",
            "\u007F",
            "\u0085",
            "\u00AD",
            "\u200B",
            "\u2028",
            "\u202E",
            "\u2066",
            "\uFEFF",
            "\uFFFD",
            "\uFFFE",
            "\uFFFF",
            "\uD800",
            "\uDC00",
            "\uDC00\uD800",
            "\uD83D\uDE00",
            "e\u0301\u0301\u0301",
            "\u0F73",
            "\r",
            "\r\r\n",
            "\f",
            "\u000B",
            "\u3000",
            "\uFDFA",
            "\u1D5A");

    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.ISO_8859_1,
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE,
            StandardCharsets.US_ASCII);

    private static final int MAX_CHANGES = 6;
    private static final int LONGEST = 60_000;

    private final Random random;

    public HtmlMutator(Random random) {
        this.random = random;
    }

    /** Applies one or more changes to a page. */
    public String page() {
        String page = oneOf(PAGES);
        for (int i = 1 + random.nextInt(MAX_CHANGES); i > 0; i--) {
            page = change(page);
            if (page.length() > LONGEST) {
                page = page.substring(0, LONGEST);
            }
        }
        return page;
    }

    private String change(String page) {
        int from = random.nextInt(page.length() + 1);
        int to = Math.min(page.length(), from + random.nextInt(1 + random.nextInt(400)));
        String before = page.substring(0, from);
        String slice = page.substring(from, to);
        String after = page.substring(to);
        return switch (random.nextInt(12)) {
            case 0 -> before;
            case 1 -> slice + after;
            case 2 -> before + after;
            case 3 -> before + slice.repeat(2 + random.nextInt(50)) + after;
            case 4 -> after + slice + before;
            case 5 -> before + oneOf(TAGS).repeat(1 + random.nextInt(3)) + slice + oneOf(TAGS) + after;
            case 6 -> before + oneOf(TAGS).repeat(random.nextInt(3_000)) + slice + after;
            case 7 ->
                before
                        + oneOf(REFERENCES).repeat(1 + random.nextInt(random.nextInt(10) == 0 ? 5_000 : 3))
                        + slice
                        + after;
            case 8 ->
                before
                        + oneOf(CHARACTERS).repeat(1 + random.nextInt(random.nextInt(10) == 0 ? 5_000 : 3))
                        + slice
                        + after;
            case 9 -> before + attributes() + slice + after;
            case 10 -> decodedWrongly(page);
            default -> shuffled(page);
        };
    }

    private String attributes() {
        return switch (random.nextInt(4)) {
            case 0 -> "<a title=\"" + oneOf(CHARACTERS).repeat(20_000) + (random.nextBoolean() ? "\">" : "");
            case 1 -> {
                StringBuilder many = new StringBuilder("<p");
                for (int i = random.nextInt(5_000); i > 0; i--) {
                    many.append(" a").append(random.nextInt(4_000)).append("=").append(i);
                }
                yield many + (random.nextBoolean() ? ">" : "");
            }
            case 2 -> "<img alt='" + oneOf(REFERENCES).repeat(3_000) + "'>";
            default -> "<b " + "x".repeat(20_000) + ">";
        };
    }

    /** Encodes a page with one charset and decodes it with another, possibly dropping bytes. */
    private String decodedWrongly(String page) {
        byte[] bytes = page.getBytes(random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16LE);
        int skipped = Math.min(bytes.length, random.nextInt(2));
        return new String(
                bytes,
                skipped,
                bytes.length - skipped,
                random.nextInt(3) == 0 ? StandardCharsets.UTF_8 : oneOf(CHARSETS));
    }

    /** Shuffles the tags and texts of a page. */
    private String shuffled(String page) {
        List<String> pieces = new ArrayList<>(List.of(page.split("(?=<)")));
        Collections.shuffle(pieces, random);
        return String.join("", pieces);
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
