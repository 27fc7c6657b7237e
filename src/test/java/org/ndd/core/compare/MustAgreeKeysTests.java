package org.ndd.core.compare;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class MustAgreeKeysTests extends LuceneTestCase {

    /** Values that a naive hash of several values would confuse. */
    private static final List<String> VALUES = List.of("en", "de", "", "e", "n", "en\0de", "\0", "0", "é");

    static List<List<String>> randomValues(Random random, int fields) {
        List<List<String>> values = new ArrayList<>();
        for (int field = 0; field < fields; field++) {
            List<String> own = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                own.add(RandomPicks.randomFrom(random, VALUES));
            }
            values.add(own);
        }
        return values;
    }

    public void testDiffersIfBothHaveDifferentValues() {
        for (int round = 0; round < 2000; round++) {
            int fields = random().nextInt(4);
            List<List<String>> a = randomValues(random(), fields);
            List<List<String>> b = randomValues(random(), fields);
            int expected = -1;
            for (int field = fields - 1; field >= 0; field--) {
                Set<String> ofA = new HashSet<>(a.get(field));
                Set<String> ofB = new HashSet<>(b.get(field));
                if (ofA.isEmpty() == false && ofB.isEmpty() == false && ofA.equals(ofB) == false) {
                    expected = field;
                }
            }
            assertEquals(a + " " + b, expected, MustAgreeKeys.of(a).firstDisagreement(MustAgreeKeys.of(b)));
            assertEquals(expected >= 0, MustAgreeKeys.of(b).disagreesWith(MustAgreeKeys.of(a)));
        }
    }

    public void testValueOrderAndRepetitionDoNotMatter() {
        List<String> values = new ArrayList<>(VALUES);
        Collections.shuffle(values, random());
        values.add(values.get(0));
        assertEquals(MustAgreeKeys.of(List.of(VALUES)), MustAgreeKeys.of(List.of(values)));
    }

    public void testDiffersInAnyField() {
        MustAgreeKeys known = MustAgreeKeys.of(List.of(List.of("en"), List.of("17")));
        assertFalse(known.disagreesWith(MustAgreeKeys.of(List.of(List.of("en"), List.of()))));
        assertFalse(known.disagreesWith(MustAgreeKeys.of(List.of(List.of(), List.of()))));
        assertFalse(known.disagreesWith(MustAgreeKeys.NONE));
        assertEquals(1, known.firstDisagreement(MustAgreeKeys.of(List.of(List.of(), List.of("18")))));
    }

    public void testKeysAreStable() {
        MustAgreeKeys keys = MustAgreeKeys.of(List.of(List.of("en"), List.of(), List.of("a", "b")));
        assertEquals("[-8734032985529709175, 0, -2315365057438487707]", keys.toString());
        assertEquals(keys, MustAgreeKeys.of(keys.toArray()));
        assertEquals(keys.hashCode(), MustAgreeKeys.of(keys.toArray()).hashCode());
    }
}
