package org.ndd.core.boilerplate;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;

public class SiteBoilerplateTests extends LuceneTestCase {

    private static BoilerplateLine line(String text, Level level, int pages) {
        return new BoilerplateLine(LineHash.of(text), level, pages, text);
    }

    /** Boilerplate is stored as line hashes, so a change of the hash function would silently invalidate it. */
    public void testLineHashIsStable() {
        assertEquals(0L, LineHash.of(""));
        assertEquals(-7350272073631744011L, LineHash.of("home | about us"));
        assertEquals(-7911502322981585672L, LineHash.of("版权所有 新浪网"));
        assertEquals(7247198697298526462L, LineHash.of("\uD83D\uDE00"));
    }

    public void testVersionIsStable() {
        SiteBoilerplate boilerplate = new SiteBoilerplate(
                "a.example", List.of(line("home", Level.COMMON, 9), line("see also", Level.FULL, 8)));
        assertEquals(-2882375430995517712L, boilerplate.version());
    }

    public void testMaskMatchesSplitAndJoin() {
        for (int round = 0; round < 300; round++) {
            Set<String> common = randomLines(3);
            Set<String> full = randomLines(3);
            full.removeAll(common);
            List<BoilerplateLine> lines = new ArrayList<>();
            common.forEach(text -> lines.add(line(text, Level.COMMON, 1)));
            full.forEach(text -> lines.add(line(text, Level.FULL, 1)));
            SiteBoilerplate boilerplate = new SiteBoilerplate("a.example", lines);
            List<String> page = new ArrayList<>();
            int size = random().nextInt(8);
            for (int i = 0; i < size; i++) {
                page.add(randomLine());
            }
            String text = String.join("\n", page);
            assertEquals(masked(text, common), boilerplate.mask(text, Level.COMMON));
            Set<String> both = new TreeSet<>(common);
            both.addAll(full);
            assertEquals(masked(text, both), boilerplate.mask(text, Level.FULL));
        }
    }

    private static String masked(String text, Set<String> lines) {
        return Arrays.stream(text.split("\n", -1))
                .filter(line -> lines.contains(line) == false)
                .collect(Collectors.joining("\n"));
    }

    private String randomLine() {
        return "ab".repeat(random().nextInt(4)) + (char) RandomNumbers.randomIntBetween(random(), 'a', 'd');
    }

    private Set<String> randomLines(int most) {
        Set<String> lines = new TreeSet<>();
        int count = random().nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            lines.add(randomLine());
        }
        return lines;
    }

    public void testMaskKeepsTextWithoutBoilerplate() {
        SiteBoilerplate boilerplate = new SiteBoilerplate("a.example", List.of(line("home", Level.COMMON, 9)));
        String text = "homes\nat home";
        assertSame(text, boilerplate.mask(text, Level.FULL));
        assertEquals("", boilerplate.mask("home\nhome", Level.FULL));
        assertEquals("", boilerplate.mask("", Level.FULL));
    }

    public void testLineOrderDoesNotMatter() {
        List<BoilerplateLine> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add(line("line " + i, random().nextBoolean() ? Level.COMMON : Level.FULL, random().nextInt(5)));
        }
        SiteBoilerplate boilerplate = new SiteBoilerplate("a.example", lines);
        Collections.shuffle(lines, random());
        SiteBoilerplate other = new SiteBoilerplate("a.example", lines);
        assertEquals(boilerplate, other);
        assertEquals(boilerplate.hashCode(), other.hashCode());
        assertEquals(boilerplate.version(), other.version());
        assertEquals(boilerplate.lines(), other.lines());
    }

    public void testVersionDependsOnContent() {
        BoilerplateLine home = line("home", Level.COMMON, 9);
        Set<Long> versions = new TreeSet<>();
        versions.add(new SiteBoilerplate("a.example", List.of()).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home)).version());
        versions.add(new SiteBoilerplate("a.example", List.of(line("home", Level.FULL, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home, line("b", Level.FULL, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home, line("b", Level.COMMON, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home, line("b", Level.TITLE, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home, line("b", Level.SHARED_TITLE, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home, line("b", Level.SLOT, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home, line("b", Level.DATED, 9))).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home), new long[] {-1}).version());
        versions.add(new SiteBoilerplate("a.example", List.of(home), new long[] {-1, 1}).version());
        assertEquals(11, versions.size());
    }

    public void testFingerprints() {
        SiteBoilerplate boilerplate = new SiteBoilerplate("a.example", List.of(), new long[] {5, -3, 9});
        assertArrayEquals(new long[] {-3, 5, 9}, boilerplate.fingerprints());
        assertTrue(boilerplate.hasFingerprint(-3));
        assertFalse(boilerplate.hasFingerprint(3));
        assertNotEquals(boilerplate, new SiteBoilerplate("a.example", List.of(), new long[] {5, -3}));
        assertEquals(
                "masking needs no fingerprints", 0, boilerplate.withoutLines().fingerprints().length);
    }

    public void testSlotsAreNotMasked() {
        SiteBoilerplate boilerplate =
                new SiteBoilerplate("a.example", List.of(line("a … b", Level.SLOT, 9), line("menu", Level.FULL, 9)));
        assertEquals("a … b", boilerplate.mask("menu\na … b", Level.FULL));
        long slot = LineHash.of("a … b");
        for (SiteBoilerplate each : List.of(
                boilerplate,
                boilerplate.withoutLines(),
                boilerplate.hashesOnly(),
                boilerplate.with(new SiteBoilerplate("b.example", List.of())))) {
            assertTrue(each.hasSlot(slot));
            assertArrayEquals(new long[] {slot}, each.hashes(Level.SLOT));
        }
        assertFalse(boilerplate.hasSlot(LineHash.of("menu")));
        assertFalse(new SiteBoilerplate("a.example", List.of(line("menu", Level.FULL, 9))).hasSlots());
    }

    public void testEmpty() {
        assertTrue(new SiteBoilerplate("a.example", List.of()).isEmpty());
        assertFalse(new SiteBoilerplate("a.example", List.of(line("x", Level.FULL, 9))).isEmpty());
        assertFalse(new SiteBoilerplate("a.example", List.of(line("x", Level.DATED, 9))).isEmpty());
        assertTrue(new SiteBoilerplate("a.example", List.of(line("x", Level.TITLE, 9))).isEmpty());
    }

    public void testLongLinesAreTruncatedForDisplay() {
        String text = "x".repeat(BoilerplateLine.SHOWN - 1) + "\uD83D\uDE00" + "tail";
        BoilerplateLine line = line(text, Level.FULL, 9);
        assertEquals("x".repeat(BoilerplateLine.SHOWN - 1), line.text());
        SiteBoilerplate boilerplate = new SiteBoilerplate("a.example", List.of(line));
        assertEquals("kept", boilerplate.mask(text + "\nkept", Level.FULL));
    }
}
