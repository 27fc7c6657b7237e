package org.ndd.rank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.TestCorpus;

/** Generated stories with slightly different versions, as the processor writes them into documents. */
public final class TestPages {

    /** Words without numbers, which would make different documents. */
    public static final List<String> WORDS = List.of(
            "harbour",
            "mountain",
            "ferry",
            "council",
            "market",
            "teacher",
            "bridge",
            "winter",
            "engine",
            "garden",
            "letter",
            "station",
            "doctor",
            "island",
            "concert",
            "window",
            "painter",
            "border",
            "forest",
            "kitchen");

    private TestPages() {}

    /**
     * A version of a story.
     *
     * @param story number of the story
     * @param version 0 for the original; other versions reword one sentence, not at the beginning, whose words count more
     */
    static String text(int story, int version) {
        Random random = new Random(story);
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            List<String> words = new ArrayList<>(WORDS);
            Collections.shuffle(words, random);
            sentences.add(String.format(
                    Locale.ROOT, "Story of %s tells how the %s", name(story), String.join(" ", words.subList(0, 7))));
        }
        if (version > 0) {
            sentences.set(2 + version % 14, "In version " + name(version) + " somebody put it in other words here");
        }
        return String.join(". ", sentences) + ".";
    }

    /** Letters, since other numbers make different documents. */
    private static String name(int number) {
        return WORDS.get(number % WORDS.size()) + " and " + WORDS.get(number / WORDS.size() % WORDS.size());
    }

    /** A document with the fields of the processor. */
    static Map<String, Object> document(String text, FingerprintParameters fingerprints) {
        return new TreeMap<>(Map.of("ndd", TestCorpus.fields(new TestCorpus.Page("any", null, text), fingerprints)));
    }
}
