package org.ndd.core.compare;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.TestTexts;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.boilerplate.Slots;

/** Tests of the signals that a comparison reports. */
public class EvidenceTests extends LuceneTestCase {

    private static final Runnable NOT_CANCELLED = () -> {};

    /** Computes all signals, regardless of the confidence. */
    private static final SimilarityParameters ALL = SimilarityParameters.BALANCED.withMinConfidence(0);

    private static final String BODY = TestTexts.prose(new Random(5), 12);

    private static PageText page(String title, String text, String site) {
        return new PageText(text, title, site, null);
    }

    private static Comparison compare(PageText a, PageText b) {
        Comparison comparison = new PairComparator(ALL).compare(a, b, NOT_CANCELLED);
        assertEquals(
                comparison.contributions(),
                new PairComparator(ALL).compare(b, a, NOT_CANCELLED).swapped().contributions());
        return comparison;
    }

    private static Contribution of(Signal signal, PageText a, PageText b) {
        return compare(a, b).contributions().stream()
                .filter(each -> each.signal() == signal)
                .findAny()
                .orElse(null);
    }

    private static Contribution of(Signal signal, String a, String b) {
        return of(signal, PageText.of(a), PageText.of(b));
    }

    private static void assertWords(Contribution contribution, List<String> ofA, List<String> ofB) {
        assertNotNull(contribution);
        assertEquals(ofA, contribution.ofA());
        assertEquals(ofB, contribution.ofB());
        assertEquals(
                VerdictWeights.DEFAULT.of(contribution.signal()) * contribution.value(), contribution.logOdds(), 1e-12);
    }

    public void testSharedText() {
        String half = TestTexts.prose(random(), 20);
        Comparison comparison = compare(PageText.of(half + " " + BODY), PageText.of(half + " other end"));
        Contribution shared = comparison.contributions().get(0);
        assertEquals(Signal.SHARED_TEXT, shared.signal());
        assertEquals(Math.min(Signal.SUFFICIENT_SHARE, comparison.shared().resemblance()), shared.value(), 0);
        assertEquals(VerdictWeights.DEFAULT.logOdds(Signal.SHARED_TEXT, shared.value()), shared.logOdds(), 1e-12);
    }

    public void testTitlesWithinSite() {
        PageText red = page("Red shoe 4711", BODY, "shop.example");
        PageText blue = page("Blue shoe 4712", BODY, "shop.example");
        assertWords(of(Signal.TITLES, red, blue), List.of("red"), List.of("blue"));
        assertEquals(
                "one of two words differs", 0.5, of(Signal.TITLES, red, blue).value(), 0);
        assertEquals(
                1,
                of(Signal.TITLES, red, page("Blue boot", BODY, "shop.example")).value(),
                0);
        assertEquals(
                "the smaller share",
                0.5,
                of(Signal.TITLES, page("Red leather shoe boot", BODY, "s"), page("Blue shoe", BODY, "s"))
                        .value(),
                0);
        assertNull("one title has additional words", of(Signal.TITLES, red, page("shoe 4712", BODY, "shop.example")));
        assertNull("inflected", of(Signal.TITLES, page("Garden shed", BODY, "s"), page("Gardens shed", BODY, "s")));
        assertNull("different sites", of(Signal.TITLES, red, page("Blue shoe 4712", BODY, "other.example")));
        assertNull("numbers are not words", of(Signal.TITLES, red, page("Red shoe 4712", BODY, "shop.example")));
        String hindiBlue = "\u0928\u0940\u0932\u093e";
        String hindiRed = "\u0932\u093e\u0932";
        String hindiShoe = " \u091c\u0942\u0924\u093e";
        assertWords(
                of(Signal.TITLES, page(hindiBlue + hindiShoe, BODY, "s"), page(hindiRed + hindiShoe, BODY, "s")),
                List.of(hindiBlue),
                List.of(hindiRed));
        assertEquals(
                "within one site",
                Relation.OTHER_ITEM,
                new PairComparator(SimilarityParameters.STRICT)
                        .compare(page("Red shoe", BODY, "s"), page("Blue shoe", BODY, "s"), NOT_CANCELLED)
                        .relation());
    }

    public void testTitlesWithoutSite() {
        PageText apps = page("ListApps", BODY, null);
        assertWords(of(Signal.TITLES, apps, page("ListRoles", BODY, null)), List.of("listapps"), List.of("listroles"));
        assertNotNull("one site is unknown", of(Signal.TITLES, apps, page("ListRoles", BODY, "s.example")));
        assertNull("the text has the word", of(Signal.TITLES, apps, page("ListRoles", BODY + " listapps", null)));
        assertNull("another headline", of(Signal.TITLES, apps, page("Several xa xb xc", BODY, null)));
        assertNull("without titles", of(Signal.TITLES, "ListApps " + BODY, "ListRoles " + BODY));
    }

