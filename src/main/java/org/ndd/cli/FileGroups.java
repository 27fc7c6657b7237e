package org.ndd.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.group.InMemoryBoilerplate;
import org.ndd.core.group.InMemoryPartition;
import org.ndd.core.group.Partition;
import org.ndd.core.group.PartitionDocument;
import org.ndd.core.group.PartitionParameters;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.Boilerplate;

/**
 * The groups of the documents in files: those of a run over them.
 *
 * @param partition the groups
 * @param complete whether all documents were used
 */
record FileGroups(Partition partition, boolean complete) {

    private static final Runnable NEVER_CANCELLED = () -> {};

    /** Reads and groups documents, and prints a summary. */
    static FileGroups of(GroupOptions options, List<String> files, boolean showProgress, Console console)
            throws IOException {
        Progress progress = new Progress(console.err(), showProgress);
        DocumentReader reader = new DocumentReader(options, console, progress);
        List<PartitionDocument> documents = reader.read(files);
        PartitionOptions rules = options.partition();
        Function<String, SiteBoilerplate> boilerplate = site -> null;
        if (rules.boilerplate() == Boilerplate.LEARN) {
            progress.begin("boilerplate", 0);
            boilerplate = InMemoryBoilerplate.learn(
                    documents, options.processor().parameters().fingerprints(), "", 100, NEVER_CANCELLED);
        }
        progress.begin("comparing", documents.size());
        Partition partition = new InMemoryPartition(
                        new PartitionParameters(rules.candidates(), rules.similarity(), rules.canonicals(), ""),
                        ComparisonMemory.UNLIMITED,
                        decided -> progress.at(decided, decided + " documents"))
                .run(documents, boilerplate, NEVER_CANCELLED);
        progress.end();
        console.say(String.format(
                Locale.ROOT,
                "%,d documents in %s: %,d groups, %,d duplicates; %,d without input, %,d rejected",
                documents.size(),
                progress.seconds(),
                partition.counts().groups(),
                partition.counts().duplicates(),
                reader.ignored(),
                reader.rejected()));
        return new FileGroups(partition, reader.rejected() == 0);
    }

    /** Checks the files of a command line. */
    static List<String> checked(List<String> files) {
        if (files.isEmpty()) {
            throw new InvalidOptionException("[file] must be a file of documents or [-], but was missing");
        }
        Lines.check(files);
        return files;
    }
}
