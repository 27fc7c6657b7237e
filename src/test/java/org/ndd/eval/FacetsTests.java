package org.ndd.eval;

import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.TestPages;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

public class FacetsTests extends LuceneTestCase {

    private static final String LONG = "all work and no play ".repeat(100);

    private final Facets facets = new Facets(List.of(
            TestPages.page("a", "http://www.x.example/1", LONG),
            TestPages.page("b", "http://www.x.example/2", LONG),
            TestPages.page("c", "http://www.y.example/1", "short"),
            TestPages.page("d", null, "北京 2008")));

    public void testFacetsOfPair() {
        assertEquals(
                List.of("kind: edit", "site: the same", "length: long", "script: latin", "label: uncontested"),
                facets.of(new LabeledPair("a", "b", true, "edit", 0.95)));
        assertEquals(
                List.of("site: two", "length: short", "script: latin"), facets.of(new LabeledPair("a", "c", false)));
        assertEquals(
                List.of("length: short", "script: two", "label: contested"),
                facets.of(new LabeledPair("a", "d", false, "", 0.91)));
        assertEquals(List.of("kind: x"), facets.of(new LabeledPair("a", "nowhere", true, "x", Double.NaN)));
    }

    public void testScripts() {
        assertEquals("latin", Facets.script("ein Haus 北"));
        assertEquals("han", Facets.script("北京 2008 a"));
        assertEquals("none", Facets.script("1 + 1"));
    }

    public void testScoresEachKindSeparately() {
        Map<String, Facets.Part> parts = facets.parts(
                List.of(new LabeledPair("a", "b", true), new LabeledPair("a", "c", false)),
                Map.of("a", "g", "b", "g", "c", "g"));
        assertEquals(new Facets.Part(0, new PairScore(1, 0, 0)), parts.get("site: the same"));
        assertEquals(new Facets.Part(1, new PairScore(0, 0, 1)), parts.get("site: two"));
        assertEquals(new Facets.Part(1, new PairScore(1, 0, 1)), parts.get("script: latin"));
    }
}
