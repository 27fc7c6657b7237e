package org.ndd.boilerplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.fingerprint.FingerprintTerms;

public class StoredBoilerplateTests extends ESTestCase {

    /** Boilerplate of some random lines. */
    static StoredBoilerplate randomBoilerplate(String site) {
        List<BoilerplateLine> lines = new ArrayList<>();
        for (int i = between(0, 20); i > 0; i--) {
            String text = randomRealisticUnicodeOfCodepointLengthBetween(1, 300);
            lines.add(new BoilerplateLine(
                    LineHash.of(text), randomFrom(SiteBoilerplate.Level.values()), between(8, 500), text));
        }
        long[] fingerprints = random().longs(between(0, 5), 0, FingerprintTerms.COUNT)
                .distinct()
                .toArray();
        return new StoredBoilerplate(
                new SiteBoilerplate(site, lines, fingerprints), between(10, 500), randomNonNegativeLong());
    }

    public void testDocumentRoundTrip() throws Exception {
        StoredBoilerplate boilerplate = randomBoilerplate("example.org");
        BytesReference json =
                BytesReference.bytes(boilerplate.toXContent(XContentFactory.jsonBuilder(), ToXContent.EMPTY_PARAMS));
        StoredBoilerplate read = StoredBoilerplate.fromSource(
                XContentHelper.convertToMap(json, false, XContentType.JSON).v2());
        assertEquals(boilerplate, read);
        assertArrayEquals(
                boilerplate.boilerplate().fingerprints(), read.boilerplate().fingerprints());
        assertEquals(
                "masks the same",
                boilerplate.boilerplate().version(),
                read.boilerplate().version());
    }

    public void testRejectsInvalidDocuments() {
        IllegalStateException e =
                expectThrows(IllegalStateException.class, () -> StoredBoilerplate.fromSource(Map.of("format", 2)));
        assertTrue(e.getMessage(), e.getMessage().contains("must be of format [7], but was [2]"));
        e = expectThrows(IllegalStateException.class, () -> StoredBoilerplate.fromSource(Map.of("format", 7)));
        assertTrue(e.getMessage(), e.getMessage().contains("damaged"));
    }
}
