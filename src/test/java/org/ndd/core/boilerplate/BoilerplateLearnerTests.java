package org.ndd.core.boilerplate;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.text.Sentences;

public class BoilerplateLearnerTests extends LuceneTestCase {

    /** Each document is a singleton. */
    private static final BoilerplateLearner.SampleGrouping NO_GROUPS =
            texts -> IntStream.range(0, texts.size()).toArray();

    private static Set<String> lines(SiteBoilerplate boilerplate, Level level) {
        return boilerplate.lines().stream()
                .filter(line -> line.level() == level)
                .map(BoilerplateLine::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Groups pages by the number in their line {@code page 17}.
     *
     * @param leaders the leader of each document, by number
     */
    private static BoilerplateLearner.SampleGrouping groups(int[] leaders) {
        return texts -> {
            List<Integer> numbers = texts.stream()
                    .map(text -> text.lines()
                            .filter(line -> line.startsWith("page "))
                            .findFirst()
                            .orElseThrow())
                    .map(line -> Integer.parseInt(line.substring("page ".length())))
                    .toList();
            return numbers.stream()
                    .mapToInt(number -> numbers.indexOf(leaders[number]))
                    .toArray();
        };
    }

    private static SiteBoilerplate learn(List<String> pages, List<String> titles) {
        return new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED).learn("a.example", pages, titles);
    }

    /** Text that no other document has, longer than 200 code units. */
    private static String own(int page) {
        return IntStream.range(0, 12)
                .mapToObj(line -> "what only page " + page + " says in line " + line)
                .collect(Collectors.joining("\n"));
    }

    /** Distinct words without digits, because numbers in titles distinguish releases. */
    private static String title(int number) {
        return "Title of " + (char) ('a' + number / 676) + (char) ('a' + number / 26 % 26) + (char) ('a' + number % 26)
                + "q";
    }

    public void testTooFewDocumentsWithoutTitles() {
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < BoilerplateLearner.MIN_GROUPED - 1; i++) {
            pages.add("menu\npage " + i);
        }
        assertNull("no titles", learn(pages, Collections.nCopies(pages.size(), "")));
        pages.add("menu\nlast page");
        assertEquals(Set.of("menu"), lines(learn(pages, Collections.nCopies(pages.size(), "")), Level.COMMON));
    }

    public void testSmallSampleWithDistinctTitles() {
        assertEquals(3, BoilerplateLearner.MIN_PAGES);
        for (int count = 2; count < BoilerplateLearner.MIN_GROUPED; count++) {
            List<String> pages = new ArrayList<>();
            List<String> titles = new ArrayList<>();
            int half = Math.max(3, (count + 1) / 2);
            for (int i = 0; i < count; i++) {
                pages.add("menu\n" + (i < half ? "on half\n" : "") + (i < half - 1 ? "on fewer\n" : "") + own(i));
                titles.add(title(i));
            }
            SiteBoilerplate boilerplate = learn(pages, titles);
            assertEquals(count < 3, boilerplate == null);
            if (boilerplate != null) {
                assertEquals(Set.of("menu", "on half"), lines(boilerplate, Level.FULL));
                assertEquals(Set.of("of", "title"), lines(boilerplate, Level.TITLE));
            }
            assertNull("versions of one page", learn(pages, Collections.nCopies(count, "The page")));
        }
    }

