package org.ndd.partition;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.config.ShardPosition;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.ExecutionOptions;
import org.ndd.partition.plan.PartitionOptions.GroupingOptions;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.Publication;
import org.ndd.partition.plan.RunSpec.RunSource;

/** The record of a fixed run. */
final class TestRuns {

    static final String ID = "pages-ndd-20261122-101112-0a1b2c3d";

    private static final Index SOURCE = new Index("pages", "uuid-of-pages");

    private TestRuns() {}

    static RunSpec spec() {
        return new RunSpec(
                ID,
                "pages-ndd",
                new Publication(true, false, true, 5),
                new RunSource(
                        new OriginalIndices(new String[] {"pages"}, IndicesOptions.strictExpandOpen()),
                        List.of(new RunSource.SourceIndex(SOURCE, AliasFilter.EMPTY, null, null)),
                        List.of(),
                        QueryBuilders.termQuery("lang", "en")),
                new PartitionOptions(
                        "ndd",
                        new GroupingOptions(
                                SimilarityParameters.BALANCED,
                                CandidateParameters.NEIGHBORS,
                                new CanonicalRules(
                                        List.of(CanonicalRule.of("popularity"), CanonicalRule.of("_url_length")),
                                        new TreeMap<>(Map.of(
                                                "de",
                                                List.of(CanonicalRule.preferring(
                                                        "_host_suffix", List.of("de", "at")))))),
                                MustAgree.NONE,
                                RedirectFields.NONE),
                        PartitionOptions.Boilerplate.LEARN,
                        new ExecutionOptions(false, true, 1, 7, 100),
                        null,
                        Reference.NONE),
                FingerprintParameters.BALANCED.version(),
                TimeValue.timeValueMinutes(30));
    }

    static PartitionProgress progress() {
        return new PartitionProgress(spec(), () -> 1_763_800_000_000L);
    }

    /** The record as stored while the run is active. */
    static RunRecord record(String user) {
        PartitionProgress progress = progress();
        progress.windows(7);
        return new RunRecord(
                progress.report(),
                Map.of(
                        new ShardId(SOURCE, 0), new ShardPosition(41, "history"),
                        new ShardId(SOURCE, 1), new ShardPosition(43, "history")),
                false,
                new RunUser(Map.of(UserCheckPlugin.HEADER, user)));
    }
}
