package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.compare.MustAgreeKeys;

/** Generates documents with all kinds of similarity. Fingerprints are line hashes. */
final class TestPages {

    private static final List<String> SITES =
            Collections.unmodifiableList(Arrays.asList("one.example", "two.example", "three.example", null));
    private static final int MAX_FINGERPRINTS = 12;

    private final Random random;
    private final List<String> boilerplate;
    private final List<PartitionDocument> pages = new ArrayList<>();

    TestPages(Random random) {
        this.random = random;
        this.boilerplate = lines(3);
    }

    /** Generates at least {@code count} documents in random order. */
    List<PartitionDocument> make(int count) {
        while (pages.size() < count) {
            List<String> article = lines(RandomNumbers.randomIntBetween(random, 3, 14));
            int versions = random.nextInt(3) == 0 ? 1 : RandomNumbers.randomIntBetween(random, 1, 8);
            for (int i = 0; i < versions; i++) {
                add(version(article));
            }
        }
        Collections.shuffle(pages, random);
        return List.copyOf(pages);
    }

    private List<String> version(List<String> article) {
        List<String> lines = new ArrayList<>(article);
        switch (random.nextInt(6)) {
            case 0 ->
                lines.addAll(random.nextInt(lines.size() + 1), lines(RandomNumbers.randomIntBetween(random, 1, 4)));
            case 1 -> lines.remove(random.nextInt(lines.size()));
            case 2 -> Collections.shuffle(lines, random);
            case 3 -> lines.addAll(lines(article.size() * RandomNumbers.randomIntBetween(random, 1, 3)));
            case 4 -> lines.replaceAll(line -> random.nextInt(4) == 0 ? line(random) : line);
            default -> {
                // The same text: an exact duplicate, if it is not the first version.
            }
        }
        if (random.nextInt(3) == 0) {
            lines.addAll(0, boilerplate);
        }
        return lines;
    }

    private void add(List<String> lines) {
        String text = String.join("\n", lines);
        long[] fingerprints = random.nextInt(20) == 0
                ? new long[0]
                : lines.stream()
                        .mapToLong(LineHash::of)
                        .distinct()
                        .sorted()
                        .limit(MAX_FINGERPRINTS)
                        .toArray();
        String site = RandomPicks.randomFrom(random, SITES);
        String id = Integer.toString(pages.size());
        String url = site == null ? null : "https://" + site + "/" + "p".repeat(random.nextInt(3)) + id;
        Double popularity = random.nextBoolean() ? null : Double.valueOf(random.nextInt(4));
        pages.add(new PartitionDocument(
                "pages",
                id,
                site,
                url,
                new DocumentContent(
                        text,
                        "",
                        text.getBytes(StandardCharsets.UTF_8).length,
                        Long.toHexString(LineHash.of(text)),
                        fingerprints),
                Collections.singletonList(popularity),
                MustAgreeKeys.NONE));
    }

    private List<String> lines(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(line(random));
        }
        return lines;
    }

    private static String line(Random random) {
        List<String> words = new ArrayList<>();
        int count = RandomNumbers.randomIntBetween(random, 5, 12);
        for (int i = 0; i < count; i++) {
            words.add(RandomStrings.randomAsciiLettersOfLengthBetween(random, 3, 8)
                    .toLowerCase(Locale.ROOT));
        }
        return String.join(" ", words) + ".";
    }
}
