package org.ndd.core.compare;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BeginningsTests extends LuceneTestCase {

    /** Only words that touch gaps between what texts share are looked for; the outcome must be that of all words. */
    public void testGapsHoldAllWordsOfOnesOwn() {
        int differ = 0;
        int name = 0;
        for (int round = 0; round < 400; round++) {
            String form = TestTexts.prose(random(), 2 + random().nextInt(6)).replaceAll("[kq][a-z]*", "NAME");
            String a = form.replace("NAME", random().nextBoolean() ? "harbour" : "lantern");
            String b = TestTexts.mutate(
                    random(), form.replace("NAME", random().nextBoolean() ? "ships" : "harbour"), random().nextInt(4));
            Sketch.Pair runs =
                    Sketch.of(TestTexts.prepared(random(), a), TestTexts.prepared(random(), b), 16, () -> {});
            Sketch.Pair all = new Sketch.Pair(runs.ofA(), runs.ofB(), Gaps.all(a.length()), Gaps.all(b.length()), 0);
            Beginnings expected = beginnings(a, b, all);
            Beginnings beginnings = beginnings(a, b, runs);
            assertEquals(expected.differ(), beginnings.differ());
            assertEquals(expected.nameTwo(), beginnings.nameTwo());
            assertEquals(expected.nameVariant(), beginnings.nameVariant());
            assertEquals(expected.distinction(), beginnings.distinction());
            differ += expected.differ() ? 1 : 0;
            name += expected.nameTwo() || expected.nameVariant() ? 1 : 0;
        }
        assertTrue(differ > 0);
        assertTrue(name > 0);
    }

    public void testWordsOfASiteAreNoNames() {
        String form =
                "NAME reports what happened at the port last night.\nThere was NAME again, and so on. NAME once more.";
        String a = form.replace("NAME", "harbour");
        String b = form.replace("NAME", "lantern");
        Sketch.Pair common = Sketch.of(TestTexts.prepared(random(), a), TestTexts.prepared(random(), b), 16, () -> {});
        assertTrue(beginnings(a, b, common).nameTwo());
        assertFalse(beginnings(a, List.of("harbour"), b, List.of(), common).nameTwo());
        assertFalse(beginnings(a, List.of(), b, List.of("lantern"), common).nameTwo());
        assertFalse(beginnings(a, List.of("harbour"), b, List.of(), common).differ());
    }

    private static Beginnings beginnings(String a, String b, Sketch.Pair common) {
        return beginnings(a, List.of(), b, List.of(), common);
    }

    private static Beginnings beginnings(
            String a, List<String> noNamesOfA, String b, List<String> noNamesOfB, Sketch.Pair common) {
        return new Beginnings(
                new Beginnings.Page(new PreparedText(a, false), "", noNamesOfA),
                new Beginnings.Page(new PreparedText(b, false), "", noNamesOfB),
                common,
                VerdictConstants.DEFAULT);
    }
}
