package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.action.index.IndexRequest;
import org.ndd.core.group.Rank;
import org.ndd.partition.TestCorpus;

/** Documents that the leader of a group excludes by {@code must_agree}. */
public class GroupUpdateMustAgreeTests extends GroupUpdateTestCase {

    private static final String BODY = "{\"must_agree\": [\"lang\"]}";

    private void put(String id, String lang, String text) throws IOException {
        changed.add(id);
        Map<String, Object> source = new HashMap<>(Map.of("ndd", TestCorpus.fields(id, null, text)));
        source.put("lang", lang);
        client().index(new IndexRequest(INDEX).id(id).source(source)).actionGet();
    }

    private Set<String> grouped() {
        return groupDocuments(run).stream().map(one -> one.page().id()).collect(Collectors.toSet());
    }

    public void testChangedLeaderNoLongerExcludesDocument() throws IOException {
        assertAcked(prepareCreate(INDEX).setMapping("ndd", "type=near_dup", "lang", "type=keyword"));
        List<String> ids = IntStream.range(0, 5)
                .mapToObj(i -> "copy" + i)
                .sorted(Comparator.comparing(Rank::of))
                .toList();
        List<String> story = story();
        String leader = ids.get(0);
        String excluded = ids.get(4);
        put(leader, "en", version(story));
        for (String member : ids.subList(1, 4)) {
            put(member, null, version(story));
        }
        put(excluded, "de", version(story));
        run = partition(BODY).id();
        assertEquals(Set.copyOf(ids.subList(0, 4)), grouped());
        changed.clear();
        if (randomBoolean()) {
            delete(leader);
        } else {
            put(leader, "en", version(story()));
        }
        startedOn(
                        randomFrom(internalCluster().getNodeNames()),
                        changedPages(),
                        request(BODY),
                        new GroupUpdate.Step(1, 0))
                .actionGet();
        assertEquals(Set.copyOf(ids.subList(1, 5)), grouped());
    }
}
