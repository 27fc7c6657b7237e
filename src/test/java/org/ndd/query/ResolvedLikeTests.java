package org.ndd.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.ndd.core.boilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;

public class ResolvedLikeTests extends AbstractWireSerializingTestCase<ResolvedLike> {

    private static SiteBoilerplate boilerplate(String site) {
        String line = randomAlphaOfLength(10);
        return new SiteBoilerplate(
                site,
                List.of(new BoilerplateLine(LineHash.of(line), SiteBoilerplate.Level.COMMON, between(1, 9), line)));
    }

    private static Set<IndexedSite> randomSites() {
        Set<IndexedSite> sites = new HashSet<>();
        for (int i = between(0, 10); i > 0; i--) {
            sites.add(new IndexedSite("index" + between(0, 2), rarely() ? null : "site" + between(0, 3)));
        }
        return sites;
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
        return like(pages, randomSites());
    }

    private static ResolvedLike like(List<ComparablePage> pages, Set<IndexedSite> asked) {
        Map<IndexedSite, SiteBoilerplate> boilerplate = new HashMap<>();
        asked.stream()
                .filter(site -> randomBoolean())
                .forEach(site -> boilerplate.put(site, boilerplate(String.valueOf(site.site()))));
        return new ResolvedLike(pages, asked, boilerplate);
    }

    @Override
    protected ResolvedLike mutateInstance(ResolvedLike like) {
        if (randomBoolean()) {
            List<ComparablePage> more = new ArrayList<>(like.pages());
            more.add(like.pages().get(0));
            return new ResolvedLike(more, like.asked(), like.boilerplate());
        }
        IndexedSite other = new IndexedSite("other", "site");
        Set<IndexedSite> asked = new HashSet<>(like.asked());
        asked.add(other);
        Map<IndexedSite, SiteBoilerplate> boilerplate = new HashMap<>(like.boilerplate());
        if (randomBoolean()) {
            boilerplate.put(other, boilerplate("site"));
        }
        return new ResolvedLike(like.pages(), asked, boilerplate);
    }

    /** What is known is not asked for again, and nothing else is known. */
    public void testOthersAreAskedForTheRestOnly() {
        ResolvedLike like = createTestInstance();
        Set<IndexedSite> wanted = randomSites();
        Map<IndexedSite, SiteBoilerplate> elsewhere = new HashMap<>();
        wanted.stream()
                .filter(site -> randomBoolean())
                .forEach(site -> elsewhere.put(site, boilerplate(String.valueOf(site.site()))));
        List<IndexedSite> rest = new ArrayList<>();
        Map<IndexedSite, SiteBoilerplate> found = like.or((sites, check) -> {
                    rest.addAll(sites);
                    Map<IndexedSite, SiteBoilerplate> there = new HashMap<>(elsewhere);
                    there.keySet().retainAll(sites);
                    return there;
                })
                .of(wanted, () -> {});
        assertEquals(rest.size(), Set.copyOf(rest).size());
        for (IndexedSite site : wanted) {
            boolean known = like.asked().contains(site);
            assertEquals(known == false, rest.contains(site));
            assertEquals(known ? like.boilerplate().get(site) : elsewhere.get(site), found.get(site));
        }
        assertTrue(wanted.containsAll(found.keySet()));
    }

    /** Other nodes make neither fingerprints nor digests again: both are what was sent, whatever the text would give. */
    public void testWhatIsDerivedTravels() throws IOException {
        String version = FingerprintParameters.BALANCED.version();
        ComparablePage page = new ComparablePage(
                        new IndexedSite(null, "site"), null, "the text of a page that is given whole", "", version)
                .withFingerprints(List.of("not of this text"));
        ResolvedLike there = copyInstance(like(List.of(page.derived()), Set.of()));
        ComparablePage received = there.pages().get(0).in("index", version);
        assertEquals(Set.of("not of this text"), received.fingerprints());
        assertEquals(page.digest(), received.digest());
        String other = FingerprintParameters.PKU2007.version();
        assertFalse(received.in("index", other).fingerprints().contains("not of this text"));
        ComparablePage empty = new ComparablePage(new IndexedSite(null, null), null, ". .", "", version);
        assertNull(copyInstance(like(List.of(empty.derived()), Set.of()))
                .pages()
                .get(0)
                .digest());
    }
}
