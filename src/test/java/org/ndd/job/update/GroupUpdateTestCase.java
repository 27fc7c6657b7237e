package org.ndd.job.update;

import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.Found;
import org.ndd.StateInMemoryPlugin;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices;
import org.ndd.groups.GroupDocument;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.TestPartitions;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.plugin.NddPlugin;

/** Two nodes, an index whose documents are added, changed, and deleted, and updates of the groups of a run over it. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.SUITE,
        numDataNodes = 2,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public abstract class GroupUpdateTestCase extends ESIntegTestCase {

    static final String INDEX = "pages";
    static final String DEST = "pages-ndd";

    final List<List<String>> stories = new ArrayList<>();

    /** The existing documents by id; those of other indices than {@link #INDEX} as {@code index/id}. */
    final Set<String> there = new TreeSet<>();

    /** Documents with an operation since the last update, in the same notation. */
    final Set<String> changed = new TreeSet<>();

    /** Indices that were deleted or recreated since the last update. */
    final Set<String> deletedIndices = new TreeSet<>();

    String run;
    long checkpoint;

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, StateInMemoryPlugin.class);
    }

    /** Words per text; two stories share words by chance only. */
    String word() {
        return RandomStrings.randomAsciiLettersOfLengthBetween(random(), 3, 9).toLowerCase(Locale.ROOT);
    }

    List<String> story() {
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            sentences.add(sentence());
        }
        return sentences;
    }

    String sentence() {
        List<String> sentence = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sentence.add(word());
        }
        return String.join(" ", sentence) + ".";
    }

    /**
     * Two versions of a story differ in at most two of fourteen sentences, none of them among the first words, which serve as the title. So
     * all versions are near each other, and two stories share nothing.
     */
    String version(List<String> story) {
        List<String> version = new ArrayList<>(story);
        if (randomBoolean()) {
            version.set(between(2, version.size() - 2), sentence());
        }
        return String.join("\n\n", version);
    }

    /** Options of the run and its updates. */
    String source() {
        return INDEX;
    }

    static DocumentName name(String page) {
        int slash = page.indexOf('/');
        return slash < 0
                ? new DocumentName(INDEX, page)
                : new DocumentName(page.substring(0, slash), page.substring(slash + 1));
    }

    static String display(DocumentName page) {
        return page.index().equals(INDEX) ? page.id() : page.toString();
    }

    void delete(String page) {
        there.remove(page);
        changed.add(page);
        client().delete(new DeleteRequest(name(page).index(), name(page).id())).actionGet();
    }

    PartitionRequest request(String body) {
        return TestPartitions.request(source(), body, true);
    }

    /** Runs a partition to completion. */
    PartitionReport partition(String body) {
        indicesAdmin().prepareRefresh(source()).get();
        return TestPartitions.run(client(), request(body));
    }

    /** All group documents of a run, without redirects. */
    List<GroupDocument> groupDocuments(String index) {
        return Found.hits(
                client().prepareSearch(index)
                        .setQuery(QueryBuilders.boolQuery()
                                .filter(QueryBuilders.existsQuery("group"))
                                .mustNot(QueryBuilders.existsQuery("redirect_via")))
                        .setSize(10_000),
                GroupDocument::of);
    }

    /** The changed documents, as searches see them. */
    List<DocumentName> changedPages() {
        indicesAdmin().prepareRefresh(source()).get();
        return changed.stream().map(GroupUpdateTestCase::name).toList();
    }

    /** Runs an update to its end. */
    PlainActionFuture<CheckpointCounts> startedOn(
            String node, List<DocumentName> pages, PartitionRequest request, GroupUpdate.Step step) {
        return startedWith(internalCluster().getInstance(NodeServices.class, node), pages, request, step);
    }

    /** Reads boilerplate with the services of a node. */
    static BoilerplateLookup boilerplate(NodeServices services) {
        String node = services.cluster().localNode().getName();
        return new BoilerplateLookup(internalCluster().getInstance(BoilerplateRegistry.class, node), services.client());
    }

    /** Runs an update with the services of a node to its end. */
    PlainActionFuture<CheckpointCounts> startedWith(
            NodeServices services, List<DocumentName> pages, PartitionRequest request, GroupUpdate.Step step) {
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        PlainActionFuture<CheckpointCounts> done = new PlainActionFuture<>();
        new GroupUpdate(new UpdateContext(services, boilerplate(services), task, request, DEST, run), step)
                .run(
                        pages,
                        CheckpointDecisions.NONE,
                        Set.copyOf(deletedIndices),
                        Set.of(),
                        valid -> valid.onResponse(null),
                        done);
        return done;
    }
}
