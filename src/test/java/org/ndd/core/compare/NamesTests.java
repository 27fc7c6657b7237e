package org.ndd.core.compare;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.RandomText;

public class NamesTests extends LuceneTestCase {

    private static final String PAGE = "class NAME of the package of errors\npublic class NAME extends an exception\n"
            + "NAME with a message and a cause of it\nthrown by those who ask for NAME and nothing else\nsee NAME";

    public void testPagesOfOneTemplateAboutOtherItems() {
        assertTrue(disagree(page("invalidgroup"), page("emptyfetchsize")));
        assertFalse(
                "the same item", disagree(page("invalidgroup"), page("invalidgroup") + " since yesterday, and so on"));
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
            Set<String> words = Names.words(text).keySet();
            Set<String> asked = new HashSet<>(words);
            for (String word : words) {
                // parts of words are no words, unless they are
                asked.addAll(Names.words(word.substring(1)).keySet());
                asked.addAll(Names.words(word.substring(0, word.length() - 1)).keySet());
            }
            asked.addAll(Names.words(RandomText.any(random(), 20)).keySet());
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
        Names.words(text).forEach((word, said) -> times.put(word, said.times()));
        return times;
    }

    private static String page(String name) {
        return PAGE.replace("NAME", name);
    }

    private static boolean disagree(String a, String b) {
        PreparedText textA = TestTexts.prepared(random(), a);
        PreparedText textB = TestTexts.prepared(random(), b);
        return Names.disagree(textA, textB, Sketch.of(textA, textB, 16, () -> {}));
    }
}
