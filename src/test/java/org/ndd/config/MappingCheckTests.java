package org.ndd.config;

import java.io.IOException;
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
    }

    public void testErrorContainsMapping() {
        assertEquals(
                "[target_field] must be mapped as [near_dup] in index [pages], but was [ndd], whose [ndd.fingerprints] is not mapped: "
                        + "add the mapping with [PUT /pages/_mapping {\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}], "
                        + "and then run [POST /pages/_ndd/backfill]",
                errorMessage("{\"body\":{\"type\":\"text\"}}"));
    }
}
