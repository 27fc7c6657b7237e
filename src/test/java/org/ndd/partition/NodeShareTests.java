package org.ndd.partition;

import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.ndd.partition.PartitionReport.NodeShare;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/** The work of each node, and the imbalance of a run. */
public class NodeShareTests extends ESTestCase {

    private static NodeShare share(String node, long comparisons, long verifications) {
        StepCounts counts = new StepCounts();
        counts.add(Count.DOCUMENTS, 100);
        counts.add(Count.COMPARISONS, comparisons);
        counts.add(Count.VERIFICATIONS, verifications);
        counts.add(Count.WIRE_BYTES, 7);
        return new NodeShare(node, counts);
    }

    public void testImbalance() {
        assertEquals(1, NodeShare.imbalance(List.of()), 0);
        assertEquals(1, NodeShare.imbalance(List.of(share("a", 0, 0), share("b", 0, 0))), 0);
        assertEquals(1, NodeShare.imbalance(List.of(share("a", 5, 1), share("b", 3, 3))), 0);
        assertEquals(1.5, NodeShare.imbalance(List.of(share("a", 8, 1), share("b", 1, 2))), 0);
        assertEquals(3, NodeShare.imbalance(List.of(share("a", 9, 0), share("b", 0, 0), share("c", 0, 0))), 0);
    }

    public void testToXContent() {
        assertEquals(
                "{\"node\":\"a\",\"documents\":100,\"comparisons\":3,\"verifications\":4,\"bytes_on_wire\":7}",
                Strings.toString(share("a", 3, 4)));
    }
}
