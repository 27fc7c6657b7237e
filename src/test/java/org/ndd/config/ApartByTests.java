package org.ndd.config;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;

public class ApartByTests extends AbstractWireSerializingTestCase<ApartBy> {

    @Override
    protected Writeable.Reader<ApartBy> instanceReader() {
        return ApartBy::new;
    }

    @Override
    protected ApartBy createTestInstance() {
        List<String> fields = new ArrayList<>();
        for (int i = between(0, ApartBy.MOST_FIELDS); i > 0; i--) {
            fields.add(randomAlphaOfLength(4) + "." + i);
        }
        return new ApartBy(fields);
    }

    @Override
    protected ApartBy mutateInstance(ApartBy apartBy) {
        List<String> fields = new ArrayList<>(apartBy.fields());
        if (fields.isEmpty() == false && randomBoolean()) {
            fields.remove(0);
        } else if (fields.size() < ApartBy.MOST_FIELDS) {
            fields.add("one.more");
        } else {
            fields.set(0, "another");
        }
        return new ApartBy(fields);
    }

    public void testAtMostEightDifferentNames() {
        for (List<String> wrong : List.of(
                List.of("a", "b", "a"), List.of("a", ""), List.of("1", "2", "3", "4", "5", "6", "7", "8", "9"))) {
            IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> new ApartBy(wrong));
            assertEquals("[apart_by] must be at most [8] different names of fields, but was " + wrong, e.getMessage());
        }
        assertTrue(ApartBy.NONE.isEmpty());
    }
}
