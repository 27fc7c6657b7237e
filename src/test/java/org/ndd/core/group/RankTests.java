package org.ndd.core.group;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class RankTests extends LuceneTestCase {

    private static BigInteger unsigned(Rank rank) {
        return new BigInteger(
                1,
                ByteBuffer.allocate(16).putLong(rank.high()).putLong(rank.low()).array());
    }

    public void testRankIsMd5OfId() {
        assertEquals(
                "900150993cd24fb0d6963f7d28e17f72", unsigned(Rank.of("abc")).toString(16));
    }

    public void testReferenceDocumentsRankFirst() {
        for (int i = 0; i < 500; i++) {
            Rank a = Rank.of("a" + random().nextInt());
            Rank b = Rank.of("b" + random().nextInt());
            assertFalse(a.isOfReference());
            assertFalse(a.byFingerprints(random().nextInt(200)).isOfReference());
            assertTrue(a.ofReference().isOfReference());
            assertTrue(a.ofReference().compareTo(b) < 0);
            assertEquals(
                    Integer.signum(a.compareTo(b)),
                    Integer.signum(a.ofReference().compareTo(b.ofReference())));
        }
    }

    public void testUnsignedOrder() {
        for (int i = 0; i < 500; i++) {
            Rank a = Rank.of(TestUtil.randomUnicodeString(random()));
            Rank b = random().nextInt(4) == 0 ? new Rank(a.high(), random().nextLong()) : Rank.of("x" + i);
            assertEquals(unsigned(a).compareTo(unsigned(b)), Integer.signum(a.compareTo(b)));
        }
    }

    public void testMoreFingerprintsRankHigher() {
        for (int i = 0; i < 500; i++) {
            Rank a = Rank.of("a" + random().nextInt());
            Rank b = Rank.of("b" + random().nextInt());
            int countA = random().nextInt(113);
            int countB = random().nextInt(113);
            int expected = countA != countB ? Integer.compare(countB, countA) : Integer.signum(a.compareTo(b));
            assertEquals(expected, Integer.signum(a.byFingerprints(countA).compareTo(b.byFingerprints(countB))));
        }
        Rank rank = Rank.of("id");
        assertEquals(rank.byFingerprints(0xFFFF), rank.byFingerprints(1 << 20));
    }
}
