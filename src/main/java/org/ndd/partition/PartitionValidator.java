package org.ndd.partition;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.index.Index;
import org.elasticsearch.rest.RestStatus;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Project;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.HiddenIndex;
import org.ndd.config.MappingCheck;
import org.ndd.config.NameCheck;
import org.ndd.config.RunLabel;
import org.ndd.groups.Destination;
import org.ndd.partition.RunTasks.DestinationTakenException;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.PartitionRequest.Purpose;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.TaskParams;

/** Checks a request against the cluster state, before any work starts. */
final class PartitionValidator {

    /** A suffix of the same length as the suffix that names of a run's indices add to the alias. */
    private static final String RUN_SUFFIX = BoilerplateIndex.name("-yyyymmdd-hhmmss-00000000");

    private static final String REPLACE_HINT = ": name another one, or set [dest.replace]";

    private final ClusterState state;

    PartitionValidator(ClusterState state) {
        this.state = state;
    }

    /**
     * Checks the source, and that the destination is a valid name.
     *
     * @param source the concrete indices
     * @return the alias that will point to the groups, to be checked with {@link #checkDest} when the user's read access to it is checked;
     *     {@link PartitionReport#NO_DEST} for boilerplate only
     */
    String dest(PartitionRequest request, Index[] source) {
        request.requireIndices(source.length);
        checkMappings(request.options().field(), source);
        if (request.purpose() == Purpose.BOILERPLATE) {
            return PartitionReport.NO_DEST;
        }
        String dest = name(request, source);
        checkName(dest);
        return dest;
    }

    /**
     * Checks that the indices of a run can be created, and that publishing its groups destroys nothing. The destination must have groups of
     * the same source and field, and groups of a part must not replace groups of the whole source. In addition, no other run may publish
     * there, and no started job may have the destination.
     *
     * @param purpose of the request; an active full run of the started job does not conflict with {@link Purpose#CHECK_OF_JOB}
     * @throws DestinationTakenException if another active run publishes to the destination
     * @throws ElasticsearchStatusException with status 409 if a job is started
     */
    RunSpec publishable(RunSpec spec, Purpose purpose) {
        BoilerplateInUse.check(spec, state);
        if (spec.boilerplateOnly() == false) {
            HiddenIndex.checkTemplate(state, spec.dest(), spec.runId());
            HiddenIndex.checkTemplate(state, spec.dest(), BoilerplateIndex.name(spec.runId()));
        }
        if (spec.publishes() == false) {
            return spec;
        }
        String job = TaskParams.jobOf(state, spec.dest());
        String other = TaskParams.publisherTo(state, spec.dest());
        boolean own = purpose == Purpose.CHECK_OF_JOB && job != null;
        if (other != null && other.equals(spec.runId()) == false && own == false) {
            throw new DestinationTakenException(spec.dest(), other, null);
        }
        if (purpose == Purpose.RUN && job != null) {
            throw new ElasticsearchStatusException(
                    "[dest.index] must be a destination without a started job, but was [" + spec.dest()
                            + "]: stop job [" + job + "] first",
                    RestStatus.CONFLICT);
        }
        if (spec.publication().replace() == false) {
            checkReplaces(RunLabel.of(RunLabel.publishedBy(state, spec.dest())), "publishes", spec);
            // the full run of the job whose update is checked: the next one would be rejected after it was published
            checkReplaces(other == null ? null : RunLabel.named(state, other), "is about to publish", spec);
        }
        return spec;
    }