    /** A record whose text is shorter than seven of its titles is not an article with a headline. */
    public void testTitlesOfRecords() {
        String publisher = "published since 1987 by science press, see the publisher for more";
        PageText radiology = page("Current opinion in radiology", publisher, null);
        PageText heart = page("Atheroma and ischaemic heart disease", publisher, null);
        Contribution titles = of(Signal.TITLES, radiology, heart);
        assertWords(
                titles,
                List.of("current", "opinion", "in", "radiology"),
                List.of("atheroma", "and", "ischaemic", "heart", "disease"));
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        assertEquals(
                Relation.OTHER_ITEM,
                comparator.compare(radiology, heart, NOT_CANCELLED).relation());
        PageText elsewhere = page(radiology.title(), publisher, "a.example");
        assertNull("two sites", of(Signal.TITLES, elsewhere, page(heart.title(), publisher, "b.example")));
    }

    public void testIgnoresFrequentTitleWords() {
        SiteBoilerplate boilerplate = new SiteBoilerplate(
                "shop.example",
                Stream.of("red", "blue")
                        .map(word -> new BoilerplateLine(LineHash.of(word), Level.TITLE, 9, word))
                        .toList());
        PageText red = new PageText(BODY, "red shoe", "shop.example", boilerplate);
        assertNull(of(Signal.TITLES, red, new PageText(BODY, "blue shoe", "shop.example", boilerplate)));
        assertWords(
                of(Signal.TITLES, red, new PageText(BODY, "blue boot", "shop.example", boilerplate)),
                List.of("shoe"),
                List.of("boot"));
    }

    /** Lists of members of two classes, which have one title and share most members. */
    public void testFirstLinesInPlaceOfSharedTitles() {
        SiteBoilerplate boilerplate = new SiteBoilerplate(
                "docs.example",
                List.of(new BoilerplateLine(LineHash.of("members: a list"), Level.SHARED_TITLE, 9, "members: a list")));
        PageText label =
                new PageText("members of the label class\n" + BODY, "Members: a List", "docs.example", boilerplate);
        PageText image =
                new PageText("members of the image class\n" + BODY, "Members: a List", "docs.example", boilerplate);
        assertWords(of(Signal.TITLE_SUBSTITUTION, label, image), List.of("label"), List.of("image"));
        assertNull(of(Signal.EQUAL_TITLES, label, image));
        PageText revised = new PageText(label.text() + " revised", label.title(), "docs.example", boilerplate);
        assertNotNull("equal first lines", of(Signal.EQUAL_TITLES, label, revised));
        PageText known = new PageText(image.text(), "Another Title", "docs.example", boilerplate);
        assertWords(of(Signal.TITLES, label, known), List.of("members", "a", "list"), List.of("another", "title"));
        String sentence = "members of a class that " + "can be used in many ways ".repeat(6);
        PageText longLine = new PageText(sentence + "\n" + BODY, "Members: a List", "docs.example", boilerplate);
        assertNull("too long for a title", of(Signal.TITLED, label, longLine));
        assertNotNull(of(Signal.TITLED, label, image));
        PageText other = new PageText(image.text(), image.title(), "docs.example", null);
        PageText unknown = new PageText(label.text(), label.title(), "docs.example", null);
        assertNotNull("boilerplate is unknown", of(Signal.EQUAL_TITLES, unknown, other));
    }

    public void testSlots() {
        String question = "what is a young PET called in the countries of the north";
        List<String> tokens = List.of(question.replace("PET", "goat").split(" "));
        SiteBoilerplate family = new SiteBoilerplate(
                "/", List.of(new BoilerplateLine(Slots.hash(tokens, 4, 5), Level.SLOT, 9, "young … called")));
        PageText goat = new PageText(question.replace("PET", "goat"), null, family);
        PageText lion = new PageText(question.replace("PET", "sea lion"), null, null);
        assertWords(of(Signal.SLOTS, goat, lion), List.of("goat"), List.of("sea", "lion"));
        assertEquals(1, of(Signal.SLOTS, goat, lion).value(), 0);
        PageText both = PageText.of(lion.text().replace("north", "south"));
        assertEquals("share of the places", .5, of(Signal.SLOTS, goat, both).value(), 0);
        assertNull("nothing is replaced", of(Signal.SLOTS, goat, PageText.of(question.replace("PET", ""))));
        assertNull("no slot", of(Signal.SLOTS, PageText.of(goat.text()), lion));
        assertNull(
                "another place", of(Signal.SLOTS, goat, PageText.of(goat.text().replace("north", "south"))));
        assertNull(
                "titles name the things",
                of(
                        Signal.SLOTS,
                        new PageText(goat.text(), "a", null, family),
                        new PageText(lion.text(), "b", null, family)));
        PageText titledGoat = new PageText(goat.text(), "question on goat", null, family);
        assertNotNull("names of one form", of(Signal.SLOTS, titledGoat, page("question on lion", lion.text(), null)));
        assertNull("equal titles", of(Signal.SLOTS, titledGoat, page("question on goat", lion.text(), null)));
        PageText longText = new PageText(goat.text() + " " + BODY, null, family);
        assertNull("a long text", of(Signal.SLOTS, longText, PageText.of(lion.text() + " " + BODY)));
    }

