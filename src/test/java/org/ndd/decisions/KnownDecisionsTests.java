package org.ndd.decisions;

import static org.hamcrest.Matchers.lessThan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;
import org.ndd.AllocatedBytes;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.decisions.PairDecision.Kind;

public class KnownDecisionsTests extends ESTestCase {

    private static DocumentName name(String id) {
        return new DocumentName("pages", id);
    }

    private static PairDecision decision(String a, String b, Kind kind) {
        return new PairDecision(
                new DocumentState(name(a), ""), new DocumentState(name(b), ""), kind, new DecidedBy("kim", 0, null));
    }

    public void testUnits() {
        KnownDecisions decisions = new KnownDecisions(List.of(
                decision("a", "b", Kind.DUPLICATES),
                decision("b", "c", Kind.DUPLICATES),
                decision("d", "e", Kind.DUPLICATES),
                decision("a", "e", Kind.NOT_DUPLICATES),
                decision("c", "f", Kind.NOT_DUPLICATES)));
        assertEquals(Set.of(name("b"), name("c")), decisions.duplicatesOf(name("a")));
        assertEquals(Set.of(name("d"), name("e"), name("f")), decisions.notDuplicatesOf(name("b")));
        assertEquals(Set.of(name("a"), name("b"), name("c")), decisions.notDuplicatesOf(name("f")));
        assertTrue(decisions.areNotDuplicates(name("b"), name("d")));
        assertTrue(decisions.areNotDuplicates(name("f"), name("a")));
        assertFalse(decisions.areNotDuplicates(name("a"), name("c")));
        assertFalse(decisions.areNotDuplicates(name("d"), name("f")));
        assertEquals(Set.of(), decisions.duplicatesOf(name("x")));
        assertEquals(Set.of(), decisions.notDuplicatesOf(name("x")));
    }

    /** Without the connected documents, decisions that two documents are not duplicates stay valid. */
    public void testContradictoryUnit() {
        KnownDecisions decisions = new KnownDecisions(List.of(
                decision("a", "b", Kind.DUPLICATES),
                decision("b", "c", Kind.DUPLICATES),
                decision("a", "c", Kind.NOT_DUPLICATES),
                decision("b", "x", Kind.NOT_DUPLICATES)));
        assertEquals(Set.of(), decisions.duplicatesOf(name("a")));
        assertEquals(Set.of(name("c")), decisions.notDuplicatesOf(name("a")));
        assertEquals(Set.of(name("b")), decisions.notDuplicatesOf(name("x")));
        assertTrue(decisions.areNotDuplicates(name("a"), name("c")));
        assertFalse(decisions.areNotDuplicates(name("a"), name("x")));
    }

    /** Two sets of connected documents, with a decision about each document of one and one of the other. */
    private static KnownDecisions ofTwoUnits(int size) {
        List<PairDecision> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(decision("a" + i, "b" + i, Kind.NOT_DUPLICATES));
            all.add(decision("a" + i, "a" + (i + 1), Kind.DUPLICATES));
            all.add(decision("b" + i, "b" + (i + 1), Kind.DUPLICATES));
        }
        return new KnownDecisions(all);
    }

    /** A deletion does this work for each document of a batch. */
    public void testWorkIsLinearInDecisions() {
        KnownDecisions few = ofTwoUnits(100);
        KnownDecisions many = ofTwoUnits(400);
        assertEquals(401, many.notDuplicatesOf(name("a7")).size());
        long bytes = AllocatedBytes.of(() -> few.notDuplicatesOf(name("a7")));
        assertThat(AllocatedBytes.of(() -> many.notDuplicatesOf(name("a7"))), lessThan(8 * bytes));
    }

    private static KnownDecisions star(int size) {
        return new KnownDecisions(IntStream.range(0, size)
                .mapToObj(i -> decision("center", "a" + i, Kind.NOT_DUPLICATES))
                .toList());
    }

    /** A query does this for each decided document. */
    public void testLooksUpPairOfDocumentWithManyDecisions() {
        KnownDecisions few = star(10);
        KnownDecisions many = star(1000);
        assertTrue(many.areNotDuplicates(name("a999"), name("center")));
        assertFalse(many.areNotDuplicates(name("a1"), name("a2")));
        assertFalse("a document is a duplicate of itself", many.areNotDuplicates(name("center"), name("center")));
        long bytes = AllocatedBytes.of(() -> few.areNotDuplicates(name("center"), name("x")));
        assertThat(
                AllocatedBytes.of(() -> many.areNotDuplicates(name("center"), name("x"))), lessThan(8 * bytes + 1000));
    }
}
