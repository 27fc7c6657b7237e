package org.ndd.inspect;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.align.TextDiff;
import org.ndd.core.align.TrustedRegions.Region;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;

public class CompareResponseTests extends ESTestCase {

    private static final List<Contribution> CONTRIBUTIONS = List.of(
            new Contribution(Signal.SHARED_TEXT, 0.5, 2.5, List.of(), List.of()),
            new Contribution(Signal.TITLES, 1, -3.5, List.of("a"), List.of("b", "c")));

    private static Comparison randomComparison() {
        return new Comparison(
                randomFrom(Relation.values()),
                randomDouble(),
                randomFrom(Reason.values()),
                randomList(0, 3, CompareResponseTests::randomContribution),
                new Comparison.SharedText(
                        randomDouble(),
                        between(-1, 1000),
                        between(-1, 1000),
                        randomList(
                                0,
                                3,
                                () -> new Region(
                                        between(0, 9),
                                        between(10, 19),
                                        between(0, 9),
                                        between(10, 19),
                                        randomAlphaOfLength(4))),
                        randomBoolean()),
                new Comparison.ComparedText(
                        randomDouble(), between(0, 1000), between(-1, 1000), between(0, 1000), randomBoolean()),
                new Comparison.ComparedText(
                        randomDouble(), between(0, 1000), between(-1, 1000), between(0, 1000), randomBoolean()));
    }

    private static Contribution randomContribution() {
        return new Contribution(
                randomFrom(Signal.values()),
                randomDouble(),
                randomDoubleBetween(-9, 9, true),
                randomList(0, 3, () -> randomAlphaOfLength(3)),
                randomList(0, 3, () -> randomAlphaOfLength(3)));
    }

    public void testSwappedTwice() {
        Comparison comparison = randomComparison();
        assertEquals(comparison, comparison.swapped().swapped());
    }

    public void testSwapped() {
        Comparison c = new Comparison(
                Relation.NEAR,
                0.9,
                Reason.RESEMBLANCE,
                CONTRIBUTIONS,
                new Comparison.SharedText(0.5, 3, 4, List.of(new Region(1, 2, 3, 4, "t")), true),
                new Comparison.ComparedText(0.1, 5, 7, 9, false),
                new Comparison.ComparedText(0.2, 6, 8, 10, false));
        assertEquals(
                new Comparison(
                        Relation.NEAR,
                        0.9,
                        Reason.RESEMBLANCE,
                        List.of(
                                CONTRIBUTIONS.get(0),
                                new Contribution(Signal.TITLES, 1, -3.5, List.of("b", "c"), List.of("a"))),
                        new Comparison.SharedText(0.5, 3, 4, List.of(new Region(3, 4, 1, 2, "t")), true),
                        new Comparison.ComparedText(0.2, 6, 8, 10, false),
                        new Comparison.ComparedText(0.1, 5, 7, 9, false)),
                c.swapped());
    }

    public void testXContent() {
        Comparison c = new Comparison(
                Relation.NEAR,
                0.9,
                Reason.RESEMBLANCE,
                CONTRIBUTIONS,
                new Comparison.SharedText(0.5, 3, 4, List.of(new Region(1, 2, 3, 4, "t")), false),
                new Comparison.ComparedText(0.25, 5, 7, 9, true),
                new Comparison.ComparedText(0.75, 6, 8, 10, true));
        CompareResponse response = new CompareResponse(
                c,
                new CompareResponse.FingerprintCounts(11, 12, null),
                List.of(new TextDiff.Run(TextDiff.Kind.ONLY_A, "r")),
                null,
                null);
        String expected = """
            {
              "relation": "near",
              "confidence": 0.9,
              "reason": "resemblance",
              "contributions": [
                {"signal": "shared_text", "value": 0.5, "log_odds": 2.5},
                {"signal": "titles", "value": 1.0, "log_odds": -3.5, "a": ["a"], "b": ["b", "c"]}
              ],
              "similar": true,
              "part_of": false,
              "resemblance": 0.5,
              "containment": {"a_in_b": 0.25, "b_in_a": 0.75},
              "lcs": 3,
              "tlcs": 4,
              "approximate": false,
              "length": {"a": 5, "b": 6},
              "sketch": {"a": 7, "b": 8},
              "fingerprints": {"a": 11, "b": 12, "shared": null},
              "boilerplate": {"known": true, "masked": {"a": 9, "b": 10}},
              "regions": [{"a": {"start": 1, "end": 2}, "b": {"start": 3, "end": 4}, "text": "t"}],
              "diff": [{"type": "only_a", "text": "r"}]
            }\
            """;
        assertEquals(map(expected), map(Strings.toString(response)));
        Map<String, Object> without = map(Strings.toString(
                new CompareResponse(c, new CompareResponse.FingerprintCounts(1, 1, 1), null, null, null)));
        assertFalse(without.containsKey("diff"));
        assertFalse(without.containsKey("must_agree"));
        CompareResponse.Disagreement apart = new CompareResponse.Disagreement("lang", List.of("en"), List.of("de"));
        assertEquals(
                Map.of("field", "lang", "a", List.of("en"), "b", List.of("de")),
                map(Strings.toString(new CompareResponse(
                                c, new CompareResponse.FingerprintCounts(1, 1, 1), null, apart, null)))
                        .get("must_agree"));
    }

    /** The distinction is the strongest signal against a duplicate, for the relation of different items only. */
    public void testDistinction() {
        Contribution numbers = new Contribution(Signal.NUMBERS, 0.5, -3.6, List.of("1"), List.of("2"));
        List<Contribution> contributions = List.of(CONTRIBUTIONS.get(0), CONTRIBUTIONS.get(1), numbers);
        for (Relation relation : Relation.values()) {
            Comparison c = new Comparison(
                    relation,
                    0.1,
                    Reason.NUMBERS,
                    contributions,
                    new Comparison.SharedText(0.5, 3, 4, List.of(), false),
                    new Comparison.ComparedText(0.25, 5, 7, 9, true),
                    new Comparison.ComparedText(0.75, 6, 8, 10, true));
            Map<String, Object> shown = map(Strings.toString(
                    new CompareResponse(c, new CompareResponse.FingerprintCounts(1, 1, 1), null, null, null)));
            assertEquals(
                    relation == Relation.OTHER_ITEM
                            ? Map.of("kind", "numbers", "a", List.of("1"), "b", List.of("2"))
                            : null,
                    shown.get("distinction"));
        }
    }

    private static Map<String, Object> map(String json) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
    }
}
