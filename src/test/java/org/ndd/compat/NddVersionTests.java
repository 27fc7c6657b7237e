package org.ndd.compat;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

public class NddVersionTests extends ESTestCase {

    private static StreamInput kept(String mark, int format, String version) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeBytes(mark.getBytes(StandardCharsets.US_ASCII));
            out.writeVInt(format);
            out.writeString(version);
            return out.bytes().streamInput();
        }
    }

    public void testMatchesProjectVersion() throws IOException {
        String pom = Files.readString(PathUtils.get(System.getProperty("ndd.project.directory", ""), "pom.xml"));
        assertThat(
                pom,
                containsString("<artifactId>elasticsearch-ndd</artifactId>\n  <version>" + NddVersion.CURRENT + "<"));
    }

    public void testStoredFormat() throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            NddVersion.writeStored(out);
            BytesReference bytes = out.bytes();
            StreamInput in = bytes.streamInput();
            NddVersion.readStored(in);
            assertEquals(0, in.available());
        }
        NddVersion.readStored(kept("NDD", 10, "0.7.3"));
        Exception later =
                expectThrows(IllegalArgumentException.class, () -> NddVersion.readStored(kept("NDD", 11, "0.9.0")));
        assertThat(later.getMessage(), containsString("was [11], written by ndd [0.9.0]"));
    }

    /** Before the format was introduced, records started with the name of the run, in lower case. */
    public void testRejectsRecordOfEarlierVersion() throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeString("pages-ndd-20261121-101112-0a1b2c3d");
            StreamInput in = out.bytes().streamInput();
            Exception e = expectThrows(IllegalArgumentException.class, () -> NddVersion.readStored(in));
            assertThat(
                    e.getMessage(), containsString("was [none], written by ndd [an earlier version]: begin a new run"));
        }
        expectThrows(IllegalArgumentException.class, () -> NddVersion.readStored(new BytesArray("N").streamInput()));
    }

    public void testRejectsNodeOfOtherVersion() {
        NddVersion.check(DiscoveryNodeUtils.builder("id")
                .name("node-1")
                .attributes(Map.of("ndd_version", NddVersion.CURRENT))
                .build());
        ElasticsearchStatusException e = expectThrows(
                ElasticsearchStatusException.class,
                () -> NddVersion.check(
                        DiscoveryNodeUtils.builder("id").name("node-2").build()));
        assertThat(e.getMessage(), containsString("on node [node-2]"));
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, e.status());
    }

    public void testRejectsRequestOfOtherVersion() throws IOException {
        assertRejected("0.0.9", "but was [0.0.9] on the node that sent the request");
        assertRejected("1.2.3-beta.1", "but was [1.2.3-beta.1] on the node that sent the request");
        assertRejected("pages-ndd-20261122", "but was [one from before 0.1.0] on the node that sent the request");
    }

    private static void assertRejected(String begins, String message) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeString(begins);
            StreamInput in = out.bytes().streamInput();
            Exception e = expectThrows(ElasticsearchStatusException.class, () -> NddVersion.readSame(in));
            assertThat(e.getMessage(), containsString(message));
        }
    }
}
