package org.ndd.groups;

import static org.ndd.Soon.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.Calls;
import org.ndd.core.compare.Relation;
import org.ndd.groups.KnownDuplicatesQueryBuilder.DuplicateSelection;

/** The ids of known duplicates that a node caches: when they are read, by how many searches, and how much memory they may use. */
public class DuplicateSetsTests extends KnownDuplicatesTestCase {

    /** Ids are read and resolved once: the cost of further searches does not depend on the number of duplicates. */
    public void testReadsIdsOnce() {
        createIndex("one", Settings.builder().put("index.number_of_shards", 1).build());
        IntStream.range(0, 6).forEach(i -> page("one", "" + i));
        createDestination("dest");
        list("duplicates-", "one", 0, "1", "2");
        DuplicateSets sets = getInstanceFromNode(DuplicateSets.class);
        long before = sets.stats().entries();
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertEquals(before + 1, sets.stats().entries());
        DuplicateSets.DuplicateSet set = sets.get(published("one"));
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertSame(set, sets.get(published("one")));
        indicesAdmin().prepareForceMerge("one").setMaxNumSegments(1).get();
        indicesAdmin().prepareRefresh("one").get();
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertSame(set, sets.get(published("one")));
    }

    /** The next search uses a list that a job has changed, and the groups of a later run. */
    public void testReadsChangedListsAgain() {
        createIndex("one");
        IntStream.range(0, 6).forEach(i -> page("one", "" + i));
        createDestination("first");
        createDestination("second");
        alias("first", "dest");
        list("first", "duplicates-", "one", 0, "1", "2");
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        PublishedLists.Key key = published("one");
        list("first", "duplicates-", "one", 0, "2", "3");
        assertEquals(List.of("one/2", "one/3"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertNotEquals(key, published("one"));
        list("first", "duplicates-", "one", 1, "4");
        assertEquals(List.of("one/2", "one/3", "one/4"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        list("second", "duplicates-", "one", 0, "5");
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.remove().index("first").alias("dest"))
                        .addAliasAction(AliasActions.add().index("second").alias("dest")))
                .actionGet()
                .isAcknowledged());
        assertEquals(List.of("one/5"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
    }

    /** If a list changes after the start of a search, the search uses it, but does not cache it under its previous version. */
    public void testDoesNotCacheConcurrentlyChangedList() {
        createIndex("one");
        createDestination("dest");
        list("duplicates-", "one", 0, "1");
        PublishedLists.Key key = published("one");
        list("duplicates-", "one", 0, "2");
        PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>> loaded = new PlainActionFuture<>();
        DuplicateSets sets = getInstanceFromNode(DuplicateSets.class);
        sets.get(new PublishedLists(Map.of("uuid", key)), lists(), loaded);
        assertEquals(Set.of("uuid"), loaded.actionGet().keySet());
        assertNull(sets.get(key));
    }

    public void testCachesSetPerConfidence() {
        createDestination("dest");
        fourDuplicates("one");
        DuplicateSets sets = getInstanceFromNode(DuplicateSets.class);
        assertEquals(List.of("one/2", "one/3", "one/4"), found(0.9, "one"));
        DuplicateSets.DuplicateSet set = sets.get(published("one", 0.9));
        assertNotNull(set);
        assertNull(sets.get(published("one", 0.8)));
        assertNull(sets.get(published("one")));
        assertEquals(List.of("one/2", "one/3", "one/4"), found(0.9, "one"));
        assertSame(set, sets.get(published("one", 0.9)));
        assertEquals("as without [min_confidence]", published("one"), published("one", 0));
        assertEquals(
                "relation same requires no confidence",
                0,
                found(QueryBuilders.boolQuery().filter(duplicates("dest", Relation.SAME, 0.9, null)), "one")
                        .size());
    }

    /** A user who does not see all group documents does not affect the results of others. */
    public void testDoesNotCachePartialSet() {
        createDestination("dest");
        fourDuplicates("one");
        client().prepareDelete("dest", "group-one2").get();
        refreshGroups();
        assertEquals(List.of("one/2", "one/3", "one/4"), found(0.95, "one"));
        assertNull(getInstanceFromNode(DuplicateSets.class).get(published("one", 0.95)));
    }

    public void testCircuitBreakerWithMinConfidence() {
        createDestination("dest");
        fourDuplicates("one");
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(100));
        DuplicateSets sets = sets(breaker);
        PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>> loaded = new PlainActionFuture<>();
        String uuid = resolveIndex("one").getUUID();
        sets.get(new PublishedLists(Map.of(uuid, published("one", 1))), lists(1), loaded);
        expectThrows(CircuitBreakingException.class, loaded::actionGet);
        assertEquals(0, breaker.getUsed());
    }

    private DuplicateSets sets(CircuitBreaker breaker) {
        return new DuplicateSets(
                Settings.EMPTY,
                breaker,
                () -> ClusterState.EMPTY_STATE,
                getInstanceFromNode(ThreadPool.class).getThreadContext());
    }

    /** Shards and searches that need a set at the same time read it once. If this fails, the others read it. */
    public void testSharesReadingOfSet() {
        createIndex("one");
        createDestination("dest");
        list("duplicates-", "one", 0, "1");
        PublishedLists published = new PublishedLists(Map.of("uuid", published("one")));
        List<Consumer<Exception>> reads = new ArrayList<>();
        DuplicateListReader source = new DuplicateListReader(
                new HeldReads(client(), reads), new DuplicateSelection("dest", Relation.NEAR, 0, null));

        DuplicateSets sets = sets(new NoopCircuitBreaker("test"));
        List<PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>>> found = get(sets, published, source);
        assertEquals(1, reads.size());
        reads.remove(0).accept(null);
        DuplicateSets.DuplicateSet first = found.get(0).actionGet().get("uuid");
        found.forEach(one -> assertSame(first, one.actionGet().get("uuid")));
        assertEquals(0, reads.size());

        found = get(sets(new NoopCircuitBreaker("test")), published, source);
        PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>> cancelled = found.remove(0);
        assertEquals(1, reads.size());
        reads.remove(0).accept(new TaskCancelledException("the first search"));
        expectThrows(TaskCancelledException.class, cancelled::actionGet);
        assertEquals(2, reads.size());
        reads.forEach(read -> read.accept(null));
        found.forEach(one -> assertTrue(one.actionGet().get("uuid").isComplete()));
    }

    private static List<PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>>> get(
            DuplicateSets sets, PublishedLists published, DuplicateListReader source) {
        List<PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>>> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            found.add(new PlainActionFuture<>());
            sets.get(published, source, found.get(i));
        }
        return found;
    }

    /** Holds reads until the test continues them, or makes them fail. */
    private static final class HeldReads extends FilterClient {

        private final List<Consumer<Exception>> reads;

        HeldReads(Client client, List<Consumer<Exception>> reads) {
            super(client);
            this.reads = reads;
        }

        @Override
        protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                ActionType<R> action, Q request, ActionListener<R> listener) {
            reads.add(failure -> {
                if (failure == null) {
                    super.doExecute(action, request, listener);
                } else {
                    listener.onFailure(failure);
                }
            });
        }
    }

