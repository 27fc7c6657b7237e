package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class HashedLinesTests extends LuceneTestCase {

    private static List<String> randomLines(int round) {
        List<String> lines = new ArrayList<>();
        for (int i = random().nextInt(1 + round / 2); i > 0; i--) {
            String line = random().nextInt(4) == 0 ? "" : TestUtil.randomUnicodeString(random(), 1 + round / 5);
            // sometimes repeats a previous line
            boolean again = lines.isEmpty() == false && random().nextInt(4) == 0;
            lines.add(again ? lines.get(random().nextInt(lines.size())) : line.replace('\n', ' '));
        }
        return lines;
    }

    public void testMatchesLineByLineHashing() {
        for (int round = 0; round < 500; round++) {
            String text = String.join("\n", randomLines(round));
            List<String> expected = new ArrayList<>();
            int from = 0;
            for (String line : text.split("\n", -1)) {
                expected.add(from + "-" + (from + line.length()) + " " + LineHash.of(line));
                from += line.length() + 1;
            }
            List<String> hashed = new ArrayList<>();
            HashedLines.of(text).forEach((start, end, hash) -> hashed.add(start + "-" + end + " " + hash));
            assertEquals(expected, hashed);
        }
    }

    public void testHashesOfSeveralTexts() {
        for (int round = 0; round < 200; round++) {
            List<String> texts = new ArrayList<>();
            for (int i = random().nextInt(20); i > 0; i--) {
                texts.add(String.join("\n", randomLines(random().nextInt(20))));
            }
            assertArrayEquals(texts.stream().mapToLong(LineHash::of).toArray(), LineHasher.hashes(texts));
        }
    }

    public void testDistinctHashes() {
        for (int round = 0; round < 200; round++) {
            List<String> lines = randomLines(round);
            long[] expected = lines.stream()
                    .filter(line -> line.isEmpty() == false)
                    .distinct()
                    .mapToLong(LineHash::of)
                    .sorted()
                    .toArray();
            assertArrayEquals(expected, HashedLines.of(String.join("\n", lines)).different());
        }
    }

    public void testRemainingLinesKeepTheirHashes() {
        for (int round = 0; round < 500; round++) {
            List<String> lines = randomLines(round);
            HashedLines all = HashedLines.of(String.join("\n", lines));
            Set<Long> dropped = new HashSet<>();
            for (String line : lines) {
                if (random().nextInt(1 + round % 5) == 0) {
                    dropped.add(LineHash.of(line));
                }
            }
            HashedLines left = all.without(dropped::contains);
            String expected = lines.stream()
                    .filter(line -> dropped.contains(LineHash.of(line)) == false)
                    .collect(Collectors.joining("\n"));
            assertEquals(expected, left.text());
            assertArrayEquals(HashedLines.of(expected).different(), left.different());
            List<String> visited = new ArrayList<>();
            left.forEach((start, end, hash) -> visited.add(start + "-" + end + " " + hash));
            List<String> rehashed = new ArrayList<>();
            HashedLines.of(expected).forEach((start, end, hash) -> rehashed.add(start + "-" + end + " " + hash));
            assertEquals(rehashed, visited);
        }
        HashedLines lines = HashedLines.of("one\ntwo");
        assertSame(lines, lines.without(hash -> false));
    }

    /** Returns the forms that lines get instead of their hashes. */
    private static Set<Long> forms(String... lines) {
        HashedLines hashed = HashedLines.of(String.join("\n", lines));
        HashedLines withForms = hashed.withForms(hash -> hash == LineHash.of("menu 1"));
        assertEquals(hashed.text(), withForms.text());
        Set<Long> own = Stream.of(lines).map(LineHash::of).collect(Collectors.toSet());
        Set<Long> forms = Arrays.stream(withForms.different()).boxed().collect(Collectors.toSet());
        assertEquals(own.size(), forms.size());
        forms.removeAll(own);
        return forms;
    }

    private static long form(String line) {
        return LineHash.ofForm(line, 0, line.length());
    }

    public void testForms() {
        assertEquals(form("2020-06-03 read 3568"), form("2017-12-07 read 17"));
        assertEquals("separators within a number", form("1,000.5 views"), form("7 views"));
        assertEquals("digits of any script", form("\u0661\u0662 x"), form("\u0663 x"));
        Set<Long> different = new HashSet<>(Stream.of("3 x", "3 y", "3, x", "x 3", "3 3 x", "3", "0", "")
                .map(HashedLinesTests::form)
                .toList());
        assertEquals("a single number, and no number, are forms of one line each", 7, different.size());
        assertEquals(0, form("no number"));
        assertNotEquals("a form is no line", LineHash.of("0 x"), form("0 x"));
        assertEquals(Set.of(form("a 1"), form("b 2")), forms("a 1", "b 2", "c"));
        String longest = "1" + "x".repeat(199);
        assertEquals("a paragraph has no form", Set.of(form(longest)), forms(longest, longest + "y"));
    }

    /** Rows of a table are content. */
    public void testFormOfSeveralLinesIsNotUsed() {
        assertEquals(Set.of(form("total 7")), forms("apples 3", "pears", "apples 4", "total 7"));
        assertEquals(Set.of(), forms("apples 3", "apples 3"));
        assertEquals("ignored lines do not count", Set.of(form("menu 2")), forms("menu 1", "menu 2"));
    }
}
