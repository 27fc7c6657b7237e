package org.ndd.core.text;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TitleWordsTests extends LuceneTestCase {

    public void testRemovesMailPrefixesAndSuffixes() {
        for (String subject : List.of(
                "A title, of a message",
                "Re: A title, of a message",
                "RE:A title, of a message",
                "Re[2]: A title, of a message",
                "Re: Re: Re(3): A title, of a message",
                "AW: WG: A title, of a message",
                "SV: RES: TR : A title, of a message",
                "Re\uFF1A A title, of a message",
                "\u56DE\u590D: A title, of a message",
                "[list] A title, of a message",
                "[my-list] Re: [Other.List_users] Re: A title, of a message",
                "[Fwd: A title, of a message]",
                "Re: [Fwd: A title, of a message]",
                "Fwd: A title, of a message (fwd)",
                "  Re:  A title, of a message ")) {
            assertEquals(subject, "A title, of a message", TitleWords.normalized(subject));
        }
        assertEquals(TitleWords.of("Title of it"), TitleWords.of("Re: [list] Title of it"));
        assertEquals("stra\u00DFe".replace("\u00DF", "ss"), TitleWords.folded("AW: Stra\u00DFe"));
    }

    public void testKeepsOtherPrefixes() {
        for (String title : List.of(
                "",
                "Re:",
                "[list]",
                "Re: [list]",
                "[Fwd: ]",
                "Regarding: a title",
                "Re2: a title",
                "re:mix a title",
                "Re a title",
                "tr: cut characters",
                "[PATCH 2/3] a title",
                "[use Perl] a title",
                "a title [list]",
                "a title, Re: another",
                "[a title]",
                "I: Robot",
                "xbox: a title")) {
            assertEquals(title, TitleWords.normalized(title));
        }
    }

    public void testHostileTitlesFinishInTime() {
        for (String piece : List.of("Re:", "[", "[a]", "[Fwd:", " ", "Re: [a] ")) {
            TitleWords.normalized(piece.repeat(200_000));
            TitleWords.normalized(piece.repeat(200_000) + "x");
        }
    }
}
