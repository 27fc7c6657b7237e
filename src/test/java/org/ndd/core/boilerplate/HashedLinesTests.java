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
        HashedLines withForms = hashed.withForms(hash -> hash == LineHash.of("menu 1/2020"));
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
        assertEquals("separators within a number", form("1,000.5 views on 3.6.2020"), form("7 views on 12/31/1999"));
        assertEquals("digits of any script", form("3 x 2020"), form("\u0663 x \u0662\u0660\u0661\u0660"));
        List<String> lines = List.of("3 x 2020", "3 y 2020", "3, x 2020", "x 3 2020", "3 3 x 2020", "2020-3");
        assertEquals(
                lines.size(),
                lines.stream().map(HashedLinesTests::form).distinct().count());
        assertNotEquals("a form is no line", LineHash.of("0 x 0"), form("3 x 2020"));
        assertEquals(Set.of(form("a 1/2020"), form("b 2/2020")), forms("a 1/2020", "b 2/2020", "c"));
        String longest = "1/2020" + "x".repeat(194);
        assertEquals("a paragraph has no form", Set.of(form(longest)), forms(longest, longest + "y"));
    }

    /** Numbers can be what a document is about: prices, temperatures, results. */
    public void testOnlyLinesWithDateHaveForms() {
        for (String line : List.of(
                "",
                "no number",
                "size 42",
                "rent: 734 eur",
                "2 : 1",
                "in 2020",
                "0/2020",
                "32/2020",
                "3/1899",
                "3/2100",
                "3/20200",
                "003/2020",
                "3/02020",
                "1 of 4294969316")) {
            assertEquals(line, 0, form(line));
        }
        for (String line : List.of("1/1900", "31/2099", "3 septembre 2025", "2020\u5e746\u67083\u65e5")) {
            assertNotEquals(line, 0, form(line));
        }
    }

    /** Most documents have no date, so learning from many keeps no second list of hashes of these. */
    public void testSameLinesIfNoneHasForm() {
        HashedLines lines = HashedLines.of("one 1\ntwo 2");
        assertSame(lines, lines.withForms(hash -> false));
    }

    /** Rows of a table are content. */
    public void testFormOfSeveralLinesIsNotUsed() {
        assertEquals(Set.of(form("posted 7/2020")), forms("sold 3/2020", "pears", "sold 4/2020", "posted 7/2020"));
        assertEquals(Set.of(), forms("sold 3/2020", "sold 3/2020"));
        assertEquals("ignored lines do not count", Set.of(form("menu 2/2020")), forms("menu 1/2020", "menu 2/2020"));
    }
}
