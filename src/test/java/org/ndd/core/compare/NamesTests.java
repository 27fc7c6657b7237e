package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.RandomText;
import org.ndd.core.text.Words;

public class NamesTests extends LuceneTestCase {

    private static final String PAGE = "class NAME of the package of errors\npublic class NAME extends an exception\n"
            + "NAME with a message and a cause of it\nthrown by those who ask for NAME and nothing else\nsee NAME";

    public void testPagesOfOneTemplateAboutOtherItems() {
        assertTrue(disagree(page("invalidgroup"), page("emptyfetchsize")));
        assertFalse(
                "the same item", disagree(page("invalidgroup"), page("invalidgroup") + " since yesterday, and so on"));
    }

    /** What a page calls its own site tells nothing of its object, where the other page is of another site. */
    public void testSitesThatNameThemselves() {
        PageText a = new PageText(page("harbour17"), "harbour17.example", null);
        PageText b = new PageText(page("lantern"), "news.lantern.example", null);
        assertEquals(Relation.NEAR, relation(a, b));
        assertEquals(Relation.NEAR, relation(b, a));
        PageText inTitle = new PageText(page("lantern"), "Lantern", "news.lantern.example", null);
        assertEquals(Relation.NEAR, relation(a, inTitle));
        // one page that names its object has something to be told from
        PageText object = new PageText(page("lantern"), "other.example", null);
        assertEquals("one text alone has a name of its own", Relation.NEAR, relation(a, object));
        PageText item = new PageText(page("harbour17"), "other.example", null);
        PageText otherItem = new PageText(page("lantern"), "third.example", null);
        assertEquals(Relation.OTHER_ITEM, relation(item, otherItem));
        PageText sameSite = new PageText(page("lantern"), "harbour17.example", null);
        assertEquals("of one site", Relation.OTHER_ITEM, relation(a, sameSite));
    }

    private static Relation relation(PageText a, PageText b) {
        return new PairComparator(SimilarityParameters.of(SimilarityParameters.Preset.BALANCED))
                .compare(a, b, () -> {})
                .relation();
    }

    public void testNamesInHan() {
        String form = "在女子决赛中,NAME得到冠军。比赛后,NAME在领奖台上。" + "记者的照片里NAME向观众致意。";
        String a = form.replace("NAME", "韩雨桐");
        String b = form.replace("NAME", "武大靖");
        assertTrue(disagree(a, b));
        assertFalse(disagree(a, a.replaceFirst("韩雨桐", "武大靖")));
    }

    public void testOneTextAloneWithANameOfItsOwnIsAnEdit() {
        String story = "a story about the harbour and the ships that come and go, told by an old man who lives there. ";
        String inserted = "lighthouse here, lighthouse there, and lighthouse everywhere. ";
        assertFalse(disagree(story.repeat(2), inserted + story.repeat(2)));
        assertFalse(
                "what is said in one paragraph only is no name",
                disagree(inserted + story.repeat(3), story.repeat(3) + "market one, market two, market three. "));
    }

    public void testOrderDoesNotMatter() {
        for (int round = 0; round < 200; round++) {
            String a = TestTexts.prose(random(), 2 + random().nextInt(8));
            String b = TestTexts.mutate(random(), a, random().nextInt(40));
            assertEquals(disagree(a, b), disagree(b, a));
        }
    }

    public void testSaysWhatIsAmongTheWords() {
        int said = 0;
        for (int round = 0; round < 300; round++) {
            String text = RandomText.any(random(), random().nextInt(60));
            Set<String> words = words(text);
            Set<String> asked = new HashSet<>(words);
            for (String word : words) {
                // parts of words are no words, unless they are
                asked.addAll(words(word.substring(1)));
                asked.addAll(words(word.substring(0, word.length() - 1)));
            }
            asked.addAll(words(RandomText.any(random(), 20)));
            for (String word : asked) {
                assertEquals(words.contains(word), Names.says(text, word));
                said += words.contains(word) ? 1 : 0;
            }
        }
        assertTrue(said > 0);
        assertTrue(Names.says("lighthouses and a lighthouse", "lighthouse"));
        assertFalse(Names.says("lighthouses", "lighthouse"));
        assertTrue(Names.says("中abc文", "abc"));
        assertTrue(Names.says("x中文y", "中文"));
    }

    public void testWords() {
        assertEquals(
                "{abc=2, déf=1, 中文=1, 文字=1}", times("abc, déf-ab 中文字abc 123").toString());
        assertEquals("{}", times("").toString());
    }

    private static Map<String, Integer> times(String text) {
        Map<String, Integer> times = new TreeMap<>();
        SaidWords words = all(text);
        for (int word = 0; word < words.count(); word++) {
            assertNull(times.put(words.word(word), words.times(word)));
        }
        return times;
    }

    private static SaidWords all(String text) {
        return new SaidWords(new PreparedText(text, false), Gaps.all(text.length()));
    }

    private static Set<String> words(String text) {
        return times(text).keySet();
    }

