package org.ndd.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.search.NearDupReducer.DecidedSets;
import org.ndd.search.SketchedSet.SketchedDocuments;

public class DecidedSetsTests extends ESTestCase {

    private static final DecidedBy KIM = new DecidedBy("kim", 1, null);

    /** Texts that start with the same capital letter belong to one document with decisions. */
    private record Member(String name, String text, long docCount) implements SketchedDocuments {

        @Override
        public long[] sketch() {
            return new long[] {text.charAt(0)};
        }

        @Override
        public BytesRef digest() {
            return new BytesRef(text);
        }

        @Override
        public DocumentName decided() {
            return Character.isUpperCase(name.charAt(0)) ? document(name) : null;
        }
    }

    private static DocumentName document(String name) {
        return new DocumentName("pages", name);
    }

    private static SketchedSet<Member> set(String... names) {
        return SketchedSet.of(Arrays.stream(names)
                .map(name -> new Member(name, name, Character.isUpperCase(name.charAt(0)) ? 1 : 10))
                .toList());
    }

    private static PairDecision decision(String a, String b, boolean duplicates) {
        return new PairDecision(
                new DocumentState(document(a), "x"),
                new DocumentState(document(b), "x"),
                duplicates ? PairDecision.Kind.DUPLICATES : PairDecision.Kind.NOT_DUPLICATES,
                KIM);
    }

    private static List<String> decide(List<SketchedSet<Member>> sets, PairDecision... decisions) {
        List<PairDecision> all = new ArrayList<>(List.of(decisions));
        Collections.shuffle(all, random());
        List<SketchedSet<Member>> decided = DecidedSets.of(sets, new KnownDecisions(all));
        decided.forEach(set -> assertEquals(
                set.docCount(),
                set.members().stream().mapToLong(Member::docCount).sum()));
        return decided.stream()
                .map(set ->
                        String.join("", set.members().stream().map(Member::name).toList()))
                .toList();
    }

    public void testWithoutDecidedDocuments() {
        List<SketchedSet<Member>> sets = List.of(set("a", "b"), set("c"));
        assertSame(sets, DecidedSets.of(sets, KnownDecisions.NONE));
    }

    public void testDuplicatesJoinSets() {
        assertEquals(
                List.of("aBcD", "e"),
                decide(List.of(set("a", "B"), set("c", "D"), set("e")), decision("D", "B", true)));
    }

    public void testOtherDocumentsConnect() {
        assertEquals(
                List.of("aBcD"),
                decide(List.of(set("a", "B"), set("c", "D")), decision("B", "X", true), decision("X", "D", true)));
    }

    public void testNotDuplicateDecisionRemovesMember() {
        assertEquals(
                List.of("aB", "DE"),
                decide(List.of(set("a", "B", "D", "E")), decision("B", "D", false), decision("D", "E", true)));
    }

    public void testContradictoryDecisionsHaveNoEffect() {
        assertEquals(
                List.of("a", "B", "C", "D"),
                decide(
                        List.of(set("a"), set("B"), set("C"), set("D")),
                        decision("B", "C", true),
                        decision("C", "D", true),
                        decision("B", "D", false)));
    }

    /** Texts without fingerprints are in one set only because they are equal. */
    public void testEqualTextsAreInOneSet() {
        List<SketchedSet<Member>> sets = List.of(
                SketchedSet.of(List.of(new Member("a", "x", 10))),
                SketchedSet.of(List.of(new Member("B", "x", 1))),
                SketchedSet.of(List.of(new Member("C", "x", 1))));
        assertEquals(List.of("aB", "C"), decide(sets, decision("B", "C", false)));
    }
}
