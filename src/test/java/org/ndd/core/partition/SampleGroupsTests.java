package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.BoilerplateLearner;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.fingerprint.FingerprintParameters;

public class SampleGroupsTests extends LuceneTestCase {

    private static final Runnable NO_CHECK = () -> {};

    private String sentence() {
        return IntStream.range(0, 9)
                .mapToObj(i -> Integer.toString(RandomNumbers.randomIntBetween(random(), 46_656, 1_679_615), 36))
                .collect(Collectors.joining(" "));
    }

    private List<String> sentences(int count) {
        return IntStream.range(0, count).mapToObj(i -> sentence()).toList();
    }

    public void testFirstOfSimilarTextsLeads() {
        List<String> article = sentences(20);
        String first = String.join("\n", article);
        String other = String.join("\n", sentences(20));
        String shorter = String.join("\n", article.subList(0, 14));
        int[] leaders = new SampleGroups(NO_CHECK).leaders(List.of(other, first, shorter, first, other));
        assertArrayEquals(new int[] {0, 1, 1, 1, 0}, leaders);
    }

    public void testTextsWithoutContentAreNotGrouped() {
        assertArrayEquals(new int[] {0, 1, 2}, new SampleGroups(NO_CHECK).leaders(List.of("", "", "---")));
    }

    public void testGroupingIgnoresNumbers() {
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int year = 1990 + 7 * i;
            pages.add(sentencesWith(year));
        }
        assertArrayEquals(new int[] {0, 0}, new SampleGroups(NO_CHECK).leaders(pages));
    }

    private static String sentencesWith(int year) {
        return IntStream.range(0, 12)
                .mapToObj(i -> "in the year " + (year + 13 * i) + " the company " + (char) ('a' + i)
                        + " sold as many of its machines as in any year before\nwhat is said about it here stays the same "
                        + "from one page to the next, and there is a lot of it for company " + (char) ('a' + i)
                        + "\nand so does what follows, which is as long as the sentence before it, and names company "
                        + (char) ('a' + i) + " too, so that the two make a passage without any year in it")
                .collect(Collectors.joining("\n"));
    }

    public void testRepeatedArticleIsNotBoilerplate() {
        List<String> menu = sentences(3);
        String teaser = sentence();
        List<String> article = sentences(12);
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            List<String> page = new ArrayList<>(menu);
            page.addAll(i % 4 == 0 ? article : sentences(12));
            page.add(i % 4 == 1 ? teaser : sentence());
            pages.add(String.join("\n", page));
        }
        SiteBoilerplate boilerplate = new BoilerplateLearner(new SampleGroups(NO_CHECK), FingerprintParameters.BALANCED)
                .learn("a.example", pages, Collections.nCopies(pages.size(), ""));
        assertEquals(
                String.join("\n", article),
                boilerplate.mask(
                        String.join("\n", menu) + "\n" + teaser + "\n" + String.join("\n", article),
                        SiteBoilerplate.Level.FULL));
        assertEquals(menu.size() + 1, boilerplate.lines().size());
    }

    public void testCancellation() {
        IllegalStateException cancelled = new IllegalStateException("cancelled");
        SampleGroups groups = new SampleGroups(() -> {
            throw cancelled;
        });
        assertSame(cancelled, expectThrows(IllegalStateException.class, () -> groups.leaders(List.of("a"))));
    }
}
