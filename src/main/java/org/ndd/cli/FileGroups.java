package org.ndd.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.ndd.cli.Ndd.Console;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.InMemoryBoilerplate;
import org.ndd.core.group.InMemoryPartition;
import org.ndd.core.group.InMemoryPartition.Step;
import org.ndd.core.group.Partition;
import org.ndd.core.group.PartitionDocument;
import org.ndd.core.group.PartitionParameters;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.Boilerplate;
import org.ndd.partition.shard.WorkStealingExecutor;

/**
 * The groups that a run would find among the documents of files.
 *
 * @param partition the groups
 * @param complete whether all documents were used
 */
record FileGroups(Partition partition, Function<String, SiteBoilerplate> boilerplate, boolean complete) {

    private static final Runnable NEVER_CANCELLED = () -> {};

    /** Reads and groups documents, and prints a summary. */
    static FileGroups of(GroupOptions options, List<String> files, boolean showProgress, Console console)
            throws IOException {
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        Progress progress = new Progress(console.err(), showProgress);
        try {
            WorkStealingExecutor workers = new WorkStealingExecutor(pool, threads);
            DocumentReader reader = new DocumentReader(options, workers, console, progress);
            List<PartitionDocument> documents = reader.read(files);
            Function<String, SiteBoilerplate> boilerplate = boilerplate(options, documents, workers, progress);
            Partition partition = partition(options, documents, boilerplate, progress);
            progress.clear();
            console.printMessage(String.format(
                    Locale.ROOT,
                    "%,d documents in %s: %,d groups, %,d duplicates; %,d without input, %,d rejected",
                    documents.size(),
                    progress.seconds(),
                    partition.groupCount(),
                    partition.duplicateCount(),
                    reader.ignored(),
                    reader.rejected()));
            return new FileGroups(partition, boilerplate, reader.rejected() == 0);
        } finally {
            pool.shutdownNow();
        }
    }

    private static Function<String, SiteBoilerplate> boilerplate(
            GroupOptions options, List<PartitionDocument> documents, WorkStealingExecutor workers, Progress progress)
            throws IOException {
        if (options.partition().boilerplate() == Boilerplate.NONE) {
            return site -> null;
        }
        FingerprintParameters fingerprints = options.processor().parameters().fingerprints();
        InMemoryBoilerplate boilerplate =
                new InMemoryBoilerplate(documents, fingerprints, InMemoryBoilerplate.ALL, NEVER_CANCELLED);
        progress.startPhase("boilerplate", boilerplate.families());
        AtomicInteger learned = new AtomicInteger();
        workers.each(boilerplate.families(), (thread, family) -> {
            boilerplate.learn(family);
            progress.update(learned.incrementAndGet(), learned + " sites");
        });
        return boilerplate;
    }

    private static Partition partition(
            GroupOptions options,
            List<PartitionDocument> documents,
            Function<String, SiteBoilerplate> boilerplate,
            Progress progress) {
        PartitionOptions rules = options.partition();
        return new InMemoryPartition(
                        new PartitionParameters(
                                rules.grouping().candidates(),
                                rules.grouping().similarity(),
                                rules.grouping().canonicals()),
                        ComparisonMemory.UNLIMITED,
                        (step, done) -> {
                            progress.startPhase(step == Step.LEADERS ? "comparing" : "groups", documents.size());
                            progress.update(done, done + " documents");
                        })
                .run(documents, boilerplate, NEVER_CANCELLED);
    }

    /** Checks the files of a command line. */
    static List<String> checkFiles(List<String> files) {
        if (files.isEmpty()) {
            throw new InvalidOptionException("[file] must be a file of documents or [-], but was missing");
        }
        Lines.check(files);
        return files;
    }
}
