package org.ndd.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.Sentences.Sentence;

/** Tests of quoted and own text, from plain lines to canonical text. */
public class QuotationTests extends LuceneTestCase {

    private static final List<String> WORDS = List.of(
            "a",
            "the",
            "of",
            "and",
            "width",
            "paragraph",
            "wrapped",
            "again",
            "near-duplicate",
            "3.14",
            "\u00E9t\u00E9");

    private static String canonical(String plain) {
        return CanonicalText.ofParagraphs(plain, Integer.MAX_VALUE).value();
    }

    private static String own(String plain) {
        return Quotation.ownText(canonical(plain));
    }

    private static String prose(int words) {
        StringBuilder text = new StringBuilder("it begins");
        for (int i = 0; i < words; i++) {
            text.append(' ').append(WORDS.get(random().nextInt(WORDS.size())));
        }
        return text.append(" and ends.").toString();
    }

    public void testQuotationMarksInCanonicalText() {
        String text = "own\n> quoted\n> and more\n>= own\nown too";
        assertTrue(Quotation.isIn(text));
        assertTrue(Quotation.isIn("> quoted"));
        assertFalse(Quotation.isIn("a > b\n>c\n>"));
        assertEquals("own\n>= own\nown too", Quotation.ownText(text));
        assertEquals("", Quotation.ownText("> quoted\n> > twice"));
        assertEquals("a > b", Quotation.ownText("a > b"));
    }

    public void testQuotedLines() {
        assertEquals("yes\n> is it so?\nit is.", canonical("Yes\n\n> Is it\n> so?\n\nIt is."));
        assertEquals("> a\n> b\nc", canonical(">a\n> > b\n c"));
        assertEquals("> a", canonical("\uFF1E a"));
        assertEquals("a >= b\n>= c", canonical("a >= b\n\n>= c"));
        assertEquals("no bullet", canonical("      >   no bullet"));
    }

    /** Quotation marks of any depth become one mark, and quoted text stays quoted. */
    public void testCanonicalTextIsIdempotent() {
        for (int round = 0; round < 2000; round++) {
            String canonical = canonical(RandomText.any(random(), random().nextInt(80))
                    .replace('a', '>')
                    .replace('b', '\n'));
            assertEquals(
                    canonical, CanonicalText.of(canonical, Integer.MAX_VALUE).value());
            if (Quotation.isIn(canonical)) {
                assertFalse(Quotation.isIn(Quotation.ownText(canonical)));
                assertEquals(
                        Sentences.split(canonical).stream().map(Sentence::key).toList(),
                        keys(canonical.replaceAll("(?m)^(> )+", "")));
            }
        }
    }

    private static List<String> keys(String text) {
        return Sentences.split(text).stream().map(Sentence::key).toList();
    }

    public void testOwnTextIsIndependentOfWidthAndDepth() {
        for (int round = 0; round < 200; round++) {
            String first = prose(random().nextInt(100));
            String second = prose(random().nextInt(100));
            String quoted = prose(random().nextInt(100));
            String expected = canonical(first) + "\n> " + canonical(quoted) + "\n" + canonical(second);
            int width = 30 + random().nextInt(100);
            String prefix = "> ".repeat(1 + random().nextInt(4));
            assertEquals(
                    expected,
                    canonical(LineWrapper.text(first, width) + "\n\n" + LineWrapper.text(quoted, width, prefix) + "\n\n"
                            + LineWrapper.text(second, 30 + random().nextInt(100))));
        }
    }

    /** Mail programs that wrap after quoting leave the ends of lines without a mark. */
    public void testWrappedQuotedLines() {
        for (int round = 0; round < 200; round++) {
            String prefix = "> ".repeat(1 + random().nextInt(2));
            String text = prose(40 + random().nextInt(100));
            int width = 60 + random().nextInt(15);
            List<String> lines = List.of(
                    LineWrapper.text(text, width + random().nextInt(10), prefix).split("\n"));
            List<String> wrapped = new ArrayList<>();
            for (String line : lines) {
                int cut = line.length() > width && line != lines.get(lines.size() - 1)
                        ? line.lastIndexOf(' ', width)
                        : line.length();
                wrapped.add(line.substring(0, cut));
                if (cut < line.length()) {
                    wrapped.add(prefix.substring(2) + line.substring(cut + 1));
                }
            }
            assertEquals("> " + canonical(text) + "\nno", canonical(String.join("\n", wrapped) + "\n\nNo"));
        }
        String question = "> What do you think about the first of the two options that we talked about,\n> really?\n";
        assertEquals("nothing", own(question + "Nothing\n" + "> And what about the other one?"));
        String full = "> A line of a mail that takes all the columns that a mail has, and it ends.\n";
        assertEquals("so it does", own(full + "So it does\n" + full));
    }

