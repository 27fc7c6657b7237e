package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.IndexSnapshot;
import org.ndd.boilerplate.BoilerplateAction;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Calls;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.core.text.Site;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.plan.StepCounts.Count;

/** Runs that users resume: what they use of the earlier attempt, and what may have changed since. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class ResumedRunTests extends SuspendedRunTestCase {

    /** Cancels a run that is suspended at a step, and waits for its end. */
    private void awaitCancelled(String id) throws Exception {
        cancel(id);
        resumeRun();
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
    }

    private static PartitionResponse resume(String id) {
        return client().execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(id))
                .actionGet();
    }

    /** The groups are those of a run over the remaining documents. */
    public void testResumeAfterDeletions() throws Exception {
        indexCorpus();
        String id = startAndStopAt(1, Set.of("check"), "{\"boilerplate\": \"none\"}");
        awaitCancelled(id);
        List<TestCorpus.Page> remaining = new ArrayList<>(corpus.pages());
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (TestCorpus.Page page : randomSubsetOf(corpus.pages().size() / 3, corpus.pages())) {
            remaining.remove(page);
            bulk.add(new DeleteRequest(INDEX, page.id()));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        resume(id);
        assertCompleted(id);
        assertEquals(
                TestCorpus.lines(new TestCorpus(random(), remaining)
                        .expected(PartitionParameters.BALANCED, fingerprints, false)),
                lines(INDEX + "-ndd"));
    }

    /** The run pinned another index of the same name, so it is not resumed, and nothing is published. */
    public void testResumeAfterIndexWasRecreated() throws Exception {
        indexCorpus();
        String id = startAndStopAt(1, Set.of("check"), "{\"boilerplate\": \"none\"}");
        awaitCancelled(id);
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        indexCorpus();

        // the run may be deleted soon after its source
        ElasticsearchException lost = expectThrows(ElasticsearchException.class, () -> resume(id));
        assertEquals(RestStatus.NOT_FOUND, lost.status());
        assertFalse(indexExists(INDEX + "-ndd"));
    }

    public void testResumeReusesDecisions() throws Exception {
        indexCorpus();
        String id = startAndStopAt(between(30, 36), "{}");
        awaitCancelled(id);
        // indexed after the run started: does not take part, in any copy
        TestCorpus.Page later =
                new TestCorpus.Page("later", null, corpus.pages().get(0).text());
        client().index(new IndexRequest(INDEX)
                        .id(later.id())
                        .source(source(later, fingerprints))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
        assertEquals(id, resume(id).id());
        assertCompleted(id);
        String reason = report(id).get("interruptions").toString();
        assertThat(reason, containsString("cancelled, and resumed by request"));
        assertThat(reason, not(containsString(PartitionProgress.COORDINATOR_LOST)));
        assertEquals(expected(), lines(INDEX + "-ndd"));
        Exception e = expectThrows(Exception.class, () -> resume(id));
        assertThat(e.getMessage(), containsString("[id] must be a run that was cancelled or has failed, but was"));
    }

    /** Stored decisions are about the texts of another history of the shards, and groups of a snapshot are not complete. */
    public void testResumeFailsAfterRestore() throws Exception {
        indexCorpus();
        String id = startAndStopAt(between(30, 36), "{}");
        awaitCancelled(id);
        boolean source = randomBoolean();
        IndexSnapshot snapshot = IndexSnapshot.of(client(), source ? INDEX : id);
        snapshot.restoreOverClosedIndex();
        resume(id);
        Map<String, Object> report = reportAtTheEnd(id);
        assertEquals(report.toString(), "failed", report.get("state"));
        assertThat(
                report.get("failures").toString(),
                containsString(
                        source
                                ? "has another history than at the start of the run"
                                : "was restored from a snapshot during the run"));
    }

    /** Returns the sites of the corpus whose boilerplate a run has stored. */
    private static List<String> storedSites(String run) {
        List<String> sites = IntStream.range(0, 3)
                .mapToObj(site -> "site" + site + ".example")
                .filter(site -> client().prepareGet(BoilerplateIndex.name(run), site)
                        .get()
                        .isExists())
                .toList();
        assertFalse("no site has boilerplate", sites.isEmpty());
        return sites;
    }

    /** The markers of learned boilerplate are not overwritten, so boilerplate was not learned again. */
    public void testResumeReusesBoilerplate() throws Exception {
        indexCorpus();
        String id = startAndStopAt(1, Set.of("decide"), "{}");
        awaitCancelled(id);
        String boilerplate = BoilerplateIndex.name(id);
        List<String> sites = storedSites(id);
        sites.forEach(site -> client().prepareUpdate(boilerplate, site)
                .setDoc(Map.of("pages", 12345))
                .get());
        resume(id);
        assertCompleted(id);
        sites.forEach(site -> assertEquals(
                12345, client().prepareGet(boilerplate, site).get().getSource().get("pages")));
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    /** Starts a run that uses the boilerplate of an earlier one, and cancels it while it decides. Returns both. */
    private List<String> cancelledWithStoredBoilerplate() throws Exception {
        indexCorpus();
        String first = partition(INDEX, "{}").id();
        String id =
                startAndStopAt(1, Set.of("decide"), "{\"boilerplate\": \"stored\", \"dest\": {\"index\": \"other\"}}");
        awaitCancelled(id);
        return List.of(first, id);
    }

    /** Decisions depend on boilerplate, and other boilerplate may be in use when the run is resumed. */
    public void testResumeUsesBoilerplateOfStart() throws Exception {
        List<String> runs = cancelledWithStoredBoilerplate();
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.remove()
                                .index(BoilerplateIndex.name(runs.get(0)))
                                .alias(BoilerplateIndex.alias(INDEX)))));
        assertResumesWithBoilerplate(runs);
    }

    private void assertResumesWithBoilerplate(List<String> runs) throws Exception {
        resume(runs.get(1));
        assertCompleted(runs.get(1));
        assertEquals(report(runs.get(0)).get("boilerplate"), report(runs.get(1)).get("boilerplate"));
        assertEquals(expected(), lines("other"));
    }

    /** Decisions of the first attempt depend on it, so it counts to the end of the run. */
    public void testResumeUsesBoilerplateThatWasDeletedMeanwhile() throws Exception {
        List<String> runs = cancelledWithStoredBoilerplate();
        for (String site : storedSites(runs.get(0))) {
            assertAcked(client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request(INDEX, site))
                    .actionGet());
        }
        assertResumesWithBoilerplate(runs);
    }

    public void testResumeWithoutBoilerplateOfStart() throws Exception {
        List<String> runs = cancelledWithStoredBoilerplate();
        String boilerplate = BoilerplateIndex.name(runs.get(0));
        assertAcked(indicesAdmin().prepareDelete(boilerplate));
        Exception e = expectThrows(ResourceNotFoundException.class, () -> resume(runs.get(1)));
        assertThat(
                e.getMessage(),
                containsString("[" + boilerplate + "], the boilerplate in use when run [" + runs.get(1)
                        + "] was planned, was deleted: start another run"));
    }

    public void testResumeWithMustAgree() throws Exception {
        List<String> apart;
        do {
            corpus = new TestCorpus(random(), between(100, 200));
            apart = TestCorpus.lines(corpus.expected(
                    PartitionParameters.BALANCED,
                    fingerprints,
                    true,
                    page -> MustAgreeKeys.of(
                            List.of(Stream.ofNullable(Site.of(page.url())).toList()))));
        } while (apart.equals(expected()));
        index(corpus, INDEX, 5, 1, fingerprints);
        String id = startAndStopAt(between(30, 36), "{\"must_agree\": [\"ndd.site\"]}");
        awaitCancelled(id);
        resume(id);
        assertCompleted(id);
        assertEquals(apart, lines(INDEX + "-ndd"));
    }

    public void testResumeReusesVerifications() throws Exception {
        indexCorpus();
        long all = partition(INDEX, "{\"dry_run\": true}").counts().get(Count.VERIFICATIONS);
        assertTrue(all > 0);
        boolean afterGroups = randomBoolean();
        String id = afterGroups
                ? startAndStopAt(1, Set.of("check"), "{}")
                : startAndStopAt(between(1, 10), Set.of("groups", "check"), "{}");
        awaitCancelled(id);
        resume(id);
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
        long again = ((Number) report(id).get("verifications")).longValue();
        long replayed = ((Number) report(id).get("replayed_verifications")).longValue();
        assertEquals(all, again + replayed);
        if (afterGroups) {
            assertEquals("comparisons with the first of two canonical documents are not stored", denied(), again);
        }
        assertEquals(expected().size(), ((Number) report(id).get("written")).intValue());
    }

    /** Comparisons with canonical documents that are not near. */
    private long denied() {
        Partition partition = corpus.expected(PartitionParameters.BALANCED, fingerprints, true);
        long kept = 0;
        for (Group group : partition.groups()) {
            Set<List<String>> compared = new HashSet<>();
            Stream.concat(group.pages().stream(), group.contained().stream())
                    .filter(page -> page.canonical()
                                    .content()
                                    .text()
                                    .equals(page.document().content().text())
                            == false)
                    .forEach(page -> compared.add(List.of(
                            page.canonical().content().text(),
                            page.document().content().text())));
            kept += compared.size();
        }
        return partition.counts().verifications() - kept;
    }
}
