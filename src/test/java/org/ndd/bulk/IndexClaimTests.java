package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractXContentSerializingTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.bulk.IndexClaims.IndexClaim;

/** Serialization of claims between nodes and in the persisted cluster state. */
public class IndexClaimTests extends AbstractXContentSerializingTestCase<IndexClaim> {

    @Override
    protected IndexClaim doParseInstance(XContentParser parser) throws IOException {
        return IndexClaim.fromXContent(parser);
    }

    @Override
    protected Writeable.Reader<IndexClaim> instanceReader() {
        return IndexClaim::new;
    }

    @Override
    protected IndexClaim createTestInstance() {
        return new IndexClaim(
                randomAlphaOfLength(22),
                randomAlphaOfLength(22) + ":" + randomNonNegativeLong(),
                randomFrom("deletion", "marking"),
                randomList(0, 5, () -> randomAlphaOfLength(22)));
    }

    @Override
    protected IndexClaim mutateInstance(IndexClaim claim) {
        return switch (between(0, 3)) {
            case 0 -> new IndexClaim(claim.node() + "x", claim.task(), claim.kind(), claim.indices());
            case 1 -> new IndexClaim(claim.node(), claim.task() + "1", claim.kind(), claim.indices());
            case 2 -> new IndexClaim(claim.node(), claim.task(), claim.kind() + "x", claim.indices());
            default ->
                new IndexClaim(
                        claim.node(),
                        claim.task(),
                        claim.kind(),
                        claim.indices().isEmpty() ? List.of("one") : List.of());
        };
    }
}
