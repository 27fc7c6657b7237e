package org.ndd.config;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;

/** The error for an unmapped field lists the mapped fields, or shows how to map it. */
public class MappingCheckTests extends ESTestCase {

    private static final String NEAR_DUP = "{\"properties\":{\"fingerprints\":{\"type\":\"keyword\"},\"text\":"
            + "{\"type\":\"near_dup_text\"},\"version\":{\"type\":\"keyword\"}}}";

    private static IndexMetadata index(String properties) throws IOException {
        return IndexMetadata.builder("pages")
                .settings(indexSettings(IndexVersion.current(), 1, 0))
                .putMapping("{\"properties\":" + properties + "}")
                .build();
    }

    private static String errorMessage(String properties) {
        return expectThrows(IllegalArgumentException.class, () -> MappingCheck.check(index(properties), "ndd"))
                .getMessage();
    }

    public void testErrorListsMappedFields() throws IOException {
        String two = "{\"dup\":{\"properties\":{\"title\":" + NEAR_DUP + ",\"body\":" + NEAR_DUP
                + "}},\"parts\":{\"type\":\"nested\",\"properties\":{\"ndd\":" + NEAR_DUP + "}}}";
        assertEquals(
                "[target_field] must be mapped as [near_dup] in index [pages], but was [ndd], whose [ndd.fingerprints] is not mapped: "
                        + "specify which of [dup.body, dup.title] is meant in [target_field]",
                errorMessage(two));
        MappingCheck.check(index(two), "dup.title");
        String dotted = "{\"dup.body.text\":{\"type\":\"near_dup_text\"}," + "\"title\":{\"properties\":"
                + "{\"ndd.text\":{\"type\":\"near_dup_text\"},\"text\":{\"type\":\"keyword\"}}}}";
        assertThat(
                errorMessage(dotted), endsWith(": specify which of [dup.body, title.ndd] is meant in [target_field]"));
    }

    /** With {@code subobjects: false}, the mapping of an index or of an object has names with dots. */
    public void testNamesWithDots() throws IOException {
        Map<String, Object> text = Map.of("type", "near_dup_text");
        Map<String, Object> keyword = Map.of("type", "keyword");
        Map<String, Object> own = Map.of("fingerprints", keyword, "text", text, "version", keyword);
        for (String prefix : List.of("", "dup.")) {
            Map<String, Object> dotted = new HashMap<>();
            own.forEach((name, mapping) -> dotted.put(prefix + "ndd." + name, mapping));
            assertNull(MappingCheck.problem(Map.of("properties", dotted), prefix + "ndd"));
            dotted.remove(prefix + "ndd.text");
            assertEquals(
                    "[" + prefix + "ndd.text] is not mapped",
                    MappingCheck.problem(Map.of("properties", dotted), prefix + "ndd"));
        }
        Map<String, Object> inObject = new HashMap<>();
        own.forEach((name, mapping) -> inObject.put("ndd." + name, mapping));
        Map<String, Object> object = Map.of("dup", Map.of("subobjects", false, "properties", inObject));
        assertNull(MappingCheck.problem(Map.of("properties", object), "dup.ndd"));
        assertEquals("[ndd.fingerprints] is not mapped", MappingCheck.problem(Map.of("properties", object), "ndd"));
    }

    /** When segments are merged, documents of such an index lose the numbers by which runs and writes identify a version. */
    public void testIndexWithoutSequenceNumbers() throws IOException {
        IndexMetadata index = IndexMetadata.builder(index("{\"ndd\":" + NEAR_DUP + "}"))
                .settings(indexSettings(IndexVersion.current(), 1, 0).put("index.disable_sequence_numbers", true))
                .build();
        assertEquals(
                "[index] must be an index with sequence numbers, but was [pages], whose setting [index.disable_sequence_numbers] is "
                        + "[true]: changes of its documents cannot be detected",
                expectThrows(IllegalArgumentException.class, () -> MappingCheck.check(index, "ndd"))
                        .getMessage());
    }

    /** Without terms, no document would be found. */
    public void testFieldWithoutIndex() {
        String mapping = NEAR_DUP.replace("\"fingerprints\":{", "\"fingerprints\":{\"index\":false,");
        assertThat(
                errorMessage("{\"ndd\":" + mapping + "}"),
                containsString("whose [ndd.fingerprints] is [keyword without index], which cannot be changed"));
    }

    /** No mapping can be added below a field that is not an object. */
    public void testFieldOfOtherType() {
        assertEquals(
                "[target_field] must be mapped as [near_dup] in index [pages], but was [ndd], whose [ndd] is [keyword], which cannot be "
                        + "changed: make another index with the mapping [{\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}] "
                        + "and copy the documents there, or choose another [target_field], and then run [POST /pages/_ndd/backfill]",
                errorMessage("{\"ndd\":{\"type\":\"keyword\"}}"));
        assertThat(
                errorMessage("{\"ndd\":{\"type\":\"object\"}}"),
                containsString("[ndd.fingerprints] is not mapped: add"));
    }

    public void testErrorContainsMapping() {
        assertEquals(
                "[target_field] must be mapped as [near_dup] in index [pages], but was [ndd], whose [ndd.fingerprints] is not mapped: "
                        + "add the mapping with [PUT /pages/_mapping {\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}], "
                        + "and then run [POST /pages/_ndd/backfill]",
                errorMessage("{\"body\":{\"type\":\"text\"}}"));
    }
}
