package org.ndd.status;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.pair.DocumentName;
import org.ndd.status.PageStatus.Kind;
import org.ndd.status.PageStatus.Likeness;
import org.ndd.status.StatusResponse.OfDocument;

public class StatusResponseTests extends AbstractWireSerializingTestCase<StatusResponse> {

    private static final Likeness NEAR = new Likeness(
            Relation.NEAR,
            0.875,
            Reason.SIGNALS,
            List.of(new Contribution(Signal.NUMBERS, 0.5, -1.5, List.of("1"), List.of("2"))),
            0.75,
            0.5,
            0.25);

    private static PageStatus duplicate(String group) {
        return new PageStatus(Kind.DUPLICATE, new DocumentName("i", "w"), group, group == null ? 0 : 3, NEAR, null);
    }

    private static PageStatus status() {
        return randomFrom(
                PageStatus.UNIQUE,
                PageStatus.MISSING,
                PageStatus.unprocessed(randomIdentifier()),
                PageStatus.canonical(null),
                new PageStatus(Kind.CANONICAL, null, randomIdentifier(), between(2, 9), null, null),
                duplicate(randomBoolean() ? null : randomIdentifier()));
    }

    private static OfDocument document() {
        return new OfDocument(new DocumentName(randomBoolean() ? null : "i", randomIdentifier()), status());
    }

    @Override
    protected Writeable.Reader<StatusResponse> instanceReader() {
        return StatusResponse::new;
    }

    @Override
    protected StatusResponse createTestInstance() {
        return new StatusResponse(
                randomNonNegativeLong(),
                randomBoolean() ? null : randomIdentifier(),
                randomList(0, 5, StatusResponseTests::document),
                randomList(0, 5, StatusResponseTests::status));
    }

    @Override
    protected StatusResponse mutateInstance(StatusResponse r) {
        List<OfDocument> documents = new ArrayList<>(r.documents());
        documents.add(document());
        List<PageStatus> pages = new ArrayList<>(r.pages());
        pages.add(status());
        return switch (between(0, 2)) {
            case 0 -> new StatusResponse(1, r.groups() + "x", r.documents(), r.pages());
            case 1 -> new StatusResponse(1, r.groups(), documents, r.pages());
            default -> new StatusResponse(1, r.groups(), r.documents(), pages);
        };
    }

    public void testPrinted() {
        StatusResponse response = new StatusResponse(
                7,
                null,
                List.of(
                        new OfDocument(new DocumentName(null, "1"), PageStatus.MISSING),
                        new OfDocument(new DocumentName("i", "2"), PageStatus.unprocessed("so")),
                        new OfDocument(new DocumentName("i", "3"), PageStatus.canonical(null)),
                        new OfDocument(
                                new DocumentName("i", "4"), new PageStatus(Kind.CANONICAL, null, "g", 2, null, null))),
                List.of(PageStatus.UNIQUE, duplicate(null), duplicate("g")));
        String like = "\"relation\":\"near\",\"confidence\":0.875,\"reason\":\"signals\","
                + "\"contributions\":[{\"signal\":\"numbers\",\"value\":0.5,\"log_odds\":-1.5,\"a\":[\"1\"],\"b\":[\"2\"]}],"
                + "\"resemblance\":0.75,"
                + "\"containment\":{\"in_canonical\":0.5,\"of_canonical\":0.25}}";
        String duplicate = "\"status\":\"duplicate\",\"canonical\":{\"_index\":\"i\",\"_id\":\"w\"},";
        assertEquals(
                "{\"took\":7,\"groups\":\"none\",\"ids\":[{\"_id\":\"1\",\"status\":\"missing\"},"
                        + "{\"_index\":\"i\",\"_id\":\"2\",\"status\":\"unprocessed\",\"why\":\"so\"},"
                        + "{\"_index\":\"i\",\"_id\":\"3\",\"status\":\"canonical\"},"
                        + "{\"_index\":\"i\",\"_id\":\"4\",\"status\":\"canonical\",\"group\":\"g\",\"size\":2}],"
                        + "\"pages\":[{\"position\":0,\"status\":\"unique\"},{\"position\":1," + duplicate + like
                        + ",{\"position\":2," + duplicate + "\"group\":\"g\",\"size\":3," + like + "]}",
                Strings.toString(response));
        assertTrue(Strings.toString(new StatusResponse(7, "dest", List.of(), List.of()))
                .contains("\"groups\":\"dest\""));
    }
}