    /** Memory of a set is reserved while it is read, and released in any case. */
    public void testCircuitBreaker() {
        createIndex("one");
        createDestination("dest");
        list(
                "duplicates-",
                "one",
                0,
                IntStream.range(0, 1000).mapToObj(i -> "document " + i).toArray(String[]::new));
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(20_000));
        DuplicateSets sets = sets(breaker);
        PlainActionFuture<Map<String, DuplicateSets.DuplicateSet>> loaded = new PlainActionFuture<>();
        sets.get(new PublishedLists(Map.of("uuid", published("one"))), lists(), loaded);
        expectThrows(CircuitBreakingException.class, loaded::actionGet);
        assertEquals(0, breaker.getUsed());
    }

    private DuplicateListReader lists() {
        return lists(0);
    }

    private DuplicateListReader lists(double confidence) {
        return new DuplicateListReader(client(), new DuplicateSelection("dest", Relation.NEAR, confidence, null));
    }

    private PublishedLists.Key published(String index) {
        return published(index, 0);
    }

    private PublishedLists.Key published(String index, double confidence) {
        PublishedLists found = answer(l -> lists(confidence).find(new Index[] {resolveIndex(index)}, l));
        return found.lists().get(resolveIndex(index).getUUID());
    }

    private void alias(String index, String alias) {
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index(index).alias(alias)))
                .actionGet()
                .isAcknowledged());
    }
}