    public void testLeadWords() {
        PageText red = page("Red shoe", "the red one. " + BODY + " red.", null);
        PageText shoe = page("Shoe", "the one. " + BODY, null);
        assertWords(of(Signal.LEAD_WORDS, red, shoe), List.of("red"), List.of());
        assertNull(
                "the other text has the word", of(Signal.LEAD_WORDS, red, page("Shoe", "the red one. " + BODY, null)));
        assertNull(
                "neither text has the word",
                of(Signal.LEAD_WORDS, page("Red shoe", BODY, null), page("Shoe", BODY, null)));
        assertWords(
                of(Signal.LEAD_WORDS, "zebra says it. " + BODY + " zebra.", "it. " + BODY),
                List.of("zebra"),
                List.of());
        assertNull(
                "different diacritics",
                of(
                        Signal.LEAD_WORDS,
                        "r\u00E9sum\u00E9 it. " + BODY + " r\u00E9sum\u00E9",
                        "resume it. " + BODY + " resume"));
        assertNull("a single occurrence is ignored", of(Signal.LEAD_WORDS, "zebra it. " + BODY, "it. " + BODY));
    }

    public void testTitleSubstitution() {
        String longer = BODY + " " + TestTexts.prose(random(), 60);
        PageText crimson = page("Crimson shoe", "Crimson shoe. " + longer + " It is crimson.", null);
        PageText indigo = page("Indigo shoe", "Indigo shoe. " + longer + " It is indigo.", null);
        assertWords(of(Signal.TITLE_SUBSTITUTION, crimson, indigo), List.of("crimson"), List.of("indigo"));
        assertNull(
                "a title at the start of the text is ignored",
                of(Signal.TITLE_SUBSTITUTION, page("Crimson shoe", "# Crimson shoe. " + longer, null), indigo));
        assertNull("a tag", of(Signal.TITLE_SUBSTITUTION, page("qsv shoe", BODY, null), page("ov shoe", BODY, null)));
        assertNotNull(
                "titles within a site have one form",
                of(Signal.TITLE_SUBSTITUTION, page("Red shoe", BODY, "s"), page("Blue shoe", BODY, "s")));
    }

    public void testLeadSubstitution() {
        String before = "these are the notes of package ";
        String after = " that was released. ";
        Contribution replaced =
                of(Signal.LEAD_SUBSTITUTION, before + "imapd" + after + BODY, before + "pop3d" + after + BODY);
        assertWords(replaced, List.of("imapd"), List.of("pop3d"));
        double width = (before + "imapd" + after + BODY).length();
        assertEquals("neither word is repeated", 0.75 * width / (width + 200), replaced.value(), 1e-9);
        Contribution again = of(
                Signal.LEAD_SUBSTITUTION,
                before + "imapd" + after + BODY + " Use imapd.",
                before + "pop3d" + after + BODY);
        width += " Use imapd.".length() / 2.0;
        assertEquals(width / (width + 200), again.value(), 1e-9);
        String rest = TestTexts.prose(random(), 60);
        Contribution longer = of(
                Signal.LEAD_SUBSTITUTION,
                before + "imapd" + after + BODY + " " + rest,
                before + "pop3d" + after + BODY + " " + rest);
        assertTrue("lower in longer texts", longer.value() < replaced.value() && longer.value() > 0);
        assertNull("an addition", of(Signal.LEAD_SUBSTITUTION, before + "imapd" + after + BODY, before + after + BODY));
        assertNull(
                "the title contains the word",
                of(
                        Signal.LEAD_SUBSTITUTION,
                        page("notes", before + "imapd" + after + BODY, null),
                        page("notes", before + "pop3d" + after + BODY, null)));
    }

