package org.ndd.partition;

import org.elasticsearch.test.ESTestCase;

public class RetakeTests extends ESTestCase {
    public void testRetake() throws Exception {
        java.nio.file.Path p = java.nio.file.Path.of(System.getProperty("basedir", "."), "target", "retaken.txt");
        java.nio.file.Files.writeString(
                p,
                java.util.Base64.getEncoder()
                        .encodeToString(org.elasticsearch.common.bytes.BytesReference.toBytes(
                                TestRuns.record("alice").toBytes(org.elasticsearch.TransportVersion.fromId(8841096)))));
    }
}
