package org.ndd.partition;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;

/** Each market keeps one page of each canonical document and its duplicates: the same however shards fall, and when a node is lost. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class PartitionMarketsTests extends DisturbedRunTestCase {

    private static final String BODY = """
            {
              "dest": { "index": "%s" },
              "markets": { "first": { "canonical": [ "_id" ] }, "last": { "canonical": [ { "_id": "desc" } ] }, "short": { "canonical": [ "_url_length", "_id" ] } }
            }""";

    /** The markets of each page that wins in some, as the documents of its groups say; checked against the words of the rules. */
    private Map<String, List<?>> wins(String dest, String index) {
        Map<String, List<?>> wins = new TreeMap<>();
        Map<Object, TreeSet<String>> sets = new HashMap<>();
        var search = client().prepareSearch(dest).setSize(10_000).get();
        try {
            for (SearchHit hit : search.getHits()) {
                Map<String, Object> source = hit.getSourceAsMap();
                String id = (String) ((Map<?, ?>) source.get("doc")).get("id");
                if (source.get("canonical_in") != null) {
                    assertNull(wins.put(id, (List<?>) source.get("canonical_in")));
                }
                if (source.get("verified").equals(true)) {
                    sets.computeIfAbsent(source.get("canonical_id"), canonical -> new TreeSet<>())
                            .add(id);
                }
            }
        } finally {
            search.decRef();
        }
        Set<String> all = new TreeSet<>();
        Set<String> first = new TreeSet<>();
        Set<String> last = new TreeSet<>();
        for (TreeSet<String> set : sets.values()) {
            all.addAll(set);
            first.add(set.first());
            last.add(set.last());
            assertEquals(
                    "one is the shortest",
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
            assertEquals(hidden, listed(dest, market, index));
        }
        return wins;
    }

    private static Set<String> of(String market, Map<String, List<?>> wins) {
        Set<String> pages = new TreeSet<>(wins.keySet());
        pages.removeIf(id -> wins.get(id).contains(market) == false);
        return pages;
    }

    private Set<String> listed(String dest, String market, String index) {
        GetResponse list = client().prepareGet(
                        dest, "duplicates:" + market + ":" + resolveIndex(index).getUUID() + "-0")
                .get();
        Set<String> listed = new TreeSet<>();
        if (list.isExists()) {
            ((List<?>) list.getSourceAsMap().get("duplicates")).forEach(id -> listed.add((String) id));
        }
        return listed;
    }

    public void testTheSameHoweverShardsFallAndWhenANodeIsLost() throws Exception {
        indexCorpus();
        index(corpus, "one", 1, 1, FingerprintParameters.BALANCED);
        partition("one", String.format(Locale.ROOT, BODY, "one-markets"));
        Map<String, List<?>> expected = wins("one-markets", "one");
        assertFalse(expected.isEmpty());
        partition("one", "{\"dest\": {\"index\": \"plain\"}}");
        assertEquals("groups are as without markets", lines("plain"), lines("one-markets"));

        String id = startAndStopAt(
                1, Set.of(randomFrom("decide", "groups", "lists")), String.format(Locale.ROOT, BODY, "markets"));
        ensureGreen();
        internalCluster()
                .stopNode(randomBoolean() ? leader(id) : internalCluster().getRandomNodeName());
        letGoOn();
        assertCompleted(id);
        assertEquals(expected, wins("markets", INDEX));
        assertEquals(lines("plain"), lines("markets"));
    }
}
