package org.ndd.partition.node;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.common.settings.Settings;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.text.Base36;

/** Every term is in exactly one range, and no range has most of them. */
public class TermRangesTests extends LuceneTestCase {

    private static final long MANY = 50_001;
    private static final long VERY_MANY = TermRanges.NARROW_DOCUMENTS.get(Settings.EMPTY) + 1;
    private static final char FORMAT = Scheme.PASSAGES.format();
    private static final TermRanges RANGES = new TermRanges(Settings.EMPTY);

    private static long count(List<String> ranges, String term) {
        return ranges.stream().filter(term::startsWith).count();
    }

    private static String anyTerm() {
        StringBuilder term = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            // low hashes start with 0, often several times
            term.append(random().nextBoolean() ? '0' : Base36.ALPHABET.charAt(random().nextInt(36)));
        }
        return term.toString();
    }

    private static String term(Scheme scheme, long hash) {
        return FingerprintTerms.encode(scheme.format(), FingerprintTerms.fingerprint(hash));
    }

    public void testEachTermIsInOneRange() {
        for (List<String> ranges : List.of(RANGES.digests(0), RANGES.digests(MANY))) {
            for (int i = 0; i < 5000; i++) {
                assertOneRange(ranges, anyTerm());
            }
        }
        for (Scheme scheme : Scheme.values()) {
            for (long documents : new long[] {0, MANY, VERY_MANY}) {
                List<String> ranges = RANGES.fingerprints(documents, scheme.format());
                for (int i = 0; i < 2000; i++) {
                    long hash = random().nextLong() >>> random().nextInt(64);
                    assertOneRange(ranges, term(scheme, hash));
                }
                assertEquals(ranges.stream().distinct().count(), ranges.size());
            }
        }
    }

    private static void assertOneRange(List<String> ranges, String term) {
        assertEquals(term, 1, count(ranges, term));
    }

    public void testOneRangeForFewDocuments() {
        assertEquals(List.of(""), RANGES.digests(MANY - 1));
        assertEquals(List.of(""), RANGES.fingerprints(MANY - 1, FORMAT));
    }

    /**
     * For very many documents, no range has more than one fingerprint in 300, for any length of documents; for fewer, up to a
     * thirtieth.
     */
    public void testNarrowRangesForManyDocuments() {
        List<String> ranges = RANGES.fingerprints(VERY_MANY, FORMAT);
        assertEquals(RANGES.fingerprints(MANY, FORMAT), RANGES.fingerprints(VERY_MANY - 1, FORMAT));
        int[] sizes = new int[ranges.size()];
        int pages = 1000;
        for (int page = 0; page < pages; page++) {
            for (int i = 0; i < 32; i++) {
                // the lower half of all hashes, as in documents with twice as many passages as are kept
                String term = term(Scheme.PASSAGES, random().nextLong() >>> 1);
                for (int range = 0; range < sizes.length; range++) {
                    sizes[range] += term.startsWith(ranges.get(range)) ? 1 : 0;
                }
            }
        }
        for (int range = 0; range < sizes.length; range++) {
            assertTrue(ranges.get(range) + " has " + sizes[range], sizes[range] <= 32 * pages / 300);
        }
    }

    public void testMinDocumentsSetting() {
        String name = TermRanges.MIN_DOCUMENTS.getKey();
        TermRanges always = new TermRanges(Settings.builder().put(name, 0).build());
        assertEquals(List.of(""), always.digests(0));
        assertEquals(RANGES.digests(MANY), always.digests(1));
        assertEquals(RANGES.fingerprints(MANY, FORMAT), always.fingerprints(1, FORMAT));
        Settings wrong = Settings.builder().put(name, -1).build();
        expectThrows(IllegalArgumentException.class, () -> new TermRanges(wrong));
    }

    /**
     * A fingerprint is the smallest of several random hashes, and all start with the same format. Of the smallest of n, the fullest range
     * of the second character has e^(-n/36) - e^(-2n/36), which is at most a quarter.
     */
    public void testLargestRangeIsBounded() {
        for (Scheme scheme : Scheme.values()) {
            List<String> ranges = RANGES.fingerprints(MANY, scheme.format());
            int[] sizes = new int[ranges.size()];
            int terms = 5000;
            int among = 1 + random().nextInt(200);
            for (int i = 0; i < terms; i++) {
                long smallest = Long.MAX_VALUE;
                for (int other = 0; other < among; other++) {
                    smallest = Math.min(smallest, random().nextLong() >>> 1);
                }
                String term = term(scheme, smallest << 1);
                for (int range = 0; range < sizes.length; range++) {
                    sizes[range] += term.startsWith(ranges.get(range)) ? 1 : 0;
                }
            }
            for (int range = 0; range < sizes.length; range++) {
                assertTrue(ranges.get(range) + " has " + sizes[range], sizes[range] < terms / 3);
            }
        }
    }
}