    public void testIntroductions() {
        for (String introduction : List.of(
                "On Mon, 12 Aug 2002, A. Person wrote:",
                "On Friday, 19 July 2002 at 03:35:36PM +0100 or so it is said here,\nA. Person thought:",
                "On Mon, Aug 12, 2002 at 5:49 PM A. Person <\nperson@example.org> wrote:",
                "Am 12.08.2002 um 17:49 schrieb A. Person <person@example.org>:",
                "Le 12/08/2002, Une Personne a \u00E9crit :",
                "2002\u5E748\u670812\u65E5 \u5199\u9053\uFF1A",
                "A. Person writes:")) {
            for (String gap : List.of("\n", "\n\n", "\n>\n")) {
                String text = "Thank you for your help with that.\n\n" + introduction + gap + "> Do this.\n\nIt works.";
                assertEquals(introduction, "thank you for your help with that.\nit works.", own(text));
            }
        }
        String line = "that was of great help, thank you very much for it\n";
        assertEquals(
                canonical(line) + "\nit works.",
                own(line + "On Mon, 12 Aug 2002, A. Person wrote:\n> Do this.\n\nIt works."));
        assertEquals("thanks\nit works.", own("Thanks\nA. Person wrote:\n> Do this.\n\nIt works."));
    }

    public void testTextThatIsNotIntroduction() {
        String paragraph =
                "this is a paragraph of the message itself that was wrapped, and it\nends with a colon so that one reads on:";
        assertEquals(canonical(paragraph), own(paragraph + "\n> Do this."));
        assertEquals("so it is:\nthis", own("So it is:\n\nthis"));
        String wide = "a line that is a paragraph ".repeat(10) + "with a colon:";
        assertEquals(wide, own(wide + "\n> Do this."));
    }

    public void testForwardedMessages() {
        String headers =
                "From: A. Person [mailto:person@example.org]\nSent: Monday, 12 August 2002 17:49\nTo: list@example.org\n"
                        + "Subject: a message\n";
        for (String begin : List.of(
                "-----Original Message-----\n",
                "---------- Forwarded message ---------\n",
                "-----Urspr\u00FCngliche Nachricht-----\n",
                "--- begin forwarded text\n",
                "Begin forwarded message:\n\n",
                "________________________________\n" + headers,
                headers,
                "Von: A. Person\nGesendet: Montag\nAn: B\nBetreff: Nachricht\n",
                "*From:* A. Person\n*Sent:* Monday\n*Subject:* a message\n".replace(":*", ":"),
                "\u53D1\u4EF6\u4EBA: A\n\u53D1\u9001\u65F6\u95F4: B\n\u4E3B\u9898: C\n")) {
            String text = "for your information.\n\n" + begin + "\nthe message\n\n> quoted in it\n\nend of it";
            assertEquals(begin, "for your information.", own(text));
        }
        assertEquals(
                "see below\nregards",
                own(
                        "see below\n\n--- begin forwarded text\n\n> message\n\nanswer\n\n--- end forwarded text\n\nregards"));
        assertEquals(
                "see below\nregards",
                own("see below\n\n  " + headers.replace("\n", "\n  ") + "\n  message\n\nregards"));
        assertEquals("", own("-----Original Message-----\nthe message"));
    }

    public void testTextThatIsNotForwardedMessage() {
        String message = "from: a. person\nto: list@example.org\nsubject: a message\n\nthe message";
        assertEquals("headers of the message itself", canonical(message), own(message));
        String received = "received: by example.org\n".repeat(20) + message;
        assertEquals("many headers", canonical(received), own(received));
        String prose =
                "some text\n\nFormat: 3\nSource: x\nSubject: y\n\nThe original message was lost -- the forwarded message too";
        assertEquals(canonical(prose), own(prose));
    }

