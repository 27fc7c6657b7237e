package org.ndd.status;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.ApartBy;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.DocumentName;
import org.ndd.pair.PageSource;

public class StatusRequestTests extends AbstractWireSerializingTestCase<StatusRequest> {

    private static final StatusRule RULE =
            new StatusRule("ndd", SimilarityParameters.BALANCED, Relation.NEAR, ApartBy.NONE);

    private static PageSource given(String text) {
        return new PageSource(null, null, null, text, null, null);
    }

    private static DocumentName name() {
        return new DocumentName(randomBoolean() ? null : randomIdentifier(), randomIdentifier());
    }

    @Override
    protected Writeable.Reader<StatusRequest> instanceReader() {
        return StatusRequest::new;
    }

    @Override
    protected StatusRequest createTestInstance() {
        return new StatusRequest(
                randomIdentifier(),
                randomList(0, 5, StatusRequestTests::name),
                randomList(0, 5, () -> given(randomAlphaOfLength(5))),
                randomBoolean() ? null : randomIdentifier(),
                new StatusRule(
                        randomFrom("ndd", "other"),
                        randomFrom(SimilarityParameters.BALANCED, SimilarityParameters.STRICT),
                        randomFrom(Relation.SAME, Relation.NEAR, Relation.OVERLAP),
                        randomFrom(ApartBy.NONE, new ApartBy(List.of("lang")))),
                TimeValue.timeValueMillis(between(1, 100_000)));
    }

    @Override
    protected StatusRequest mutateInstance(StatusRequest r) {
        StatusRule rule = r.rule();
        String field = rule.fields().parent();
        List<DocumentName> ids = new ArrayList<>(r.ids());
        List<PageSource> pages = new ArrayList<>(r.pages());
        String groups = r.namesGroups() ? r.groups() : null;
        return switch (between(0, 8)) {
            case 0 -> new StatusRequest(r.index() + "x", ids, pages, groups, rule, r.timeout());
            case 1 -> {
                ids.add(name());
                yield new StatusRequest(r.index(), ids, pages, groups, rule, r.timeout());
            }
            case 2 -> {
                pages.add(given("another"));
                yield new StatusRequest(r.index(), ids, pages, groups, rule, r.timeout());
            }
            case 3 -> new StatusRequest(r.index(), ids, pages, groups == null ? "g" : null, rule, r.timeout());
            case 4 -> with(r, new StatusRule(field + "x", rule.similarity(), rule.least(), rule.apartBy()));
            case 5 ->
                with(r, new StatusRule(field, rule.similarity().withContainment(0.123), rule.least(), rule.apartBy()));
            case 6 -> {
                Relation other = rule.least() == Relation.NEAR ? Relation.SAME : Relation.NEAR;
                yield with(r, new StatusRule(field, rule.similarity(), other, rule.apartBy()));
            }
            case 7 -> with(r, new StatusRule(field, rule.similarity(), rule.least(), new ApartBy(List.of("product"))));
            default -> new StatusRequest(r.index(), ids, pages, groups, rule, TimeValue.timeValueDays(1));
        };
    }

    private static StatusRequest with(StatusRequest r, StatusRule rule) {
        String groups = r.namesGroups() ? r.groups() : null;
        return new StatusRequest(r.index(), r.ids(), r.pages(), groups, rule, r.timeout());
    }

    private StatusRequest parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return StatusRequest.fromXContent("pages", StatusRequest.DEFAULT_TIMEOUT, parser);
        }
    }

    public void testBody() throws IOException {
        StatusRequest request = parse("{\"ids\":[\"1\",{\"_index\":\"x\",\"_id\":\"2\"}],"
                + "\"pages\":[{\"html\":\"<p>x\",\"url\":\"https://a.org/\",\"fields\":{\"lang\":\"en\"}}],"
                + "\"groups\":\"dest\",\"field\":\"dup\",\"preset\":\"strict\",\"window\":24,"
                + "\"min_relation\":\"same\",\"apart_by\":[\"lang\"]}");
        assertEquals(List.of(new DocumentName(null, "1"), new DocumentName("x", "2")), request.ids());
        assertEquals(Map.of("lang", List.of("en")), request.pages().get(0).fields());
        assertEquals("dest", request.groups());
        assertTrue(request.namesGroups());
        assertEquals("dup.text", request.rule().fields().text());
        assertEquals(24, request.rule().similarity().window());
        assertEquals(Relation.SAME, request.rule().least());
        assertNull(request.validate());
        request = parse("{\"ids\":\"1\"}");
        assertEquals(List.of(new DocumentName(null, "1")), request.ids());
        assertEquals("pages-ndd", request.groups());
        assertFalse(request.namesGroups());
        assertEquals(RULE, request.rule());
        assertNull(request.validate());
    }

    public void testErrors() throws IOException {
        String size = "[ids] and [pages] must hold between [1] and [1000] documents and pages together, but was ";
        assertError(size + "[0]", parse("{}"));
        assertError(size + "[0]", parse("{\"ids\":[],\"pages\":[]}"));
        List<DocumentName> many = Collections.nCopies(1000, new DocumentName(null, "1"));
        assertNull(new StatusRequest("i", many, List.of(), null, RULE, TimeValue.ONE_MINUTE).validate());
        assertError(
                size + "[1001]", new StatusRequest("i", many, List.of(given("x")), null, RULE, TimeValue.ONE_MINUTE));
        assertError("[ids] must name a document each, but was []", parse("{\"ids\":[\"1\",\"\"]}"));
        assertError(
                "[ids] must name a document each, but was []", parse("{\"ids\":[{\"_index\":\"\",\"_id\":\"1\"}]}"));
        assertError(
                "[pages] must be pages that are given whole, but was the document [1]: name it in [ids]",
                parse("{\"pages\":[{\"text\":\"x\"},{\"_id\":\"1\"}]}"));
        assertError(
                "[pages] must hold exactly one of [_id, text, html, input], but held [0]", parse("{\"pages\":[{}]}"));
        assertError(
                "[pages.fields] must be fields that [apart_by] names, but was [lang]",
                parse("{\"pages\":[{\"text\":\"x\",\"fields\":{\"lang\":\"en\"}}]}"));
        for (String wrong : List.of("", "a*", "_all")) {
            assertError(
                    "[groups] must be the destination of a partition run, but was [" + wrong + "]",
                    parse("{\"ids\":\"1\",\"groups\":\"" + wrong + "\"}"));
        }
        assertError(
                "[index] must be the name of one index or alias, but was [a,b]",
                new StatusRequest("a,b", many, List.of(), null, RULE, TimeValue.ONE_MINUTE));
        assertError(
                "[timeout] must be positive, but was [0s]",
                new StatusRequest("i", many, List.of(), null, RULE, TimeValue.ZERO));
        for (String wrong : List.of(
                "{\"id\":\"1\"}",
                "{\"ids\":7}",
                "{\"ids\":[null]}",
                "{\"ids\":[[\"1\"]]}",
                "{\"ids\":{\"_index\":\"x\"}}",
                "{\"pages\":[\"x\"]}",
                "{\"min_relation\":\"other_item\"}",
                "{\"ids\":\"1\",\"timeout\":\"1s\"}")) {
            expectThrows(XContentParseException.class, () -> parse(wrong));
        }
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> parse("{\"field\":\"\"}"));
        assertEquals("[field] must be the name of a field, but was []", e.getMessage());
    }

    private static void assertError(String message, StatusRequest request) {
        assertNotNull(message, request.validate());
        assertTrue(
                request.validate().getMessage(),
                request.validate().validationErrors().contains(message));
    }
}
