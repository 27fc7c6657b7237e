package org.ndd.config;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;

public class MustAgreeTests extends AbstractWireSerializingTestCase<MustAgree> {

    @Override
    protected Writeable.Reader<MustAgree> instanceReader() {
        return MustAgree::new;
    }

    @Override
    protected MustAgree createTestInstance() {
        List<String> fields = new ArrayList<>();
        for (int i = between(0, MustAgree.MAX_FIELDS); i > 0; i--) {
            fields.add(randomAlphaOfLength(4) + "." + i);
        }
        return new MustAgree(fields);
    }

    @Override
    protected MustAgree mutateInstance(MustAgree mustAgree) {
        List<String> fields = new ArrayList<>(mustAgree.fields());
        if (fields.isEmpty() == false && randomBoolean()) {
            fields.remove(0);
        } else if (fields.size() < MustAgree.MAX_FIELDS) {
            fields.add("one.more");
        } else {
            fields.set(0, "another");
        }
        return new MustAgree(fields);
    }

    public void testRejectsTooManyOrDuplicateFields() {
        for (List<String> wrong : List.of(
                List.of("a", "b", "a"), List.of("a", ""), List.of("1", "2", "3", "4", "5", "6", "7", "8", "9"))) {
            IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> new MustAgree(wrong));
            assertEquals(
                    "[must_agree] must be at most [8] different names of fields, but was " + wrong, e.getMessage());
        }
        assertTrue(MustAgree.NONE.isEmpty());
    }
}
