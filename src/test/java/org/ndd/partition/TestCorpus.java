package org.ndd.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.group.Rank;
import org.ndd.core.partition.DocumentContent;
import org.ndd.core.partition.InMemoryBoilerplate;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.ingest.TargetValues;

/** Generated documents of a few sites with menus, in several versions each, and their in-memory partition. */
public final class TestCorpus {

    /**
     * A document.
     *
     * @param id id of the document
     * @param url URL of the document
     * @param text plain text
     */
    public record Page(String id, String url, String text) {}

    /** As the default, but with a fingerprint for each passage of a long document. */
    static final FingerprintParameters EACH_PASSAGE = new FingerprintParameters(
            FingerprintParameters.Scheme.PASSAGES, 10, 40, FingerprintParameters.MAX_FINGERPRINTS, 1, 2);

    private final Random random;
    private final List<String> words = new ArrayList<>();
    private final List<Page> pages = new ArrayList<>();

    public TestCorpus(Random random, int size) {
        this.random = random;
        words.addAll(words(random, 2000));
        List<String> menus = List.of(paragraph(8), paragraph(8), paragraph(8));
        while (pages.size() < size) {
            List<String> article = new ArrayList<>();
            for (int i = RandomNumbers.randomIntBetween(random, 2, 8); i > 0; i--) {
                article.add(paragraph(RandomNumbers.randomIntBetween(random, 2, 5)));
            }
            for (int copies = random.nextInt(3) == 0 ? RandomNumbers.randomIntBetween(random, 2, 7) : 1;
                    copies > 0;
                    copies--) {
                int site = random.nextInt(3);
                String url = "https://www.site" + site + ".example/page" + pages.size();
                pages.add(new Page("doc" + pages.size(), url, menus.get(site) + "\n" + version(article)));
            }
        }
        pages.add(new Page("empty", null, ""));
        pages.add(new Page("stops", null, "... !!!"));
        pages.add(new Page("short1", "https://www.site1.example/a", "Not found"));
        pages.add(new Page("short2", "https://www.site1.example/b", "Not found"));
        pages.add(new Page("short3", "https://www.site2.example/b", "Not found"));
        Collections.shuffle(pages, random);
    }

    /** A corpus of the given documents. */
    TestCorpus(Random random, List<Page> pages) {
        this.random = random;
        this.pages.addAll(pages);
    }

