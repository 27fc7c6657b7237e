package org.ndd.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Project;
import org.ndd.config.RunLabel;
import org.ndd.groups.Destination;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/**
 * Determines which run provides the boilerplate that the searches on an index or data stream use. A run provides boilerplate only if it
 * included all documents of the index, and if its destination publishes it. Its destination must be the index's default destination
 * {@code {index}-ndd}, or a destination that provides the boilerplate already, or no other destination may provide it. So neither a run
 * over a part of the documents nor a trial run with a separate destination changes the boilerplate that searches use.
 */
public final class BoilerplateInUse {

    private BoilerplateInUse() {}

    /** Returns the owners all of whose documents are in a run, each with the destination that may provide the run's boilerplate to it. */
    private static Map<String, String> holders(RunSpec spec, ClusterState state) {
        Map<String, String> holders = new TreeMap<>();
        if (spec.source().query() != null) {
            return holders;
        }
        List<Index> whole = spec.source().concrete().stream()
                .filter(source -> source.aliasFilter().getQueryBuilder() == null)
                .map(RunSource.SourceIndex::index)
                .toList();
        for (String owner : owners(state, whole)) {
            holders.put(owner, spec.boilerplateOnly() ? holder(state, owner) : spec.dest());
        }
        return holders;
    }

    /** Returns the data streams all of whose indices are given, and the given indices that are in no data stream. */
    static Set<String> owners(ClusterState state, Collection<Index> indices) {
        Set<Index> whole = Set.copyOf(indices);
        Set<String> owners = new TreeSet<>();
        for (Index index : whole) {
            String owner = BoilerplateIndex.owner(state, index.getName());
            DataStream stream = Project.of(state).dataStreams().get(owner);
            if (stream == null || whole.containsAll(stream.getIndices())) {
                owners.add(owner);
            }
        }
        return owners;
    }

    /**
     * Returns the destination whose runs provide the boilerplate of an index or data stream, or will provide it from their first run on.
     */
    private static String holder(ClusterState state, String owner) {
        BoilerplateIndex now = BoilerplateIndex.of(BoilerplateIndex.inUse(state, owner));
        return now == null ? Destination.ofSource(owner) : now.holders().get(owner);
    }

    /**
     * Selects the indices and data streams to which a destination provides boilerplate when it publishes a run that included all of their
     * documents.
     */
    static Set<String> receivingOwners(ClusterState state, String dest, Set<String> owners) {
        Set<String> given = new TreeSet<>();
        for (String owner : owners) {
            String holder = holder(state, owner);
            if (dest.equals(Destination.ofSource(owner))
                    || dest.equals(holder)
                    || RunLabel.publishedBy(state, holder) == null) {
                given.add(owner);
            }
        }
        return given;
    }

    /** Returns the indices and data streams whose searches use the boilerplate of a run after it, as of this cluster state. */
    static Set<String> ownersAfterRun(RunSpec spec, ClusterState state) {
        Set<String> owners = holders(spec, state).keySet();
        if (spec.boilerplateOnly()) {
            return owners;
        }
        return spec.publishes() ? receivingOwners(state, spec.dest(), owners) : Set.of();
    }

    /** Rejects a run if an alias of boilerplate could not be created at its end. */
    static void check(RunSpec spec, ClusterState state) {
        Set<String> owners = ownersAfterRun(spec, state);
        if (spec.boilerplateOnly() && owners.isEmpty()) {
            throw new IllegalArgumentException("[index] must name whole indices or data streams, but was "
                    + Arrays.toString(spec.source().indices().indices())
                    + ": searches do not use boilerplate of a part");
        }
        owners.forEach(owner -> BoilerplateIndex.checkAlias(state, owner));
    }

    static BoilerplateIndex index(RunSpec spec, ClusterState state) {
        return spec.boilerplateOnly()
                ? new BoilerplateIndex(
                        null, holders(spec, state), state.nodes().getLocalNode().getEphemeralId())
                : new BoilerplateIndex(spec.runId(), holders(spec, state));
    }

