package org.ndd.inspect;

import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.inspect.CheckAction.Response.OfDocument;
import org.ndd.inspect.CheckResult.Kind;

public class CheckResponseTests extends ESTestCase {

    private static final Comparison NEAR = new Comparison(
            Relation.NEAR,
            0.875,
            Reason.SIGNALS,
            List.of(new Contribution(Signal.NUMBERS, 0.5, -1.5, List.of("1"), List.of("2"))),
            new Comparison.SharedText(0.75, 1, 1, List.of(), false),
            new Comparison.ComparedText(0.5, 2, 2, 0, false),
            new Comparison.ComparedText(0.25, 4, 4, 0, false));

    private static CheckResult duplicate(String group) {
        return new CheckResult(
                Kind.DUPLICATE, new DocumentName("i", "w"), group, group == null ? 0 : 3, NEAR, null, null);
    }

    public void testToXContent() {
        CheckAction.Response response = new CheckAction.Response(
                7,
                null,
                List.of(
                        new OfDocument(new DocumentName(null, "1"), CheckResult.MISSING),
                        new OfDocument(new DocumentName("i", "2"), CheckResult.unprocessed("so")),
                        new OfDocument(new DocumentName("i", "3"), CheckResult.canonical(null)),
                        new OfDocument(
                                new DocumentName("i", "4"),
                                new CheckResult(Kind.CANONICAL, null, "g", 2, null, null, null))),
                List.of(CheckResult.UNIQUE, duplicate(null), duplicate("g")));
        String like = "\"relation\":\"near\",\"confidence\":0.875,\"reason\":\"signals\","
                + "\"contributions\":[{\"signal\":\"numbers\",\"value\":0.5,\"log_odds\":-1.5,\"a\":[\"1\"],\"b\":[\"2\"]}],"
                + "\"resemblance\":0.75,"
                + "\"containment\":{\"in_canonical\":0.5,\"of_canonical\":0.25}}";
        String duplicate = "\"result\":\"duplicate\",\"canonical\":{\"_index\":\"i\",\"_id\":\"w\"},";
        assertEquals(
                "{\"took\":7,\"ids\":[{\"_id\":\"1\",\"result\":\"missing\"},"
                        + "{\"_index\":\"i\",\"_id\":\"2\",\"result\":\"unprocessed\",\"reason\":\"so\"},"
                        + "{\"_index\":\"i\",\"_id\":\"3\",\"result\":\"canonical\"},"
                        + "{\"_index\":\"i\",\"_id\":\"4\",\"result\":\"canonical\",\"group\":\"g\",\"size\":2}],"
                        + "\"documents\":[{\"position\":0,\"result\":\"unique\"},{\"position\":1," + duplicate + like
                        + ",{\"position\":2," + duplicate + "\"group\":\"g\",\"size\":3," + like + "]}",
                Strings.toString(response));
        assertTrue(Strings.toString(new CheckAction.Response(7, "dest", List.of(), List.of()))
                .contains("\"dest\":{\"index\":\"dest\"}"));
    }
}