    /** The names of two packages, of which the texts use other forms. */
    public void testLeadSubstitutionWithSimilarTitles() {
        String intel = "reports the load of intel chips, once a second. " + BODY;
        String radeon = "reports the load of radeon chips, once a second. " + BODY;
        assertWords(
                of(
                        Signal.LEAD_SUBSTITUTION,
                        page("libload intel1", intel, null),
                        page("libload radeon1", radeon, null)),
                List.of("intel"),
                List.of("radeon"));
        assertNull(
                "other words in the titles",
                of(Signal.LEAD_SUBSTITUTION, page("libload intel1", intel, null), page("load of chips", radeon, null)));
        assertNull(
                "a word is added",
                of(
                        Signal.LEAD_SUBSTITUTION,
                        page("libload chips", intel, null),
                        page("libload chips radeon", radeon, null)));
        assertNull(
                "one site, whose common words are known",
                of(Signal.LEAD_SUBSTITUTION, page("libload intel1", intel, "s"), page("libload radeon1", radeon, "s")));
        assertNull(
                "two sites",
                of(Signal.LEAD_SUBSTITUTION, page("libload intel1", intel, "s"), page("libload radeon1", radeon, "r")));
    }

    public void testLengths() {
        String rest = TestTexts.prose(random(), 60);
        assertNull(
                "more than .45 of the longer text",
                of(Signal.LENGTHS, rest + " " + rest.substring(rest.length() / 2), rest));
        String longer = rest + " " + TestTexts.prose(random(), 90);
        double ratio = (double) rest.length() / longer.length();
        assertEquals(1 - ratio / 0.45, of(Signal.LENGTHS, longer, rest).value(), 1e-9);
        assertEquals(1 - ratio / 0.45, of(Signal.LENGTHS, rest, longer).value(), 1e-9);
    }

    public void testNumbers() {
        Contribution one = of(Signal.NUMBERS, BODY + " at 12:30.", BODY + " at 14:45.");
        assertWords(one, List.of("12:30"), List.of("14:45"));
        assertEquals(75.0 / (BODY.length() + 10), one.value(), 1e-9);
        Contribution more = of(Signal.NUMBERS, BODY + " 1 2 3 4", BODY + " 5 6 7");
        assertWords(more, List.of("1", "2", "3", "4"), List.of("5", "6", "7"));
        assertEquals("the smaller count", 3 * 75.0 / (BODY.length() + 7), more.value(), 1e-9);
        assertNull("only one text has additional ones", of(Signal.NUMBERS, BODY + " 1 2 3", BODY));
        assertNull("same numbers in another place", of(Signal.NUMBERS, BODY + " 1 2", "2 1 " + BODY));
        assertNull("other separators", of(Signal.NUMBERS, BODY + " 462-729 1,000", BODY + " 462729 1000"));
        assertNull("a decimal comma", of(Signal.NUMBERS, BODY + " 3,5", BODY + " 3.5"));
        assertNull("a part", of(Signal.NUMBERS, BODY + " 40/42", BODY + " 42"));
        assertNull("parts", of(Signal.NUMBERS, BODY + " 408-526-5260", BODY + " (408) 526 5260"));
        assertNull("a unit", of(Signal.NUMBERS, BODY + " 256 mb", BODY + " 256mb"));
        assertNotNull("a decimal point", of(Signal.NUMBERS, BODY + " 1.5", BODY + " 15"));
        assertNotNull("a letter", of(Signal.NUMBERS, BODY + " 4a", BODY + " 4"));
        assertNotNull("another unit", of(Signal.NUMBERS, BODY + " 256mb", BODY + " 256gb"));
        assertNotNull("other pages", of(Signal.NUMBERS, BODY + " 405-408", BODY + " 405-405"));
        assertNotNull("another part", of(Signal.NUMBERS, BODY + " 6.1-50", BODY + " 6.1-47"));
        Comparison without = new PairComparator(ALL.withNumbers(false))
                .compare(PageText.of(BODY + " 1 2 3 4"), PageText.of(BODY + " 5 6 7"), NOT_CANCELLED);
        assertTrue(without.contributions().stream().noneMatch(each -> each.signal() == Signal.NUMBERS));
    }

    public void testOwnWords() {
        Contribution own = of(Signal.OWN_WORDS, BODY + " upgrade", BODY + " full version");
        assertWords(own, List.of("upgrade"), List.of("full", "version"));
        assertEquals("the smaller share", 7.0 / (BODY.length() + 8) / 0.06, own.value(), 1e-9);
        assertNull("only one text has additional ones", of(Signal.OWN_WORDS, BODY + " upgrade", BODY));
        assertNull("inflected", of(Signal.OWN_WORDS, BODY + " upgrade", BODY + " upgrades"));
    }