    /** A change of aliases, applied in one step; {@code replaced} are indices learned without a run that are not used after it. */
    record Change(List<AliasActions> actions, List<String> replaced) {}

    /** Lets searches use the boilerplate of a run that a destination will publish, instead of the run that it publishes now. */
    static Change toRun(ClusterState state, String runId, String dest) {
        String index = BoilerplateIndex.name(runId);
        BoilerplateIndex boilerplate = BoilerplateIndex.of(Project.of(state).index(index));
        Set<String> owners =
                boilerplate == null ? Set.of() : boilerplate.holders().keySet();
        return changeFor(state, index, receivingOwners(state, dest, owners), dest);
    }

    /** Lets searches use boilerplate that was learned without a run. */
    static Change toLearned(ClusterState state, RunSpec spec) {
        String index = BoilerplateIndex.name(spec.runId());
        return changeFor(state, index, holders(spec, state).keySet(), null);
    }

    private static Change changeFor(ClusterState state, String index, Set<String> owners, String dest) {
        List<AliasActions> actions = new ArrayList<>();
        List<String> replaced = new ArrayList<>();
        for (IndexMetadata other : Project.of(state).indices().values()) {
            BoilerplateIndex boilerplate = BoilerplateIndex.of(other);
            if (boilerplate == null) {
                continue;
            }
            String name = other.getIndex().getName();
            int removed = 0;
            for (Map.Entry<String, String> holder : boilerplate.holders().entrySet()) {
                boolean inUse = other.getAliases().containsKey(BoilerplateIndex.alias(holder.getKey()));
                boolean isReplaced =
                        owners.contains(holder.getKey()) || holder.getValue().equals(dest);
                if (inUse && isReplaced) {
                    actions.add(BoilerplateIndex.action(AliasActions.Type.REMOVE, name, holder.getKey()));
                    removed++;
                }
            }
            boolean left = removed < other.getAliases().size();
            if (boilerplate.run() == null && removed > 0 && left == false && name.equals(index) == false) {
                replaced.add(name);
            }
        }
        for (String owner : owners) {
            if (Project.of(state).getIndicesLookup().containsKey(owner)) {
                actions.add(BoilerplateIndex.action(AliasActions.Type.ADD, index, owner));
            }
        }
        return new Change(actions, replaced);
    }

    /**
     * Gives the boilerplate of a run to indices and data streams that join its source after the run and have none. They get it as if the
     * run had included them, because their documents are of the same sites. Needs two changes of the cluster state if there are such
     * indices, otherwise none.
     *
     * @param client of the user, which needs {@code manage} on the aliases of boilerplate
     * @param whole indices of the source of which the run includes all documents
     */
    public static void addNewIndices(
            Client client,
            ClusterState state,
            String run,
            String dest,
            Collection<Index> whole,
            ActionListener<Void> listener) {
        String name = BoilerplateIndex.name(run);
        IndexMetadata index = Project.of(state).index(name);
        BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
        Set<String> owners = owners(state, whole);
        owners.removeIf(owner -> Project.of(state).getIndicesLookup().containsKey(BoilerplateIndex.alias(owner)));
        if (boilerplate == null || owners.isEmpty() || BoilerplateIndex.isReadable(index) == false) {
            listener.onResponse(null);
            return;
        }
        Set<String> given = receivingOwners(state, dest, owners);
        if (given.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        Map<String, String> holders = new TreeMap<>(boilerplate.holders());
        given.forEach(owner -> holders.put(owner, dest));
        // the index records the owner before the alias exists, because an alias that the index does not record would
        // never be removed
        SubscribableListener.<Void>newForked(
                        l -> new BoilerplateIndex(boilerplate.run(), holders).updateDescription(client, name, l))
                .<Void>andThen(l -> RunIndex.changeAliases(
                        client,
                        given.stream()
                                .map(owner -> BoilerplateIndex.action(AliasActions.Type.ADD, name, owner))
                                .toList(),
                        l))
                .addListener(listener);
    }
}
