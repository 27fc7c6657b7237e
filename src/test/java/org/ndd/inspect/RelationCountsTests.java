package org.ndd.inspect;

import java.io.IOException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.compare.Relation;
import org.ndd.inspect.PairEvaluator.RelationCounts;

public class RelationCountsTests extends ESTestCase {

    public void testConfusionByMinimumRelation() {
        RelationCounts counts = new RelationCounts()
                .add(true, Relation.SAME)
                .add(true, Relation.NEAR)
                .add(true, Relation.NEAR)
                .add(true, Relation.OVERLAP)
                .add(false, Relation.NEAR)
                .add(false, Relation.OTHER_ITEM)
                .add(false, Relation.DIFFERENT);
        assertEquals(new Confusion(1, 3, 0, 3), counts.atLeast(Relation.SAME));
        assertEquals(new Confusion(3, 1, 1, 2), counts.atLeast(Relation.NEAR));
        assertEquals(new Confusion(4, 0, 1, 2), counts.atLeast(Relation.OVERLAP));
    }

    public void testToXContent() throws IOException {
        XContentBuilder builder = JsonXContent.contentBuilder().startObject();
        new RelationCounts()
                .add(true, Relation.SAME)
                .add(false, Relation.OTHER_ITEM)
                .toXContent(builder);
        assertEquals(
                "{\"relations\":{\"same\":{\"duplicates\":1,\"others\":0},\"near\":{\"duplicates\":0,\"others\":0},"
                        + "\"overlap\":{\"duplicates\":0,\"others\":0},\"other_item\":{\"duplicates\":0,\"others\":1},"
                        + "\"different\":{\"duplicates\":0,\"others\":0}},"
                        + "\"at_least\":{\"same\":{\"precision\":1.0,\"recall\":1.0,\"f1\":1.0,"
                        + "\"true_positives\":1,\"false_negatives\":0,\"false_positives\":0,\"true_negatives\":1},"
                        + "\"near\":{\"precision\":1.0,\"recall\":1.0,\"f1\":1.0,"
                        + "\"true_positives\":1,\"false_negatives\":0,\"false_positives\":0,\"true_negatives\":1}}}",
                Strings.toString(builder.endObject()));
    }
}
