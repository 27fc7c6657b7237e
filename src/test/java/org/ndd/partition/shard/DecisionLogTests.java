package org.ndd.partition.shard;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.Rank;
import org.ndd.partition.shard.ReplayedDecisions.Decision;
import org.ndd.partition.shard.ReplayedDecisions.Decision.Kind;
import org.ndd.partition.shard.ReplayedDecisions.DecisionLog;

/** The decisions of a shard, from its log to the node that resumes the run. */
public class DecisionLogTests extends ESTestCase {

    private static Decision randomDecision() {
        return switch (randomFrom(Kind.values())) {
            case ALONE -> Decision.ALONE;
            case LEADS -> Decision.LEADS;
            case PART_OF -> new Decision(Kind.PART_OF, between(0, 500), randomLong(), randomLong());
            case FOLLOWS -> new Decision(Kind.FOLLOWS, between(0, 500), randomLong(), randomLong());
        };
    }

    public void testReplaysDecisions() throws IOException {
        Map<Rank, Decision> decided = new HashMap<>();
        int basis = randomFrom(0, between(1, 1000), (1 << ReplayedDecisions.BASIS_BITS) - 1);
        DecisionLog log = new DecisionLog();
        try (ReplayedDecisions memo = new ReplayedDecisions(BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int chunk = between(1, 5); chunk > 0; chunk--) {
                for (int i = between(0, 500); i > 0; i--) {
                    Rank rank = new Rank(randomLong(), randomLong());
                    Decision decision = randomDecision();
                    log.add(rank.high(), rank.low(), decision, basis);
                    decided.put(rank, decision);
                }
                memo.add(log.take());
                assertEquals("taken once", 0, log.take().length());
            }
            decided.forEach((rank, decision) -> {
                assertEquals(decision, memo.of(rank.high(), rank.low(), basis));
                assertNull("made for other predecessors", memo.of(rank.high(), rank.low(), basis ^ 1));
            });
            assertNull(memo.of(randomLong(), randomLong(), basis));
        }
    }

    public void testSizeIsBounded() {
        DecisionLog log = new DecisionLog();
        int added = 0;
        while (log.isFull() == false) {
            log.add(added++, 0, Decision.ALONE, 0);
        }
        for (int i = 0; i < 3 * added; i++) {
            log.add(i, 1, Decision.ALONE, 0);
        }
        BytesReference taken = log.take();
        assertTrue("[" + taken.length() + "]", taken.length() < DecisionLog.MAX_BYTES + 50);
        assertFalse(log.isFull());
    }

    public void testRejectsUnknownKind() throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeVInt(4);
            try (StreamInput in = out.bytes().streamInput()) {
                expectThrows(IOException.class, () -> Decision.readFrom(in));
            }
        }
    }
}
