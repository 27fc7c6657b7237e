package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;

public class SlotsTests extends LuceneTestCase {

    private static Map<String, Integer> slots(List<String> texts) {
        return Slots.of(texts).stream().collect(Collectors.toMap(BoilerplateLine::text, BoilerplateLine::pages));
    }

    public void testWordsBetweenEqualWords() {
        List<String> questions = List.of(
                "what is a young goat called", "what is a young lion called", "what is a young sea horse called");
        assertEquals(Map.of("is a … called", 3, "a young … called", 3, "a young …", 3), slots(questions));
        assertEquals("two may be two wordings", Map.of(), slots(questions.subList(0, 2)));
        assertEquals(Map.of(), slots(List.of(questions.get(0), questions.get(0), questions.get(1))));
    }

    public void testBeginningAndEnd() {
        assertTrue(slots(List.of("mars is far away", "venus is far away", "the moon is far away"))
                .containsKey("… is far"));
        assertTrue(slots(List.of("it is made in france", "it is made in italy", "it is made in new zealand"))
                .containsKey("made in …"));
    }

    public void testNothingIsAlsoContent() {
        assertEquals(3, (int) slots(List.of("a young called", "a young lion called", "a young goat called"))
                .get("a young … called"));
    }

    public void testLongTextsHaveNoSlots() {
        String words =
                IntStream.range(0, Slots.MAX_TOKENS - 3).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        List<String> texts = List.of("a b one " + words, "a b two " + words, "a b three " + words);
        assertTrue(slots(texts).containsKey("a b … w0 w1"));
        assertEquals(Map.of(), slots(texts.stream().map(text -> text + " more").toList()));
    }

    /** Equals a search for all contexts as strings, in any order of the texts. */
    public void testEqualsSlowSearch() {
        for (int round = 0; round < 20; round++) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                texts.add(IntStream.range(0, 2 + random().nextInt(8))
                        .mapToObj(word -> String.valueOf((char) ('a' + random().nextInt(4))))
                        .collect(Collectors.joining(" ")));
            }
            Map<List<List<String>>, Set<List<String>>> contents = new HashMap<>();
            Map<List<List<String>>, Set<Integer>> documents = new HashMap<>();
            for (int i = 0; i < texts.size(); i++) {
                List<String> words = Arrays.asList(texts.get(i).split(" "));
                for (int start = 0; start <= words.size(); start++) {
                    for (int end = start; end <= Math.min(words.size(), start + 3); end++) {
                        List<List<String>> context = List.of(
                                words.subList(Math.max(0, start - 2), start),
                                words.subList(end, Math.min(words.size(), end + 2)));
                        contents.computeIfAbsent(context, key -> new HashSet<>())
                                .add(words.subList(start, end));
                        documents
                                .computeIfAbsent(context, key -> new HashSet<>())
                                .add(i);
                    }
                }
            }
            Map<String, Integer> expected = new HashMap<>();
            contents.forEach((context, different) -> {
                if (different.size() >= 3 && documents.get(context).size() >= 3) {
                    String text = String.join(" ", context.get(0)) + " … " + String.join(" ", context.get(1));
                    expected.put(text.strip(), documents.get(context).size());
                }
            });
            assertEquals(expected, slots(texts));
            List<BoilerplateLine> slots = Slots.of(texts);
            Collections.shuffle(texts, random());
            assertEquals(slots, Slots.of(texts));
            assertTrue(slots.stream().allMatch(slot -> slot.level() == Level.SLOT));
        }
    }

    /** Stored with boilerplate, so it must not change. */
    public void testHash() {
        List<String> tokens = List.of("what", "is", "a", "young", "goat", "called");
        assertEquals(Slots.hash(tokens, 4, 5), Slots.hash(List.of("a", "young", "sea", "lion", "called"), 2, 4));
        assertNotEquals(Slots.hash(tokens, 4, 5), Slots.hash(tokens, 3, 4));
        assertNotEquals(
                "beginning and end are a context",
                Slots.hash(List.of("x", "a", "b"), 0, 1),
                Slots.hash(List.of("a", "b", "x"), 2, 3));
    }
}
