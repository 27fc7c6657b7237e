package org.ndd.rank;

import static org.ndd.Soon.answer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.test.ESTestCase;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.HitPages.WindowHit;
import org.ndd.rank.RetrieverSearch.IncrementalWindow;
import org.ndd.rank.SimilarHits.Similarity;

public class IncrementalWindowTests extends ESTestCase {

    private final List<Integer> looks = new ArrayList<>();

    /** Of {@code hits} hits, every {@code every}-th is distinct; all others are duplicates of the first hit. */
    private IncrementalWindow.ComparedHits compare(int hits, int every, int enough) {
        List<ScoreDoc> docs = IntStream.range(0, hits)
                .mapToObj(doc -> new ScoreDoc(doc, hits - doc))
                .toList();
        BiConsumer<List<ScoreDoc>, ActionListener<List<WindowHit>>> pages = (next, listener) -> listener.onResponse(
                next.stream().map(doc -> WindowHit.of(doc, null)).toList());
        IncrementalWindow window = new IncrementalWindow(docs, pages, (all, listener) -> group(all, every, listener));
        return answer(l -> window.compareUntil(enough, l));
    }

    private void group(List<WindowHit> hits, int every, ActionListener<WindowGroups> listener) {
        for (int i = 0; i < hits.size(); i++) {
            assertEquals("hits stay in order", i, hits.get(i).scoreDoc().doc);
        }
        looks.add(hits.size());
        int[] leaders = new int[hits.size()];
        Arrays.setAll(leaders, i -> i % every == 0 ? i : 0);
        listener.onResponse(new WindowGroups(leaders, new Similarity[leaders.length], new BitSet()));
    }

    public void testStopsAfterEnoughHits() {
        assertEquals(10, compare(100, 3, 10).distinctCount());
        assertEquals(List.of(30), looks);
    }

    public void testDoublesWindow() {
        assertEquals(26, compare(1000, 7, 15).distinctCount());
        assertEquals(List.of(45, 90, 180), looks);
        looks.clear();
        assertEquals(10, compare(1000, 100, 10).distinctCount());
        assertEquals(List.of(30, 60, 120, 240, 480, 1000), looks);
    }

    public void testReadsAllIfFewRemain() {
        assertEquals(25, compare(50, 2, 5).distinctCount());
        assertEquals(List.of(50), looks);
    }

    public void testReadsAllIfSizeExceedsHits() {
        int hits = between(1, 200);
        assertEquals(hits, compare(hits, 1, hits + between(0, 100)).distinctCount());
        assertEquals(List.of(hits), looks);
    }

    public void testNoHits() {
        assertEquals(0, compare(0, 1, 10).distinctCount());
        assertEquals(List.of(), looks);
    }

    public void testMissingDocumentRepresentsItself() {
        WindowHit gone = WindowHit.of(new ScoreDoc(1, 2, 3), null);
        assertNull(gone.id());
        assertNull(gone.keys());
        assertNull(gone.page());
    }
}
