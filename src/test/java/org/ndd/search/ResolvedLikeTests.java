package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.boilerplate.SearchBoilerplate.BoilerplateView;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.search.LikeResolver.ResolvedLike;

public class ResolvedLikeTests extends AbstractWireSerializingTestCase<ResolvedLike> {

    private static SearchBoilerplate randomBoilerplate() {
        Map<String, String> inUse = new HashMap<>();
        Map<String, Long> families = new HashMap<>();
        for (int i = between(0, 5); i > 0; i--) {
            inUse.put("index" + i, randomBoolean() ? null : "boilerplate" + between(0, 3));
            families.put("boilerplate" + i, randomNonNegativeLong());
        }
        return rarely() ? SearchBoilerplate.UNKNOWN : SearchBoilerplate.of(new BoilerplateView(inUse, families));
    }

    @Override
    protected Writeable.Reader<ResolvedLike> instanceReader() {
        return ResolvedLike::new;
    }

    @Override
    protected ResolvedLike createTestInstance() {
        List<ComparablePage> pages = new ArrayList<>();
        for (int i = between(1, 3); i > 0; i--) {
            pages.add(new ComparablePage(
                    new IndexedSite(null, randomBoolean() ? null : "site" + i),
                    null,
                    randomAlphaOfLength(30),
                    "",
                    FingerprintParameters.BALANCED.version()));
        }
        return new ResolvedLike(pages, randomBoilerplate());
    }

    @Override
    protected ResolvedLike mutateInstance(ResolvedLike like) {
        if (randomBoolean()) {
            List<ComparablePage> more = new ArrayList<>(like.pages());
            more.add(like.pages().get(0));
            return new ResolvedLike(more, like.boilerplate());
        }
        return like.withBoilerplate(randomValueOtherThan(like.boilerplate(), ResolvedLikeTests::randomBoilerplate));
    }

    /** Other nodes do not recompute fingerprints and digests: they use the serialized ones, independent of the text. */
    public void testSerializesDerivedFields() throws IOException {
        String version = FingerprintParameters.BALANCED.version();
        ComparablePage page = new ComparablePage(
                        new IndexedSite(null, "site"), null, "the text of a page that is given whole", "", version)
                .withFingerprints(List.of("not of this text"));
        ResolvedLike there = copyInstance(new ResolvedLike(List.of(page.computeDerived()), randomBoilerplate()));
        ComparablePage received = there.pages().get(0).in("index", version);
        assertEquals(Set.of("not of this text"), received.fingerprints());
        assertEquals(page.digest(), received.digest());
        String other = FingerprintParameters.PKU2007.version();
        assertFalse(received.in("index", other).fingerprints().contains("not of this text"));
        ComparablePage empty = new ComparablePage(new IndexedSite(null, null), null, ". .", "", version);
        assertNull(copyInstance(new ResolvedLike(List.of(empty.computeDerived()), randomBoilerplate()))
                .pages()
                .get(0)
                .digest());
    }
}
