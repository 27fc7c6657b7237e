package org.ndd.eval.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.jsoup.Jsoup;
import org.ndd.eval.bench.GeneratedPages.GeneratedPage;

public class GeneratedPagesTests extends LuceneTestCase {

    private static final List<GeneratedPage> PAGES = GeneratedPages.of(3000, 1);

    private static final Map<String, GeneratedPage> BY_ID =
            PAGES.stream().collect(Collectors.toMap(GeneratedPage::id, Function.identity()));

    /** The stored benchmark ratios are valid for these documents only: after a change, measure again and update the checksum. */
    public void testGeneratedPagesAreStable() {
        CRC32 sum = new CRC32();
        for (GeneratedPage page : GeneratedPages.of(500, 1)) {
            sum.update(page.toString().getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(343936374L, sum.getValue());
    }

    public void testDeterministicForCountAndSeed() {
        int count = 1 + random().nextInt(200);
        long seed = random().nextLong();
        List<GeneratedPage> pages = GeneratedPages.of(count, seed);
        assertEquals(count, pages.size());
        assertEquals(pages, GeneratedPages.of(count, seed));
        assertNotEquals(pages, GeneratedPages.of(count, seed + 1));
        assertEquals(count, pages.stream().map(GeneratedPage::id).distinct().count());
    }

    public void testStorySizes() {
        Map<String, Integer> sizes = new HashMap<>();
        PAGES.forEach(page -> sizes.merge(page.story(), 1, Integer::sum));
        long alone = sizes.values().stream().filter(size -> size == 1).count();
        assertTrue("more than half of the stories have one document: " + alone, alone > sizes.size() / 2);
        assertTrue(sizes.values().stream().max(Comparator.naturalOrder()).orElseThrow() > 50);
        assertTrue("stories " + sizes.size(), sizes.size() > PAGES.size() / 12 && sizes.size() < PAGES.size() / 3);
    }

    public void testSizeAndAlphabets() {
        double bytes = PAGES.stream()
                .mapToInt(page -> page.text().getBytes(StandardCharsets.UTF_8).length)
                .average()
                .orElseThrow();
        assertEquals(2000, bytes, 500);
        long han = PAGES.stream()
                .filter(page -> page.text().codePoints().anyMatch(Character::isIdeographic))
                .count();
        assertTrue("pages in Han " + han, han > PAGES.size() / 10 && han < PAGES.size() / 2);
    }

    /** The words of a document, or its characters if it is of ideographs. */
    private static List<String> words(GeneratedPage page) {
        boolean han = page.text().codePoints().anyMatch(Character::isIdeographic);
        return Arrays.asList(page.text().split(han ? "" : "\\s+"));
    }

    private static double shared(GeneratedPage page, GeneratedPage other) {
        Map<String, Integer> left = new HashMap<>();
        words(other).forEach(word -> left.merge(word, 1, Integer::sum));
        List<String> mine = words(page);
        long shared = mine.stream()
                .filter(word -> left.merge(word, -1, Integer::sum) >= 0)
                .count();
        return (double) shared / Math.max(mine.size(), words(other).size());
    }

    public void testCopiesResembleOriginals() {
        int copies = 0;
        int siblings = 0;
        Set<String> texts = new HashSet<>();
        for (GeneratedPage page : PAGES) {
            texts.add(page.text());
            if (page.original() != null) {
                copies++;
                GeneratedPage original = BY_ID.get(page.original());
                assertEquals(original.story(), page.story());
                // A quarter of the story and the additions of the site may differ.
                assertTrue(page + "\n" + original, shared(page, original) > 0.45);
            }
            if (page.sibling() != null) {
                siblings++;
                assertNotEquals(BY_ID.get(page.sibling()).story(), page.story());
                assertNull(page.original());
            }
        }
        assertTrue(copies > PAGES.size() / 2);
        assertTrue(siblings > 20);
        assertTrue("distinct texts", texts.size() > PAGES.size() / 2);
    }

    public void testStoryCopies() {
        Random rng = new Random(random().nextLong());
        for (Alphabet alphabet : Alphabet.values()) {
            Story story = Story.of(alphabet, 6, rng);
            Set<String> orders = new HashSet<>();
            Set<Integer> paragraphs = new HashSet<>();
            for (int i = 0; i < 200; i++) {
                Story copy = story.copy(rng);
                assertEquals(story.title(), copy.title());
                paragraphs.add(copy.lines().size());
                if (copy.lines().equals(story.lines()) == false
                        && new HashSet<>(copy.lines()).equals(new HashSet<>(story.lines()))) {
                    orders.add(copy.lines().get(0));
                }
            }
            assertEquals("one paragraph more, one less, or the same number", Set.of(5, 6, 7), paragraphs);
            assertTrue("paragraphs in different orders", orders.size() > 1);
            Story sibling = story.sibling(rng);
            assertNotEquals(story.title(), sibling.title());
            assertEquals(
                    "number of words",
                    story.paragraphs().get(0).size(),
                    sibling.paragraphs().get(0).size());
            assertNotEquals(story.lines(), sibling.lines());
        }
    }

    public void testHtmlMatchesText() {
        for (GeneratedPage page : PAGES.subList(0, 100)) {
            String plain = page.text().replaceAll("\\s+", " ");
            assertEquals(plain, Jsoup.parse(page.html()).body().text());
            assertTrue(page.url(), page.text().contains(page.url().split("/")[2]));
        }
    }
}