    /** The header lines of a forwarded message are not its text, also if they are wrapped to one line. */
    public void testHeadersOfForwardedMessages() {
        String message = "the office moves on monday.\n\nplease pack your boxes until friday noon.";
        String forwarded = "> the office moves on monday.\n> please pack your boxes until friday noon.";
        String addresses = "[mailto:person@example.org]";
        for (String headers : List.of(
                "-----Original Message-----\nFrom: A. Person " + addresses
                        + "\nSent: Monday, 12 August 2002 17:49\nTo: list@example.org\nCc: B\nSubject: Move to the new office",
                "---------- Forwarded message ----------\nFrom: A\nDate: Mon, 12 Aug 2002\nReply-To: B\nTo: list@example.org",
                "Begin forwarded message:\n\n> From: A\n> Date: Monday\n> To: B\n> Subject: Move",
                "-----Urspr\u00FCngliche Nachricht-----\nVon: A\nGesendet: Montag\nAn: B\nBetreff: Umzug",
                "-----Message d'origine-----\nDe : A\nEnvoy\u00E9 : lundi\n\u00C0 : B\nObjet : bureau",
                "-----Mensaje original-----\nDe: A\nEnviado el: lunes\nPara: B\nAsunto: oficina")) {
            String canonical = canonical(headers + "\n\n" + message);
            assertEquals(canonical, forwarded, Quotation.withoutHeaders(canonical));
            assertEquals(
                    "fyi\n" + forwarded, Quotation.withoutHeaders(canonical("FYI\n\n" + headers + "\n\n" + message)));
        }
    }

    public void testTextThatIsNotHeaderOfForwardedMessage() {
        for (String text : List.of(
                "from: a. person\nto: list@example.org\nsubject: a message\n\n" + prose(10),
                "> " + prose(10) + "\n> from: here to there\n> " + prose(10),
                "> subject: what the message is about\n> " + prose(10),
                "> the original message was lost\n> " + prose(10),
                "-----Original Message-----\nFrom: A\nSubject: only headers")) {
            String canonical = canonical(text);
            assertEquals(canonical, Quotation.withoutHeaders(canonical));
        }
    }

    public void testSignaturesAndFooters() {
        String footer = "_".repeat(47) + "\nA mailing list\nlist@example.org";
        assertEquals("the message", own("The message\n\n-- \nA. Person\nhttps://example.org/"));
        assertEquals("the message", own("The message\n\n--\nA. Person\n\n" + footer));
        assertEquals("the message", own("The message\n" + footer));
        assertEquals("the message\nand more", own("The message\n-- \nA. Person\n\n> quoted\n\nand more"));
        String rows = "a row of many\n".repeat(16);
        String text = "two tables\n--\n" + rows;
        assertEquals(canonical(text), own(text));
        assertEquals(canonical(text + "end"), own(text + "end\n-- \nA. Person"));
        assertEquals("name:\n" + canonical(rows), own("name:\n" + "_".repeat(39) + "\n" + rows));
    }

    public void testSentencesForFingerprints() {
        String quote = "> what one message says is quoted by the other one.";
        String reply = "what the other message says. it is wide enough.";
        assertEquals(
                keys(reply), forFingerprints("first: " + reply + "\n" + quote).subList(1, 3));
        assertEquals(3, forFingerprints("first: " + reply + "\n" + quote).size());
        assertEquals(keys(quote + "\nno."), forFingerprints(quote + "\nno."));
        assertEquals(
                "a".repeat(40), forFingerprints(quote + "\n" + "a".repeat(40)).get(0));
        assertEquals(2, forFingerprints(quote + "\n" + "a".repeat(39)).size());
        assertEquals(keys(reply), forFingerprints(reply));
    }

    private static List<String> forFingerprints(String text) {
        return Sentences.forFingerprints(text).stream().map(Sentence::key).toList();
    }

    public void testDigestIncludesQuotedText() {
        assertNotEquals(
                ContentDigest.of(canonical("I agree with all of that\n> this"), "", null),
                ContentDigest.of(canonical("I agree with all of that\n> that"), "", null));
    }

    /** The time limit detects hangs; it is not a performance test. */
    public void testHostileInputsFinishInTime() {
        for (String piece : List.of(
                "a:\n> \n",
                "> a\nb\n",
                "--\n",
                "from:\n",
                "x\nfrom: a\n",
                "-- original message\n",
                "__\n",
                "a\n\n> ")) {
            String text = piece.repeat(1_000_000 / piece.length());
            long start = System.nanoTime();
            Quotation.ownText(canonical(text));
            assertTrue(piece, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
        }
        for (char wide : new char[] {' ', '_', '-', ':', 'a'}) {
            String line = String.valueOf(wide).repeat(1_000_000);
            own("a\n" + line + "\n> b\n" + line + "\n> c\nfrom: x\nsubject: y\nto: z" + line);
        }
    }

    /** Letters are those of the pinned Unicode version, so that two JDKs give the same canonical text; this one is of Unicode 16. */
    public void testNamesOfHeadersDoNotDependOnTheJdk() {
        assertEquals("\u1C8A", MailHeaders.name("\u1C8A: x", 0, 4));
    }
}
