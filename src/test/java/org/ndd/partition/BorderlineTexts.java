package org.ndd.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.PartitionDocument;

/**
 * Random documents of which many pairs are near the limits of similarity. Each text is derived from an earlier one, so there are chains in
 * which neighbors are near-duplicates and others are not, texts that are part of others, and texts of one template. Some are on sites with
 * menus, some have titles.
 */
public final class BorderlineTexts {

    /**
     * A document without an id.
     *
     * @param url its URL, or {@code null}
     * @param title its title, or {@code null}
     * @param text plain text
     */
    public record Text(String url, String title, String text) {

        /** Returns what the processor computes with its default options. */
        PageAnalysis analysis() {
            return new PageAnalyzer(new PageParameters(FingerprintParameters.BALANCED, Format.TEXT, 1 << 20))
                    .analyze(new PageInput(List.of(text), url, title, null));
        }

        /** Returns the document of the text in an index. */
        public PartitionDocument document(String index, String id) {
            return TestCorpus.document(index, id, url, analysis());
        }
    }

    private static final int SENTENCE = 10;
    private static final int KEPT = 50;

    private final Random random;
    private final List<String> words = new ArrayList<>();
    private final List<List<String>> menus = new ArrayList<>();
    private final List<List<String>> templates = new ArrayList<>();

    /** The texts from which others are derived, as words. */
    private final List<List<String>> earlier = new ArrayList<>();

    private int made;

    public BorderlineTexts(Random random) {
        this.random = random;
        for (int i = 0; i < 2000; i++) {
            words.add(RandomStrings.randomAsciiLettersOfLengthBetween(random, 3, 9)
                    .toLowerCase(Locale.ROOT));
        }
        for (int i = 0; i < 3; i++) {
            menus.add(words(3 * SENTENCE));
            templates.add(words(between(15, 60)));
            earlier.add(words(between(20, 120)));
        }
    }

    private int between(int least, int most) {
        return RandomNumbers.randomIntBetween(random, least, most);
    }

    private String word() {
        return RandomPicks.randomFrom(random, words);
    }

    private List<String> words(int count) {
        List<String> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(word());
        }
        return some;
    }

    public Text next() {
        List<String> text = derived();
        if (earlier.size() < KEPT) {
            earlier.add(text);
        } else {
            earlier.set(random.nextInt(KEPT), text);
        }
        String title = random.nextInt(3) > 0 ? null : String.join(" ", text.subList(0, between(2, 4)));
        int site = random.nextInt(2 * menus.size());
        if (site >= menus.size()) {
            return new Text(null, title, joined(text));
        }
        List<String> whole = new ArrayList<>(menus.get(site));
        whole.addAll(text);
        return new Text("https://www.site" + site + ".example/" + made++, title, joined(whole));
    }

    private List<String> derived() {
        List<String> text = new ArrayList<>(RandomPicks.randomFrom(random, earlier));
        int size = text.size();
        switch (random.nextInt(9)) {
            case 0 -> {
                // the same text
            }
            case 1, 2 -> replace(text, between(1, Math.max(1, size / 12)));
            case 3, 4 -> {
                int from = random.nextInt(size);
                int count = Math.min(size - from, between(1, Math.max(1, size / 3)));
                Collections.copy(text.subList(from, from + count), words(count));
            }
            case 5 -> text = text.subList(0, Math.max(SENTENCE, size * between(3, 9) / 10));
            case 6 -> text.addAll(words(between(5, 60)));
            case 7 -> {
                text = new ArrayList<>(RandomPicks.randomFrom(random, templates));
                replace(text, between(1, 3));
                text.set(random.nextInt(text.size()), Integer.toString(between(1, 99)));
            }
            default -> text = words(between(20, 120));
        }
        return text.subList(0, Math.min(text.size(), 300));
    }

    private void replace(List<String> text, int count) {
        for (int i = 0; i < count; i++) {
            text.set(random.nextInt(text.size()), word());
        }
    }

    private static String joined(List<String> words) {
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < words.size(); i += SENTENCE) {
            sentences.add(String.join(" ", words.subList(i, Math.min(words.size(), i + SENTENCE))) + ".");
        }
        return String.join("\n\n", sentences);
    }
}
