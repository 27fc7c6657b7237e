package org.ndd.partition;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.Found;

/** Each market keeps one of each canonical document and its duplicates, independent of the distribution over shards and of node loss. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class PartitionMarketsTests extends SuspendedRunTestCase {

    private static final String BODY = """
            {
              "dest": { "index": "%s" },
              "markets": {
                "first": { "canonical": [ "_id" ] },
                "last": { "canonical": [ { "_id": "desc" } ] },
                "short": { "canonical": [ "_url_length", "_id" ] }
              }
            }""";

    /** The markets in which each document is canonical, according to the group documents; checked against the definition of the rules. */
    private Map<String, List<?>> canonicalIn(String dest, String index) {
        Map<String, List<?>> wins = new TreeMap<>();
        Map<Object, TreeSet<String>> sets = new HashMap<>();
        for (Map<String, Object> source :
                Found.sources(client().prepareSearch(dest).setSize(10_000))) {
            String id = (String) ((Map<?, ?>) source.get("doc")).get("id");
            if (source.get("canonical_in") != null) {
                assertNull(wins.put(id, (List<?>) source.get("canonical_in")));
            }
            if (source.get("verified").equals(true)) {
                sets.computeIfAbsent(source.get("canonical_id"), canonical -> new TreeSet<>())
                        .add(id);
            }
        }
        Set<String> all = new TreeSet<>();
        Set<String> first = new TreeSet<>();
        Set<String> last = new TreeSet<>();
        for (TreeSet<String> set : sets.values()) {
            all.addAll(set);
            first.add(set.first());
            last.add(set.last());
            assertEquals(
                    "one URL is the shortest",
                    1,
                    set.stream()
                            .filter(id -> wins.getOrDefault(id, List.of()).contains("short"))
                            .count());
        }
        assertEquals(first, of("first", wins));
        assertEquals(last, of("last", wins));
        for (String market : List.of("first", "last", "short")) {
            Set<String> hidden = new TreeSet<>(all);
            hidden.removeAll(of(market, wins));
            assertEquals(hidden, listedDuplicates(dest, market, index));
        }
        return wins;
    }

    private static Set<String> of(String market, Map<String, List<?>> wins) {
        Set<String> pages = new TreeSet<>(wins.keySet());
        pages.removeIf(id -> wins.get(id).contains(market) == false);
        return pages;
    }

    private Set<String> listedDuplicates(String dest, String market, String index) {
        GetResponse list = client().prepareGet(
                        dest, "duplicates:" + market + ":" + resolveIndex(index).getUUID() + "-0")
                .get();
        Set<String> listed = new TreeSet<>();
        if (list.isExists()) {
            ((List<?>) list.getSourceAsMap().get("duplicates")).forEach(id -> listed.add((String) id));
        }
        return listed;
    }

    public void testMarketsAreIndependentOfShardsAndNodeLoss() throws Exception {
        indexCorpus();
        index(corpus, "one", 1, 1, fingerprints);
        partition("one", String.format(Locale.ROOT, BODY, "one-markets"));
        Map<String, List<?>> expected = canonicalIn("one-markets", "one");
        assertFalse(expected.isEmpty());
        partition("one", "{\"dest\": {\"index\": \"plain\"}}");
        assertEquals("markets do not change groups", lines("plain"), lines("one-markets"));

        String id = startAndStopAt(
                1, Set.of(randomFrom("decide", "members", "groups")), String.format(Locale.ROOT, BODY, "markets"));
        ensureGreen();
        internalCluster()
                .stopNode(randomBoolean() ? leader(id) : internalCluster().getRandomNodeName());
        resumeRun();
        assertCompleted(id);
        assertEquals(expected, canonicalIn("markets", INDEX));
        assertEquals(lines("plain"), lines("markets"));
    }
}
