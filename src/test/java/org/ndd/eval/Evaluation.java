package org.ndd.eval;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageParameters;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.Group;
import org.ndd.core.group.InMemoryPartition;
import org.ndd.core.group.Partition;
import org.ndd.core.group.PartitionDocument;
import org.ndd.core.group.PartitionParameters;
import org.ndd.core.group.Rank;
import org.ndd.core.group.SampleGroups;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLearner;

/**
 * A corpus, analysed once, that can be partitioned in several ways and scored against its labels. Does what the plugin does with an index: the
 * pages are analysed as by the processor, templates are learned from the pages of lowest rank of each site, then the whole is partitioned.
 */
final class Evaluation {

    private final Corpus corpus;
    private final List<PartitionDocument> documents;
    private final Map<String, String> labels;
    private final List<LabelledPair> pairs;
    private final Duration analysis;

    private record Analysed(PartitionDocument document, String label) {}

    /**
     * What one way to partition gave.
     *
     * @param pairs score over labelled pairs
     * @param clusters score over labelled sets
     * @param partition the groups and counts
     * @param learning time it took to learn templates
     * @param grouping time it took to partition
     * @param templates sites with a template
     */
    record Outcome(
            PairScore pairs,
            ClusterScore clusters,
            Partition partition,
            Duration learning,
            Duration grouping,
            int templates) {}

    private Evaluation(Corpus corpus, List<Analysed> analysed, List<LabelledPair> pairs, Duration analysis) {
        this.corpus = corpus;
        this.documents = analysed.stream().map(Analysed::document).toList();
        this.labels = analysed.stream()
                .filter(page -> page.label() != null)
                .collect(Collectors.toMap(page -> page.document().id(), Analysed::label));
        this.pairs = pairs;
        this.analysis = analysis;
    }

    /**
     * Reads and analyses a corpus.
     *
     * @param fingerprints what fingerprints are made with
     */
    static Evaluation of(Corpus corpus, FingerprintParameters fingerprints) throws IOException {
        long start = System.nanoTime();
        PageAnalyzer html = new PageAnalyzer(
                new PageParameters(fingerprints, PageParameters.Format.HTML, PageParameters.DEFAULT_MAX_BYTES));
        PageAnalyzer text = new PageAnalyzer(
                new PageParameters(fingerprints, PageParameters.Format.TEXT, PageParameters.DEFAULT_MAX_BYTES));
        try (Stream<Corpus.Page> pages = corpus.pages()) {
            List<Analysed> analysed =
                    pages.map(page -> analyse(corpus, page, html, text)).toList();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            return new Evaluation(corpus, analysed, corpus.labelledPairs(), took);
        }
    }

    private static Analysed analyse(Corpus corpus, Corpus.Page page, PageAnalyzer html, PageAnalyzer text) {
        PageAnalysis analysis =
                page.html() != null ? html.analyze(page.html(), page.url()) : text.analyze(page.text(), page.url());
        PartitionDocument document = new PartitionDocument(
                corpus.name(),
                page.id(),
                analysis.text(),
                analysis.site(),
                page.url(),
                analysis.length(),
                analysis.digest(),
                analysis.fingerprints(),
                List.of());
        return new Analysed(document, page.label());
    }

    Corpus corpus() {
        return corpus;
    }

    List<PartitionDocument> documents() {
        return documents;
    }

    List<LabelledPair> pairs() {
        return pairs;
    }

    /** Time it took to read and analyse the corpus. */
    Duration analysis() {
        return analysis;
    }

    /**
     * Learns templates as {@code balanced} does; none for {@code report}, which compares whole texts.
     *
     * @param salt that ranks are made with
     */
    Map<String, SiteTemplate> templates(SimilarityParameters similarity, String salt) {
        Map<String, SiteTemplate> templates = new TreeMap<>();
        if (similarity.preset() == SimilarityParameters.Preset.REPORT) {
            return templates;
        }
        Map<String, List<PartitionDocument>> bySite = new TreeMap<>();
        for (PartitionDocument document : documents) {
            if (document.site() != null) {
                bySite.computeIfAbsent(document.site(), site -> new ArrayList<>())
                        .add(document);
            }
        }
        TemplateLearner learner = new TemplateLearner(new SampleGroups(() -> {}));
        bySite.forEach((site, pages) -> {
            List<String> sample = pages.stream()
                    .sorted(Comparator.comparing(page -> Rank.of(page.id(), salt)))
                    .limit(TemplateLearner.SAMPLE)
                    .map(PartitionDocument::text)
                    .toList();
            SiteTemplate template = learner.learn(site, sample);
            if (template != null) {
                templates.put(site, template);
            }
        });
        return templates;
    }

    /** Partitions the corpus. */
    Outcome run(PartitionParameters parameters) {
        long start = System.nanoTime();
        Map<String, SiteTemplate> templates = templates(parameters.similarity(), parameters.salt());
        long learned = System.nanoTime();
        Partition partition = new InMemoryPartition(parameters).run(documents, templates::get, () -> {});
        long grouped = System.nanoTime();
        Map<String, String> groups = groups(partition);
        return new Outcome(
                PairScore.of(pairs, groups),
                ClusterScore.of(labels, groups),
                partition,
                Duration.ofNanos(learned - start),
                Duration.ofNanos(grouped - learned),
                templates.size());
    }

    /** The leader of each document, by id. */
    static Map<String, String> groups(Partition partition) {
        Map<String, String> groups = new HashMap<>();
        for (Group group : partition.groups()) {
            for (Group.Page page : group.pages()) {
                String other = groups.put(page.document().id(), group.leader().id());
                if (other != null) {
                    throw new IllegalStateException("[" + page.document().id() + "] is in two groups");
                }
            }
        }
        return groups;
    }
}
