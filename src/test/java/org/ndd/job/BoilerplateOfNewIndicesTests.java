package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.rollover.RolloverRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.config.TaskState;
import org.ndd.job.Checkpoint.Result;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.RunActions;

/** Checkpoints mask boilerplate in documents of an index that was added to the alias after the full run, as the full run does. */
public class BoilerplateOfNewIndicesTests extends GroupCheckpointTestCase {

    private static final String FIRST = "pages-000001";
    private static final String SECOND = "pages-000002";

    private List<String> menu;

    private String sentence() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            words.add(RandomStrings.randomAsciiLettersOfLengthBetween(random(), 3, 9)
                    .toLowerCase(Locale.ROOT));
        }
        return String.join(" ", words) + ".";
    }

    private List<String> sentences(int number) {
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            sentences.add(sentence());
        }
        return sentences;
    }

    private static String text(List<String> menu, List<String> story) {
        return String.join("\n\n", menu) + "\n\n" + String.join("\n\n", story);
    }

    private void putOfSite(String index, String id, List<String> story) {
        put(index, id, "https://www.known.example/" + id, text(menu, story));
    }

    /** Creates an index behind the alias. Its documents belong to a site whose menu is longer than their texts. */
    private List<String> beginWithSite() throws Exception {
        create(FIRST);
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(
                                AliasActions.add().index(FIRST).alias(ALIAS).writeIndex(true))));
        menu = sentences(20);
        List<String> story = sentences(4);
        putOfSite(FIRST, "story", story);
        for (int i = 0; i < 14; i++) {
            putOfSite(FIRST, "page" + i, sentences(4));
        }
        begin();
        assertEquals(Set.of(), groups());
        return story;
    }

    private void rollOver() {
        RolloverRequest request = new RolloverRequest(ALIAS, null);
        request.getCreateIndexRequest().mapping("{\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}");
        assertEquals(
                SECOND,
                client().admin().indices().rolloverIndex(request).actionGet().getNewIndex());
    }

    /** Near-duplicates without the menu, documents that share only the menu, and documents of a site without boilerplate. */
    private void putLater(List<String> story) {
        putOfSite(SECOND, "story", story);
        putOfSite(SECOND, "other1", sentences(4));
        putOfSite(SECOND, "other2", sentences(4));
        put(SECOND, "elsewhere", "https://other.example/", String.join("\n\n", story));
        List<String> unknown = sentences(6);
        put(SECOND, "new1", "https://new.example/1", text(unknown, sentences(3)));
        put(SECOND, "new2", "https://new.example/2", text(unknown, sentences(3)));
    }

    private void assertMasked() throws Exception {
        PartitionReport fresh =
                client().execute(PartitionAction.TYPE, request()).actionGet().report();
        assertEquals(fresh.failure(), TaskState.COMPLETED, fresh.state());
        assertTrue(groups().contains(Set.of(FIRST + "/story", SECOND + "/story", SECOND + "/elsewhere")));
        assertEquals(groups(fresh.id()), groups());
    }

    public void testMasksBoilerplateAfterRollover() throws Exception {
        List<String> story = beginWithSite();
        rollOver();
        putLater(story);
        Result result = checkpoint();
        assertNull(result.fullRun());
        assertEquals(6, result.counts().get("changed"));
        assertEquals(job.runs().current() + "-boilerplate", boilerplateOf(SECOND));
        assertMasked();
    }

    /** Boilerplate copied to the new index is replaced together with the run that provided it. */
    public void testNextRunReplacesBoilerplate() throws Exception {
        beginWithSite();
        rollOver();
        checkpoint();
        String first = job.runs().current();
        begin();
        assertEquals(job.runs().current() + "-boilerplate", boilerplateOf(FIRST));
        assertEquals(job.runs().current() + "-boilerplate", boilerplateOf(SECOND));
        client().execute(RunActions.Publish.TYPE, new RunActions.RunIdRequest(first))
                .actionGet();
        assertEquals(first + "-boilerplate", boilerplateOf(FIRST));
        assertEquals(first + "-boilerplate", boilerplateOf(SECOND));
    }

    /** A checkpoint may be retried after any of its steps. */
    public void testRetriedCheckpointAddsBoilerplateOnce() throws Exception {
        List<String> story = beginWithSite();
        rollOver();
        checkpoint();
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.remove()
                                .index(job.runs().current() + "-boilerplate")
                                .alias(SECOND + "-ndd-boilerplate"))));
        putLater(story);
        checkpoint();
        assertEquals(job.runs().current() + "-boilerplate", boilerplateOf(SECOND));
        assertMasked();
    }

    public void testNoBoilerplateForFilteredAlias() throws Exception {
        beginWithSite();
        assertAcked(indicesAdmin().prepareCreate("pages-part").setMapping("ndd", "type=near_dup"));
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add()
                                .index("pages-part")
                                .alias(ALIAS)
                                .filter(QueryBuilders.existsQuery("ndd.text")))));
        putOfSite("pages-part", "page", sentences(4));
        checkpoint();
        assertNull(boilerplateOf("pages-part"));
    }

    private String boilerplateOf(String index) {
        return TestCalls.indicesOfAlias(client(), index + "-ndd-boilerplate").stream()
                .findFirst()
                .orElse(null);
    }
}
