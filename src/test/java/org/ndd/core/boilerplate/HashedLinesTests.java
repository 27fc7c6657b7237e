package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
}
