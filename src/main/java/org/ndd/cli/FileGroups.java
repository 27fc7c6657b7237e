package org.ndd.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.cli.Ndd.Console;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.InMemoryBoilerplate;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.InMemoryPartition.Step;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.Boilerplate;

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

    /** Shows the progress of a command in a line on the terminal. Thread-safe. */
    static final class Progress {

        private static final int WIDTH = 30;
        private static final long UPDATE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

        private final PrintStream err;
        private final boolean enabled;
        private final long start = System.nanoTime();
        private String phase = "";
        private long total;
        private long last;

        /** @param enabled whether to print the progress */
        Progress(PrintStream err, boolean enabled) {
            this.err = err;
            this.enabled = enabled;
        }

        /**
         * Begins a phase, if it is not the current one.
         *
         * @param all total work of the phase; 0 or less if it is not known
         */
        synchronized void startPhase(String name, long all) {
            if (phase.equals(name) == false) {
                phase = name;
                total = all;
                last = start - UPDATE_INTERVAL_NANOS;
                update(0, "");
            }
        }

        /**
         * Updates the line, if enough time has passed.
         *
         * @param done completed work of the phase
         * @param more text after the bar
         */
        synchronized void update(long done, String more) {
            long now = System.nanoTime();
            if (enabled == false || now - last < UPDATE_INTERVAL_NANOS && done < total) {
                return;
            }
            last = now;
            int filled = total <= 0 ? 0 : (int) Math.min(WIDTH, done * WIDTH / total);
            String share =
                    total <= 0 ? "  ... " : String.format(Locale.ROOT, "%4d %%", Math.min(100, done * 100 / total));
            err.printf(
                    Locale.ROOT,
                    "\r%-12s [%s%s] %s %s  %s\033[K",
                    phase,
                    "#".repeat(filled),
                    " ".repeat(WIDTH - filled),
                    share,
                    more,
                    seconds());
        }

        /** Removes the line. */
        synchronized void clear() {
            if (enabled) {
                err.print("\r\033[K");
            }
        }

        /** Returns the time since the command began. */
        String seconds() {
            return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / 1e9);
        }
    }
}
