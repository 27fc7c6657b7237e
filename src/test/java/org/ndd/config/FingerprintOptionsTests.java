package org.ndd.config;

import static org.hamcrest.Matchers.equalTo;

import org.elasticsearch.test.ESTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;

public class FingerprintOptionsTests extends ESTestCase {

    public void testPresets() {
        assertEquals(FingerprintParameters.BALANCED, new FingerprintOptions.Builder().build());
        assertEquals(
                FingerprintParameters.PKU2007,
                new FingerprintOptions.Builder().preset("pku2007").build());
        assertEquals(
                FingerprintParameters.NOISE,
                new FingerprintOptions.Builder().noise(true).build());
        FingerprintOptions.Builder report =
                new FingerprintOptions.Builder().noise(true).preset("pku2007");
        assertEquals(
                "[noise] must be [false] with preset [pku2007], but was [true]",
                expectThrows(IllegalArgumentException.class, report::build).getMessage());
    }

    public void testOptionsOverridePreset() {
        assertEquals(
                new FingerprintParameters(Scheme.PASSAGES, 12, 50, 16, 1, 2),
                new FingerprintOptions.Builder()
                        .number(FingerprintOptions.BUCKETS, 16)
                        .number(FingerprintOptions.MIN_WIDTH, 50)
                        .number(FingerprintOptions.MIN_SENTENCE, 12)
                        .build());
        assertEquals(
                new FingerprintParameters(Scheme.ROTATIONS, 10, 100, 7, 4, 2),
                new FingerprintOptions.Builder()
                        .number(FingerprintOptions.ROUNDS, 4)
                        .preset("pku2007")
                        .number(FingerprintOptions.PER_BUCKET, 2)
                        .build());
    }

    public void testVersionRoundTrip() {
        for (int i = 0; i < 100; i++) {
            boolean pairs = randomBoolean();
            FingerprintParameters parameters = new FingerprintParameters(
                    pairs ? randomFrom(Scheme.PASSAGES, Scheme.NOISE) : Scheme.ROTATIONS,
                    between(0, 99),
                    between(0, 200),
                    between(1, pairs ? FingerprintParameters.MAX_FINGERPRINTS : 64),
                    pairs ? 1 : between(1, 16),
                    pairs ? 2 : between(1, 16));
            assertEquals(parameters, FingerprintOptions.fromVersion(parameters.version()));
        }
    }

    public void testRejectsUnknownVersions() {
        for (String version : new String[] {
            "",
            "p6",
            "p1:10:40:28",
            "p2:10:40:36",
            "r1:10:100:7:16:4",
            "p3:10:40:32",
            "p4:10:40:32",
            "p5:10:40:32",
            "p7:10:40:32",
            "r2:10:100:7:16:4",
            "r3:10:100:7:16:4",
            "n5:10:40:32",
            "n12:10:40:32:1",
            "p12:10:40:28:1",
            "r9:10:40:28",
            "p12:10:40:x",
            "p12:010:40:28",
            "p12:10:40:0",
            "p12:+1:40:28"
        }) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> FingerprintOptions.fromVersion(version));
            assertThat(
                    e.getMessage(),
                    equalTo(
                            "[version] must be a fingerprint version that this version of ndd supports, such as [p12:10:40:32], but was ["
                                    + version + "]: process the documents again with [_ndd/backfill]"));
        }
    }

    public void testErrors() {
        assertBad(
                new FingerprintOptions.Builder().preset("strict"),
                "[preset] must be one of [balanced, pku2007], but was [strict]");
        assertBad(
                new FingerprintOptions.Builder().number(FingerprintOptions.ROUNDS, 3),
                "[rounds] must be omitted unless preset is [pku2007], but was [3]");
        assertBad(
                new FingerprintOptions.Builder().number(FingerprintOptions.PER_BUCKET, 3),
                "[per_bucket] must be omitted unless preset is [pku2007], but was [3]");
        assertBad(
                new FingerprintOptions.Builder().number(FingerprintOptions.BUCKETS, 4097),
                "[buckets] must be between [1] and [4096], but was [4097]");
        assertBad(
                new FingerprintOptions.Builder().preset("pku2007").number(FingerprintOptions.BUCKETS, 65),
                "[buckets] must be between [1] and [64], but was [65]");
        assertBad(
                new FingerprintOptions.Builder().preset("pku2007").number(FingerprintOptions.BUCKETS, 17),
                "[buckets] must be none of [3, 5, 15, 17, 51] with preset [pku2007], but was [17]");
        assertBad(
                new FingerprintOptions.Builder().number(FingerprintOptions.MIN_SENTENCE, -1),
                "[min_sentence] must be between [0] and [99], but was [-1]");
        assertBad(
                new FingerprintOptions.Builder().number(FingerprintOptions.MIN_WIDTH, 201),
                "[min_width] must be between [0] and [200], but was [201]");
    }

    private static void assertBad(FingerprintOptions.Builder options, String message) {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, options::build);
        assertThat(e.getMessage(), equalTo(message));
    }
}