    private void checkReplaces(RunLabel shown, String publishes, RunSpec spec) {
        if (shown == null) {
            return;
        }
        RunLabel label = spec.label(state);
        if (shown.isCoveredBy(label, state) == false) {
            throw new IllegalArgumentException("[dest.index] must be a destination of the same source, but was ["
                    + spec.dest() + "], which " + publishes + " the groups of " + shown.source() + REPLACE_HINT);
        }
        if (shown.field().equals(label.field()) == false) {
            throw new IllegalArgumentException(
                    "[dest.index] must be a destination of the same [target_field], but was ["
                            + spec.dest() + "], which " + publishes + " the groups of [" + shown.field() + "], not of ["
                            + label.field()
                            + "]" + REPLACE_HINT);
        }
        if (label.part() && shown.part() == false) {
            throw new IllegalArgumentException("[dest.index] must be a separate destination if [query] selects "
                    + "documents, but was [" + spec.dest() + "], which " + publishes + " the groups of all documents"
                    + REPLACE_HINT);
        }
    }

    void checkMappings(String field, Index[] source) {
        for (Index index : source) {
            MappingCheck.check(Project.of(state).index(index), field);
        }
    }

    private static String name(PartitionRequest request, Index[] source) {
        if (request.dest() != null) {
            return request.dest();
        }
        boolean oneConcrete =
                request.indices().length == 1 && source.length == 1 && request.indices()[0].equals(source[0].getName());
        if (oneConcrete == false) {
            throw new IllegalArgumentException(
                    "[dest.index] must be specified if the source is not one concrete index, but was missing for ["
                            + Strings.arrayToCommaDelimitedString(request.indices()) + "]");
        }
        boolean publishes =
                request.publication().publish() && request.options().execution().dryRun() == false;
        if (request.query() != null && publishes) {
            throw new IllegalArgumentException("[dest.index] must be specified if [query] selects documents, unless "
                    + "[publish] is [false] or [dry_run] is [true], but was missing: ["
                    + Destination.ofSource(source[0].getName()) + "] is for the groups of all documents");
        }
        return Destination.ofSource(source[0].getName());
    }

    /** Checks the name of the alias, from which the name of the run's index is derived. */
    static void checkName(String dest) {
        NameCheck.checkNewIndex("dest.index", "an alias", dest, RUN_SUFFIX);
    }

    /**
     * Checks the existing alias or index with the name of the destination, which was checked when the run was planned. Its errors may be
     * reported only to users with read access to the destination.
     */
    void checkDest(String dest, Index[] source) {
        IndexAbstraction existing = Project.of(state).getIndicesLookup().get(dest);
        if (existing == null) {
            return;
        }
        if (existing.getType() != IndexAbstraction.Type.ALIAS) {
            throw new IllegalArgumentException("[dest.index] must be the name of an alias or a new name, but was ["
                    + dest + "], which is "
                    + (existing.getType() == IndexAbstraction.Type.CONCRETE_INDEX ? "an index" : "a data stream"));
        }
        for (Index index : existing.getIndices()) {
            if (RunLabel.isRun(Project.of(state).index(index)) == false) {
                throw new IllegalArgumentException("[dest.index] must be an alias of runs, but was [" + dest
                        + "], which is an alias of index [" + index.getName() + "]");
            }
            if (Arrays.asList(source).contains(index)) {
                throw new IllegalArgumentException(
                        "[dest.index] must not be an alias of the source, but was [" + dest + "]");
            }
        }
    }

    /**
     * Selects the version of the fingerprints that a run compares: fingerprints of different formats or parameters cannot be compared.
     *
     * @param versions each version with its number of documents in the run
     * @return the version of the maximum number of documents; of equally frequent versions the last by name; {@code null} if there are none
     * @throws IllegalArgumentException if that is not a version of this ndd. The run would replace the groups of these documents by none.
     */
    static String version(SortedMap<String, Long> versions, String field) {
        String most = versions.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
        if (most != null && FingerprintOptions.isKnown(most) == false) {
            throw new IllegalArgumentException(
                    "[target_field] must have fingerprints of a version that this version of ndd supports in most documents, "
                            + "but was [" + field + "] with " + versions
                            + " documents: process the documents again with [_ndd/backfill]");
        }
        return most;
    }
}