    /**
     * Stories of six copies. Each sentence of a story has two wordings; the first two copies in rank order use only the one or only the
     * other, the remaining copies a mixture. All are similar to each other.
     */
    static List<Page> storiesOfTwoLeaders(Random random, int stories) {
        List<String> words = words(random, 5000);
        List<Page> pages = new ArrayList<>();
        for (int story = 0; story < stories; story++) {
            List<String> one = new ArrayList<>();
            List<String> other = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String begin = words(random, words, 5);
                String end = words(random, words, 5);
                one.add(begin + " " + words(random, words, 1) + " " + end + ".");
                other.add(begin + " " + words(random, words, 1) + " " + end + ".");
            }
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                ids.add("story" + story + "copy" + i);
            }
            ids.sort((a, b) -> Rank.of(a).compareTo(Rank.of(b)));
            for (int copy = 0; copy < 6; copy++) {
                List<String> lines = new ArrayList<>();
                for (int i = 0; i < one.size(); i++) {
                    boolean first = copy == 0 || copy > 1 && (i + copy) % one.size() < 8;
                    lines.add((first ? one : other).get(i));
                }
                String url = "https://www.site" + random.nextInt(3) + ".example/" + ids.get(copy);
                pages.add(new Page(ids.get(copy), url, String.join("\n\n", lines)));
            }
        }
        Collections.shuffle(pages, random);
        return pages;
    }

    /** Documents without a common sentence, of 400 lines with a sentence each. */
    static List<Page> longDocuments(Random random, int count) {
        List<String> words = words(random, 5000);
        List<Page> pages = new ArrayList<>();
        for (int document = 0; document < count; document++) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                lines.add(words(random, words, 11) + ".");
            }
            pages.add(new Page("long" + document, null, String.join("\n", lines)));
        }
        return pages;
    }

    private static List<String> words(Random random, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(RandomStrings.randomAsciiLettersOfLengthBetween(random, 3, 9)
                    .toLowerCase(Locale.ROOT));
        }
        return words;
    }

    private static String words(Random random, List<String> from, int count) {
        List<String> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(RandomPicks.randomFrom(random, from));
        }
        return String.join(" ", some);
    }

    private String version(List<String> article) {
        List<String> version = new ArrayList<>(article);
        switch (random.nextInt(6)) {
            case 0 -> version.add(random.nextInt(version.size() + 1), paragraph(1));
            case 1 -> version.remove(random.nextInt(version.size()));
            case 2 -> Collections.shuffle(version, random);
            case 3 -> version.addAll(List.of(paragraph(6), paragraph(6), paragraph(6), paragraph(6)));
            default -> {
                // the same text again
            }
        }
        return String.join("\n", version);
    }

    private String paragraph(int sentences) {
        StringBuilder paragraph = new StringBuilder();
        for (int i = 0; i < sentences; i++) {
            for (int w = RandomNumbers.randomIntBetween(random, 5, 14); w > 0; w--) {
                paragraph.append(RandomPicks.randomFrom(random, words)).append(w == 1 ? ". " : " ");
            }
        }
        return paragraph.toString();
    }

    public List<Page> pages() {
        return Collections.unmodifiableList(pages);
    }

    public static PageAnalysis analyze(Page page, FingerprintParameters fingerprints) {
        return new PageAnalyzer(new PageParameters(fingerprints, Format.TEXT, 1 << 20))
                .analyze(PageInput.of(page.text(), page.url()));
    }

    /** The fields that the processor writes. */
    public static Map<String, Object> fields(Page page, FingerprintParameters fingerprints) {
        return TargetValues.of(analyze(page, fingerprints), page.url(), fingerprints.version());
    }

    /** The fields that the processor writes by default. */
    public static Map<String, Object> fields(String id, String url, String text) {
        return fields(new Page(id, url, text), FingerprintParameters.BALANCED);
    }

    /** The expected partition of these documents. */
    public Partition expected(
            PartitionParameters parameters, FingerprintParameters fingerprints, boolean withBoilerplate) {
        return expected(parameters, fingerprints, withBoilerplate, page -> MustAgreeKeys.NONE);
    }

    /** The same with fields that must agree. */
    Partition expected(
            PartitionParameters parameters,
            FingerprintParameters fingerprints,
            boolean withBoilerplate,
            Function<Page, MustAgreeKeys> apart) {
        return expected(parameters, fingerprints, withBoilerplate, apart, List.of());
    }

    /** The same with decisions about documents of the index {@code pages}. */
    Partition expected(
            PartitionParameters parameters,
            FingerprintParameters fingerprints,
            boolean withBoilerplate,
            Function<Page, MustAgreeKeys> apart,
            List<DecidedPair> decisions) {
        List<PartitionDocument> documents = new ArrayList<>();
        for (Page page : pages) {
            documents.add(document("pages", page, fingerprints).withMustAgreeKeys(apart.apply(page)));
        }
        InMemoryBoilerplate boilerplate =
                new InMemoryBoilerplate(documents, fingerprints, InMemoryBoilerplate.ALL, () -> {});
        IntStream.range(0, boilerplate.families()).forEach(boilerplate::learn);
        return new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED)
                .run(documents, withBoilerplate ? boilerplate : site -> null, decisions, () -> {});
    }

    /** A document of an index. */
    static PartitionDocument document(String index, Page page, FingerprintParameters fingerprints) {
        return document(index, page.id(), page.url(), analyze(page, fingerprints));
    }

    /** A document of an index with the fields of the processor. */
    static PartitionDocument document(String index, String id, String url, PageAnalysis analysis) {
        return new PartitionDocument(
                index,
                id,
                analysis.site(),
                url,
                new DocumentContent(
                        analysis.text(),
                        analysis.title(),
                        analysis.length(),
                        analysis.digest(),
                        analysis.fingerprints()));
    }

    /** One line per document that is in a group of two or more, or contained in another one, with all fields of its group document. */
    static List<String> lines(Partition partition) {
        List<String> lines = new ArrayList<>();
        for (Group group : partition.groups()) {
            List<Group.Page> shown = new ArrayList<>(group.pages().size() > 1 ? group.pages() : List.of());
            shown.addAll(group.contained());
            for (Group.Page page : shown) {
                lines.add(line(
                        page.document().id(),
                        group.leader().id(),
                        page.canonical().id(),
                        page.role().name().toLowerCase(Locale.ROOT),
                        group.pages().size(),
                        page.verdict().verifies(page.role()),
                        page.verdict().relation().value(),
                        page.verdict().confidence(),
                        page.verdict().resemblance()));
            }
        }
        Collections.sort(lines);
        return lines;
    }

    static String line(
            String id,
            String leader,
            String canonical,
            String role,
            int size,
            boolean verified,
            String relation,
            double confidence,
            double resemblance) {
        return id + " follows " + leader + ", canonical document " + canonical + ", " + role + " of " + size
                + ", verified " + verified + ", " + relation
                + String.format(Locale.ROOT, " %.6f, %.6f", confidence, resemblance);
    }
}