    /** Word by word with the collections of Java; few different units, so that words come again, and enough to make the table grow. */
    public void testWordsAreCountedAndFound() {
        for (int round = 0; round < 50; round++) {
            String text = random().nextBoolean()
                    ? RandomText.any(random(), random().nextInt(3000))
                    : TestTexts.units(random(), random().nextInt(3000));
            Map<String, List<Integer>> starts = new TreeMap<>();
            Words.forEach(text.toCharArray(), 0, text.length(), (start, end) -> {
                if (end - start >= 3) {
                    starts.computeIfAbsent(text.substring(start, end), word -> new ArrayList<>())
                            .add(start);
                }
            });
            for (int i = 0; i + 1 < text.length(); i++) {
                if (Words.isHan(text.charAt(i)) && Words.isHan(text.charAt(i + 1))) {
                    starts.computeIfAbsent(text.substring(i, i + 2), word -> new ArrayList<>())
                            .add(i);
                }
            }
            SaidWords words = all(text);
            assertEquals(starts.size(), words.count());
            for (int word = 0; word < words.count(); word++) {
                List<Integer> expected = starts.get(words.word(word));
                assertEquals(expected.size(), words.times(word));
                assertEquals(expected.get(0).intValue(), words.first(word));
                assertEquals(expected.get(expected.size() - 1).intValue(), words.last(word));
                assertEquals(words.word(word).length(), words.length(word));
            }
        }
    }

    private static String page(String name) {
        return PAGE.replace("NAME", name);
    }

    private static boolean disagree(String a, String b) {
        PreparedText textA = TestTexts.prepared(random(), a);
        PreparedText textB = TestTexts.prepared(random(), b);
        Sketch.Pair common = Sketch.of(textA, textB, 16, () -> {});
        return Names.distinction(textA, List.of(), textB, List.of(), common) != null;
    }

    /** Only words that touch gaps between what texts share are counted; the outcome must be that of all words. */
    public void testGapsHoldAllNamesOfOnesOwn() {
        int disagree = 0;
        for (int round = 0; round < 300; round++) {
            String form = TestTexts.prose(random(), 3 + random().nextInt(6)).replaceAll("[kq][a-z]*", "NAME");
            String a = form.replace("NAME", random().nextBoolean() ? "harbour" : "韩雨桐");
            String b = TestTexts.mutate(
                    random(), form.replace("NAME", random().nextBoolean() ? "ships" : "武大靖"), random().nextInt(4));
            PreparedText textA = TestTexts.prepared(random(), a);
            PreparedText textB = TestTexts.prepared(random(), b);
            Sketch.Pair runs = Sketch.of(textA, textB, 16, () -> {});
            Sketch.Pair all = new Sketch.Pair(runs.ofA(), runs.ofB(), Gaps.all(a.length()), Gaps.all(b.length()), 0);
            Distinction expected = Names.distinction(
                    new PreparedText(a, false), List.of(), new PreparedText(b, false), List.of(), all);
            assertEquals(expected, Names.distinction(textA, List.of(), textB, List.of(), runs));
            disagree += expected != null ? 1 : 0;
        }
        assertTrue(disagree > 0);
    }

    /** Words of gaps are all that touch them, each once. */
    public void testWordsOfGapsTouchThem() {
        for (int round = 0; round < 200; round++) {
            String text = random().nextBoolean()
                    ? TestTexts.prose(random(), 1 + random().nextInt(4))
                    : RandomText.any(random(), random().nextInt(200));
            int runs = random().nextInt(4);
            int[] starts = new int[runs + 1];
            int[] ends = new int[runs + 1];
            for (int run = 0; run < runs; run++) {
                starts[run] = (run == 0 ? 0 : starts[run - 1] + 1) + random().nextInt(30);
                ends[run] = Math.max(starts[run], run == 0 ? 0 : ends[run - 1]) + 1 + random().nextInt(40);
            }
            starts[runs] = text.length();
            if (runs > 0 && ends[runs - 1] > text.length()) {
                continue; // runs are within their text
            }
            Gaps gaps = Gaps.between(starts, ends, runs, text.length());
            Map<String, Integer> expected = new TreeMap<>();
            Words.forEach(text.toCharArray(), 0, text.length(), (start, end) -> {
                if (end - start >= 3 && touches(gaps, start, end)) {
                    expected.merge(text.substring(start, end), 1, Integer::sum);
                }
            });
            SaidWords words = new SaidWords(new PreparedText(text, false), gaps);
            for (int word = 0; word < words.count(); word++) {
                if (Words.isHan(words.word(word).charAt(0)) == false) {
                    assertEquals(expected.remove(words.word(word)).intValue(), words.times(word));
                }
            }
            assertEquals(Map.of(), expected);
        }
    }

    private static boolean touches(Gaps gaps, int start, int end) {
        for (int gap = 0; gap < gaps.count(); gap++) {
            if (start < gaps.end(gap) && end > gaps.start(gap)) {
                return true;
            }
        }
        return false;
    }
}