    public void testSharedTitles() {
        List<String> pages = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            boolean guide = i >= 20 && i < 40;
            boolean month = i >= 40 && i < 70;
            String beginning = guide ? "Guide" : month ? "In month " + i % 9 : "Class " + title(i);
            pages.add("menu\n" + beginning + "\n" + own(guide ? 20 : i));
            String ofFew = i < 13 ? "Re: List of Members" : i < 20 ? "Seven of them" : title(i);
            titles.add(guide ? "Guide" : month ? "News of the month" : ofFew);
        }
        SiteBoilerplate boilerplate = learn(pages, titles);
        assertEquals(
                "neither few documents, nor versions of one, nor documents of few kinds",
                Set.of("list of members"),
                lines(boilerplate, Level.SHARED_TITLE));
        assertTrue(boilerplate.hasSharedTitle("list of members"));
        assertFalse(boilerplate.hasSharedTitle("guide"));
        Collections.reverse(pages);
        Collections.reverse(titles);
        assertEquals("any order", boilerplate, learn(pages, titles));
        pages.replaceAll(page -> page.replace("menu\n", "menu\n" + own(0) + "\n"));
        assertEquals("after boilerplate", Set.of("list of members"), lines(learn(pages, titles), Level.SHARED_TITLE));
    }

    /** Menus of sections, on 4 % of the documents. */
    public void testLinesUnderDistinctTitles() {
        List<String> pages = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            boolean versions = i >= 20 && i < 40;
            boolean copies = i >= 40 && i < 60;
            pages.add((i < 8 ? "menu of a section\n" : "")
                    + (i < 7 ? "on seven\n" : "")
                    + (versions ? "article in versions\n" : "")
                    + (copies ? "article under many titles\n" : own(i)));
            titles.add(versions ? "Release " + i : title(i));
        }
        // every document is grouped with the previous one, so only titles distinguish them
        int[] leaders = new int[200];
        BoilerplateLearner learner = new BoilerplateLearner(texts -> leaders, FingerprintParameters.BALANCED);
        SiteBoilerplate boilerplate = learner.learn("a.example", pages, titles);
        assertEquals(Set.of("menu of a section"), lines(boilerplate, Level.FULL));
        assertEquals(8, boilerplate.lines().get(0).pages());
        List<String> firstLines = IntStream.range(0, 200)
                .mapToObj(i -> titles.get(i) + "\n" + pages.get(i))
                .toList();
        assertEquals(
                "the first line replaces a missing title",
                Set.of("menu of a section"),
                lines(learner.learn("a.example", firstLines, Collections.nCopies(200, "")), Level.FULL));
        for (int seed = 0; seed < 8; seed++) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, 200).boxed().toList());
            Collections.shuffle(order, random());
            assertEquals(
                    boilerplate,
                    learner.learn(
                            "a.example",
                            order.stream().map(pages::get).toList(),
                            order.stream().map(titles::get).toList()));
        }
    }

    /** Dates and counters of articles. */
    public void testDatedLines() {
        List<String> pages = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pages.add(String.join(
                    "\n",
                    i >= 30 ? "posted on 3 june, 20" + i : "not posted",
                    i >= 20 && i < 27 ? "on seven 1/20" + (i + 10) : "on others",
                    i < 20 ? "size 1/19" + (i + 10) : "no size",
                    "row 1 of 20" + (i + 10),
                    "row 2 of 20" + (i + 10),
                    "© 2020",
                    "price " + (i + 700),
                    own(i)));
            titles.add(i < 20 ? "Shoe in size " + i : title(i));
        }
        SiteBoilerplate boilerplate = learn(pages, titles);
        Set<String> dated = lines(boilerplate, Level.DATED);
        assertEquals(dated.toString(), 1, dated.size());
        assertTrue(dated.iterator().next().startsWith("posted on 3 june"));
        assertEquals(Set.of("not posted", "on others", "no size", "© 2020"), lines(boilerplate, Level.COMMON));
        BoilerplateLearner learner = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED);
        SiteBoilerplate withoutSite = learner.learn(BoilerplateFamilies.NO_HOST, pages, titles);
        assertEquals("only masked between two sites", Set.of(), lines(withoutSite, Level.DATED));
        SiteBoilerplate publisher = learner.learn("/a publisher", pages, titles);
        assertEquals("a section without a host is a site", dated, lines(publisher, Level.DATED));
    }

    /** Lines are counted in more documents than are grouped, so a footer on 1 % of a large sample is found. */
    public void testFooterInLargeSample() {
        List<String> pages = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            pages.add(own(i) + (i % 100 == 99 ? "\nfooter of a list" : ""));
            titles.add(title(i));
        }
        List<Integer> grouped = new ArrayList<>();
        BoilerplateLearner learner = new BoilerplateLearner(
                texts -> {
                    grouped.add(texts.size());
                    return IntStream.range(0, texts.size()).toArray();
                },
                FingerprintParameters.BALANCED);
        assertEquals(Set.of("footer of a list"), lines(learner.learn("/", pages, titles), Level.FULL));
        assertEquals(List.of(BoilerplateLearner.GROUPED), grouped);
    }

    public void testSampleSizeIsBoundedByTextLength() {
        List<String> pages = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        int all = (int) (BoilerplateLearner.SAMPLE_CHARS / BoilerplateLearner.PAGE_CHARS) + 10;
        for (int i = 0; i < all; i++) {
            pages.add((i >= all - 10 ? "beyond the bound\n" : i >= all - 18 ? "within\n" : "") + own(i)
                    + "\nthe rest of " + i + "x".repeat(BoilerplateLearner.PAGE_CHARS));
            titles.add(title(i));
        }
        assertEquals(Set.of("within"), lines(learn(pages, titles), Level.FULL));
    }

    public void testFrequencyThresholds() {
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<String> page = new ArrayList<>(List.of("page " + i));
            for (int count : new int[] {9, 10, 99, 100}) {
                if (i < count) {
                    page.add("on " + count);
                }
            }
            pages.add(String.join("\n", page));
        }
        SiteBoilerplate boilerplate = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(Set.of("on 100"), lines(boilerplate, Level.COMMON));
        assertEquals(Set.of("on 10", "on 99"), lines(boilerplate, Level.FULL));
        assertEquals(100, boilerplate.lines().get(0).pages());
    }

    public void testFingerprintsOfBoilerplateLines() {
        String menu = "home and news and everything else about us\nproducts and services for everybody everywhere";
        String footer = "all rights reserved by their owners, wherever they are and whoever they may be";
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String article = IntStream.range(0, 30)
                    .mapToObj(line -> "the story goes on with " + random().nextLong() + " and " + random().nextLong())
                    .collect(Collectors.joining("\n"));
            pages.add(menu + "\n" + article + "\n" + footer);
        }
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        SiteBoilerplate boilerplate = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(3, boilerplate.lines().size());
        Set<Long> ofBoilerplate = new TreeSet<>();
        for (String part : List.of(menu, footer)) {
            Arrays.stream(fingerprinter.fingerprints(Sentences.split(part))).forEach(ofBoilerplate::add);
        }
        Map<Long, Integer> counts = new TreeMap<>();
        for (String page : pages) {
            Arrays.stream(fingerprinter.fingerprints(Sentences.split(page)))
                    .forEach(fingerprint -> counts.merge(fingerprint, 1, Integer::sum));
        }
        long[] expected = ofBoilerplate.stream()
                .filter(fingerprint -> counts.getOrDefault(fingerprint, 0) >= 8)
                .mapToLong(Long::longValue)
                .toArray();
        assertTrue(expected.length > 0);
        assertArrayEquals(expected, boilerplate.fingerprints());
        SiteBoilerplate report = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.PKU2007)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(boilerplate.lines(), report.lines());
        assertEquals(0, report.fingerprints().length);
    }

    public void testMinimumDocumentFrequency() {
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            pages.add("page " + i + (i < 8 ? "\non eight" : "") + (i < 7 ? "\non seven" : ""));
        }
        SiteBoilerplate boilerplate = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(Set.of("on eight"), lines(boilerplate, Level.COMMON));
        assertEquals(Set.of(), lines(boilerplate, Level.FULL));
    }

    public void testRepeatedArticleIsNotBoilerplate() {
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pages.add("menu\npage " + i + (i % 4 == 0 ? "\nthe article" : i % 4 == 1 ? "\nteaser" : ""));
        }
        List<List<String>> seen = new ArrayList<>();
        BoilerplateLearner learner = new BoilerplateLearner(
                texts -> {
                    seen.add(texts);
                    return groups(IntStream.range(0, texts.size())
                                    .map(i -> i % 4 == 0 ? 0 : i)
                                    .toArray())
                            .leaders(texts);
                },
                FingerprintParameters.BALANCED);
        SiteBoilerplate boilerplate = learner.learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(Set.of("menu"), lines(boilerplate, Level.COMMON));
        assertEquals(Set.of("teaser"), lines(boilerplate, Level.FULL));
        assertTrue("grouping masks common lines", seen.get(0).contains("page 0\nthe article"));
    }

    public void testSampleOrderDoesNotMatter() {
        List<Integer> order = new ArrayList<>();
        List<String> pages = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < BoilerplateLearner.GROUPED + 100; i++) {
            order.add(i);
            pages.add("menu " + i % 30 + "\nteaser " + i % 70 + "\n" + own(i / 2));
            titles.add(random().nextBoolean() ? "" : title(i / 3));
        }
        SiteBoilerplate expected = learn(pages, titles);
        assertFalse(expected.isEmpty());
        for (int seed = 0; seed < 8; seed++) {
            Collections.shuffle(order, random());
            assertEquals(
                    expected,
                    learn(
                            order.stream().map(pages::get).toList(),
                            order.stream().map(titles::get).toList()));
        }
    }

    public void testMatchesReferenceCounts() {
        for (int round = 0; round < 50; round++) {
            List<String> pages = new ArrayList<>();
            int count = RandomNumbers.randomIntBetween(random(), 10, 60);
            for (int i = 0; i < count; i++) {
                pages.add("page " + i
                        + IntStream.range(0, random().nextInt(12))
                                .mapToObj(j -> "\nline " + random().nextInt(random().nextBoolean() ? 6 : 60))
                                .collect(Collectors.joining()));
            }
            int[] leaders =
                    IntStream.range(0, count).map(i -> random().nextInt(i + 1)).toArray();
            SiteBoilerplate boilerplate = new BoilerplateLearner(groups(leaders), FingerprintParameters.BALANCED)
                    .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
            Set<String> common = linesWithMinFrequency(pages, Math.max(8, 0.5 * count));
            Set<Integer> leading = Arrays.stream(leaders).boxed().collect(Collectors.toSet());
            List<String> kept = leading.stream().map(pages::get).toList();
            Set<String> full = linesWithMinFrequency(kept, Math.max(8, 0.05 * kept.size()));
            full.removeAll(common);
            full.removeIf(line -> isMostlyInOneGroup(line, pages, leaders));
            assertEquals(common, lines(boilerplate, Level.COMMON));
            assertEquals(full, lines(boilerplate, Level.FULL));
        }
    }

    private static boolean isMostlyInOneGroup(String line, List<String> pages, int[] leaders) {
        Map<Integer, Integer> byGroup = new TreeMap<>();
        for (int page = 0; page < leaders.length; page++) {
            if (List.of(pages.get(page).split("\n")).contains(line)) {
                byGroup.merge(leaders[page], 1, Integer::sum);
            }
        }
        int all = byGroup.values().stream().mapToInt(Integer::intValue).sum();
        return 4 * Collections.max(byGroup.values()) > 3 * all;
    }

    /** Some versions of an article have so much additional text that each is a separate group. */
    public void testArticleInManyVersionsIsNotBoilerplate() {
        for (int inOneGroup : new int[] {36, 37}) {
            List<String> pages = new ArrayList<>();
            int[] leaders = new int[200];
            for (int i = 0; i < leaders.length; i++) {
                leaders[i] = i < inOneGroup ? 0 : i;
                pages.add("page " + i + (i < inOneGroup + 12 ? "\nthe article" : "") + (i % 8 == 0 ? "\nmenu" : ""));
            }
            SiteBoilerplate boilerplate = new BoilerplateLearner(groups(leaders), FingerprintParameters.BALANCED)
                    .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
            Set<String> expected = inOneGroup == 36 ? Set.of("menu", "the article") : Set.of("menu");
            assertEquals("12 others", expected, lines(boilerplate, Level.FULL));
        }
    }

    private static Set<String> linesWithMinFrequency(List<String> pages, double least) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String page : pages) {
            new TreeSet<>(List.of(page.split("\n"))).forEach(line -> counts.merge(line, 1, Integer::sum));
        }
        counts.remove("");
        counts.values().removeIf(count -> count < least);
        return new TreeSet<>(counts.keySet());
    }

    public void testSampleAndTextLengthAreBounded() {
        String far = "\n" + "x".repeat(BoilerplateLearner.PAGE_CHARS) + "\nfooter";
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < BoilerplateLearner.SAMPLE + 300; i++) {
            pages.add("page " + i + (i < BoilerplateLearner.SAMPLE ? "\nearly" + (i < 20 ? far : "") : "\nlate"));
        }
        SiteBoilerplate boilerplate = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(Set.of("early"), lines(boilerplate, Level.COMMON));
        assertEquals(Set.of(), lines(boilerplate, Level.FULL));
    }

    public void testNumberOfLinesIsBounded() {
        String many = IntStream.range(0, 13_000).mapToObj(Integer::toHexString).collect(Collectors.joining("\n"));
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pages.add("on all" + (i < 19 ? "\n" + many : ""));
        }
        SiteBoilerplate boilerplate = new BoilerplateLearner(NO_GROUPS, FingerprintParameters.BALANCED)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(BoilerplateLearner.MAX_LINES, boilerplate.lines().size());
        assertEquals("on all", boilerplate.lines().get(0).text());
    }
}