    public void testSpellingVariantsAreNotDistinctWords() {
        assertNull(of(Signal.OWN_WORDS, BODY + " impulsu", BODY + " impulzu"));
        assertNull(of(Signal.REPEATED_WORDS, BODY + " impulsu, impulsu", BODY + " impulzu, impulzu"));
        String before = "these are the notes of ";
        assertNull(of(Signal.LEAD_SUBSTITUTION, before + "impulsu or. " + BODY, before + "impulzu or. " + BODY));
    }

    public void testEdits() {
        String[] words = TestTexts.prose(random(), 60).split(" ");
        String text = String.join(" ", words);
        assertNull("none", of(Signal.EDITS, text + " beginning", text));
        for (int at : new int[] {80, 160, 240}) {
            words[at] = "qwertz";
        }
        Contribution edits = of(Signal.EDITS, text, String.join(" ", words));
        assertEquals(75 * 3.0 / text.length(), edits.value(), 0.05);
        assertTrue(edits.logOdds() > 0);
    }

    public void testTitled() {
        PageText titled = page("Red shoe", BODY, null);
        assertEquals(
                1,
                of(Signal.TITLED, titled, page("Blue shoe", BODY + " and more", null))
                        .value(),
                0);
        assertNull("one document has no title", of(Signal.TITLED, titled, page("", BODY + " and more", null)));
    }

    public void testRepeatedWords() {
        Contribution repeated = of(Signal.REPEATED_WORDS, BODY + " upgrade or upgrade", BODY);
        assertWords(repeated, List.of("upgrade"), List.of());
        assertEquals(2 * 7.0 / (BODY.length() + 19) / 0.06, repeated.value(), 1e-9);
        assertNull("once", of(Signal.REPEATED_WORDS, BODY + " upgrade", BODY));
    }

    public void testReportedWordsAreBounded() {
        Contribution own = of(
                Signal.OWN_WORDS, BODY + " " + TestTexts.prose(random(), 3), BODY + " " + TestTexts.prose(random(), 3));
        assertEquals(Contribution.MAX_WORDS, own.ofA().size());
        assertEquals(Contribution.MAX_WORDS, own.ofB().size());
    }

    /** Signals are symmetric, sorted and within their range, and their log-odds sum up to the confidence. */
    public void testRandomTexts() {
        int signals = 0;
        for (int round = 0; round < 300; round++) {
            String text = TestTexts.prose(random(), 3 + random().nextInt(10));
            String site = random().nextBoolean() ? "a.example" : null;
            PageText a = page(title(), text + tail(), site);
            PageText b = page(title(), TestTexts.mutate(random(), text, random().nextInt(30)) + tail(), site);
            Comparison comparison = compare(a, b);
            if (comparison.contributions().isEmpty()) {
                continue;
            }
            double sum = 0;
            Signal last = null;
            for (Contribution each : comparison.contributions()) {
                assertTrue(each.toString(), each.value() >= 0 && each.value() <= 1);
                assertTrue(last == null || each.signal().compareTo(last) > 0);
                assertEquals(VerdictWeights.DEFAULT.logOdds(each.signal(), each.value()), each.logOdds(), 1e-12);
                last = each.signal();
                sum += each.logOdds();
                signals++;
            }
            assertEquals(VerdictWeights.probability(sum), comparison.confidence(), 1e-12);
            double threshold = random().nextDouble();
            Comparison there = new PairComparator(SimilarityParameters.BALANCED.withMinConfidence(threshold))
                    .compare(a, b, NOT_CANCELLED);
            boolean reached = comparison.relation() == Relation.NEAR && comparison.confidence() >= threshold;
            assertEquals(reached, there.relation() == Relation.NEAR);
            assertTrue(
                    "contradiction",
                    there.relation() == Relation.SAME
                            || reached
                                    == (there.confidence() >= threshold
                                            && there.shared().resemblance() >= 0.35));
        }
        assertTrue(signals + " signals", signals > 300);
    }

    private static String title() {
        return random().nextInt(3) == 0
                ? ""
                : List.of("red shoe", "blue shoe", "shoe 4711").get(random().nextInt(3));
    }

    private static String tail() {
        return Stream.generate(() -> List.of("red", "blue", "shoe", "4711", "4712", "upgrade")
                        .get(random().nextInt(6)))
                .limit(random().nextInt(8))
                .reduce("", (left, right) -> left + " " + right);
    }
}
