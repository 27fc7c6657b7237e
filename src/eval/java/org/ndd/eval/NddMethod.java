package org.ndd.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.partition.DocumentContent;
import org.ndd.core.partition.InMemoryBoilerplate;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.text.Site;
import org.ndd.eval.method.Grouping;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;

/**
 * The method of ndd, as the plugin applies it to an index: learns boilerplate from the first documents of each site in rank order, then
 * partitions all documents.
 */
final class NddMethod implements Method {

    private static final String INDEX = "pages";

    private final Variant variant;

    NddMethod(Variant variant) {
        this.variant = variant;
    }

    @Override
    public String name() {
        return variant.name();
    }

    /** Compares documents with the rules of this method. */
    PairComparator comparator() {
        return new PairComparator(variant.partition().similarity());
    }

    @Override
    public PreparedPages prepare(List<Page> pages) {
        Fingerprinter fingerprinter = new Fingerprinter(variant.fingerprints());
        List<PartitionDocument> documents = new ArrayList<>(pages.size());
        for (Page page : pages) {
            documents.add(new PartitionDocument(
                    INDEX,
                    page.id(),
                    page.site(),
                    page.url(),
                    new DocumentContent(
                            page::text,
                            page.analysis().title(),
                            page.analysis().length(),
                            page.analysis().digest(),
                            fingerprinter.fingerprints(page.analysis().sentences()),
                            variant.noise())));
        }
        return new PreparedPages(documents);
    }

    /** Documents with their fingerprints. */
    final class PreparedPages implements Prepared {

        private final List<PartitionDocument> documents;

        private PreparedPages(List<PartitionDocument> documents) {
            this.documents = documents;
        }

        /** Returns the documents by id. */
        Map<String, PartitionDocument> documents() {
            return documents.stream().collect(Collectors.toMap(PartitionDocument::id, Function.identity()));
        }

        /** Returns the partition with its counts. */
        Partition partition(String salt) {
            List<PartitionDocument> salted = salted(salt);
            return new InMemoryPartition(variant.partition(), ComparisonMemory.UNLIMITED)
                    .run(salted, boilerplate(salted, InMemoryBoilerplate.ALL), () -> {});
        }

        /** Returns the documents with ids that give another order. */
        private List<PartitionDocument> salted(String salt) {
            return documents.stream()
                    .map(page ->
                            new PartitionDocument(INDEX, salt + page.id(), page.site(), page.url(), page.content()))
                    .toList();
        }

        /** Returns documents for comparisons by id, with the boilerplate of their sites if the variant learns boilerplate. */
        Map<String, PageText> pageTexts(String salt) {
            return pageTexts(salt, InMemoryBoilerplate.ALL);
        }

        /** Returns documents for comparisons with the boilerplate of a sample. */
        Map<String, PageText> pageTexts(String salt, int samplePercent) {
            Function<String, SiteBoilerplate> boilerplate = boilerplate(salted(salt), samplePercent);
            Map<String, PageText> pages = new HashMap<>();
            for (PartitionDocument document : documents) {
                String site = document.site();
                pages.put(
                        document.id(),
                        new PageText(
                                document.content().text(),
                                document.content().title(),
                                Site.withoutSection(site),
                                boilerplate.apply(site),
                                document.content().noise()));
            }
            return pages;
        }

        @Override
        public Grouping group(String salt) {
            Partition partition = partition(salt);
            Map<String, Integer> positions = new HashMap<>();
            for (PartitionDocument document : documents) {
                positions.put(salt + document.id(), positions.size());
            }
            int[] groups = new int[documents.size()];
            for (Group group : partition.groups()) {
                int leader = positions.get(group.leader().id());
                for (Group.Page page : group.pages()) {
                    groups[positions.get(page.document().id())] = leader;
                }
            }
            return new Grouping(groups, partition.counts().comparisons());
        }

        @Override
        public long bytes() {
            long fingerprints = documents.stream()
                    .mapToLong(document -> document.content().fingerprints().length)
                    .sum();
            return fingerprints * Long.BYTES;
        }

        /** Returns the boilerplate of a site, which may be null; none if the variant learns no boilerplate. */
        private Function<String, SiteBoilerplate> boilerplate(List<PartitionDocument> salted, int samplePercent) {
            if (variant.boilerplate() == false) {
                return site -> null;
            }
            InMemoryBoilerplate boilerplate =
                    new InMemoryBoilerplate(salted, variant.fingerprints(), samplePercent, () -> {});
            IntStream.range(0, boilerplate.families()).forEach(boilerplate::learn);
            return boilerplate;
        }
    }
}
