package org.ndd.boilerplate;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.core.Nullable;
import org.ndd.compat.Project;
import org.ndd.config.HiddenIndex;
import org.ndd.config.RunLabel;

/**
 * An index of boilerplate, one document per site: all boilerplate of one run, or of one request to learn it. Searches read it through an
 * alias per index or data stream of documents, {@code <index>-ndd-boilerplate}. So the boilerplate in use changes in one step, and can be
 * restored in one step. Its description is in {@code _meta} of its mapping, and can be read without a search.
 *
 * @param run the run that learned it; {@code null} if it was learned separately
 * @param holders for each index and data stream whose boilerplate it may be, the destination that determines this
 * @param learner ephemeral id of the node that learns it separately; {@code null} for boilerplate of a run
 */
public record BoilerplateIndex(
        String run, Map<String, String> holders, @Nullable String learner) {

    private static final String SUFFIX = "-boilerplate";
    private static final String ALIAS_SUFFIX = "-ndd-boilerplate";

    private static final String META = "boilerplate";
    private static final String RUN = "run";
    private static final String HOLDERS = "of";
    private static final String LEARNER = "learner";
    private static final String FORMAT = "format";

    public BoilerplateIndex {
        holders = Map.copyOf(holders);
    }

    /** Creates the description of an index of boilerplate that is not being learned. */
    public BoilerplateIndex(String run, Map<String, String> holders) {
        this(run, holders, null);
    }

    /** Returns the name of the index to which a run writes its boilerplate. */
    public static String name(String runId) {
        return runId + SUFFIX;
    }

    /** Returns the alias through which searches read the boilerplate of an index or data stream of documents. */
    public static String alias(String owner) {
        return owner + ALIAS_SUFFIX;
    }

    /** Returns the description of an index; {@code null} if it is not an index of boilerplate. */
    public static BoilerplateIndex of(IndexMetadata index) {
        Map<?, ?> meta = meta(index);
        if (meta == null) {
            return null;
        }
        Map<String, String> holders = new TreeMap<>();
        ((Map<?, ?>) meta.get(HOLDERS))
                .forEach((owner, dest) -> holders.put(String.valueOf(owner), String.valueOf(dest)));
        return new BoilerplateIndex(
                meta.get(RUN) instanceof String run ? run : null,
                holders,
                meta.get(LEARNER) instanceof String learner ? learner : null);
    }

    /** Returns whether searches use the boilerplate of an index with this description. */
    public boolean isInUse(IndexMetadata index) {
        return holders.keySet().stream().map(BoilerplateIndex::alias).anyMatch(index.getAliases()::containsKey);
    }

    /** Returns the part of the mapping that {@link #create} wrote, which requires parsing; {@code null} for another index. */
    private static Map<?, ?> meta(IndexMetadata index) {
        return index != null
                        && index.mapping() != null
                        && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> all
                        && all.get(META) instanceof Map<?, ?> meta
                        && meta.get(HOLDERS) instanceof Map<?, ?>
                ? meta
                : null;
    }

    /** Returns the owner of the boilerplate of a concrete index: its data stream, or the index itself. */
    public static String owner(ClusterState state, String index) {
        IndexAbstraction abstraction = Project.of(state).getIndicesLookup().get(index);
        DataStream stream = abstraction == null ? null : abstraction.getParentDataStream();
        return stream == null ? index : stream.getName();
    }

    /**
     * Returns the alias through which searches read the boilerplate of a concrete index. Before an upgrade, the index behind it may be from
     * another version of ndd. In this case no text is masked, as without boilerplate, and a warning informs the user.
     *
     * @return {@code null} if there is no alias, or if its index cannot be read
     */
    public static String aliasInUse(ClusterState state, String index) {
        String owner = owner(state, index);
        String alias = alias(owner);
        if (Project.of(state).getIndicesLookup().containsKey(alias) == false) {
            return null;
        }
        if (isReadable(first(state, owner))) {
            return alias;
        }
        HeaderWarning.addWarning(
                "[near_dup] uses no boilerplate of [{}], because [{}] does not have format [{}]: "
                        + "POST /{}/_ndd/partition learns it again",
                owner,
                alias,
                StoredBoilerplate.FORMAT,
                owner);
        return null;
    }

    /** Returns the index behind {@link #aliasInUse}; {@code null} if there is no alias, or if the index cannot be read. */
    public static String readableInUse(ClusterState state, String index) {
        return aliasInUse(state, index) == null
                ? null
                : inUse(state, owner(state, index)).getIndex().getName();
    }

    /**
     * Returns the name by which to read an index of boilerplate: the alias while it is in use, because users may have no privilege for the
     * index.
     */
    public static String nameToRead(ClusterState state, String index, String boilerplate) {
        IndexMetadata current = inUse(state, owner(state, index));
        return current != null && current.getIndex().getName().equals(boilerplate)
                ? alias(owner(state, index))
                : boilerplate;
    }

    /** Returns whether an index contains boilerplate in the format of this version. */
    public static boolean isReadable(IndexMetadata index) {
        Map<?, ?> meta = meta(index);
        return meta != null && Integer.valueOf(StoredBoilerplate.FORMAT).equals(meta.get(FORMAT));
    }

    /** Returns the index whose boilerplate is in use for an index or a data stream; {@code null} if there is none. */
    public static IndexMetadata inUse(ClusterState state, String owner) {
        IndexMetadata index = first(state, owner);
        return meta(index) == null ? null : index;
    }

    private static IndexMetadata first(ClusterState state, String owner) {
        return indicesOfAlias(state, owner).stream().findFirst().orElse(null);
    }

    /** Returns the indices behind the alias of an owner: more than one only if a user added the alias to others. */
    public static List<IndexMetadata> indicesOfAlias(ClusterState state, String owner) {
        IndexAbstraction alias = Project.of(state).getIndicesLookup().get(alias(owner));
        return alias == null || alias.getType() != IndexAbstraction.Type.ALIAS
                ? List.of()
                : alias.getIndices().stream().map(Project.of(state)::index).toList();
    }

    /**
     * Returns any of the given indices of documents, which must all have the same boilerplate.
     *
     * @param expression expression with which the user named them
     * @throws IllegalArgumentException if the indices have different boilerplate
     */
    public static String anyOf(ClusterState state, String expression, String... indices) {
        Set<String> used = new TreeSet<>();
        String any = null;
        for (String index : indices) {
            IndexMetadata boilerplate = inUse(state, owner(state, index));
            if (boilerplate != null && used.add(boilerplate.getIndex().getName()) || any == null) {
                any = index;
            }
        }
        if (used.size() > 1) {
            throw new IllegalArgumentException("[index] must name indices with the same boilerplate, but was ["
                    + expression + "], whose indices have that of " + used + ": name one index");
        }
        return any;
    }

    /** Rejects an index or a data stream if another index or alias already has the name of its alias. */
    public static void checkAlias(ClusterState state, String owner) {
        String alias = alias(owner);
        if (Project.of(state).getIndicesLookup().containsKey(alias) && inUse(state, owner) == null) {
            throw new IllegalArgumentException("[" + alias + "] must be a new name or an alias of boilerplate, but was "
                    + "taken, for example by boilerplate of an earlier version of ndd: delete it, or use another name");
        }
    }

    /** Returns the alias action that starts or ends the use of an index, the write index of the alias, as boilerplate of an owner. */
    public static AliasActions action(AliasActions.Type type, String index, String owner) {
        AliasActions action = new AliasActions(type).index(index).alias(alias(owner));
        return type == AliasActions.Type.ADD ? action.isHidden(true).writeIndex(true) : action.mustExist(false);
    }

    /** Creates the index with the rights of the client, and waits for its replica. */
    public void create(Client client, ClusterState state, String name, ActionListener<Void> listener) {
        CreateIndexRequest request = new CreateIndexRequest(name)
                .waitForActiveShards(ActiveShardCount.ALL)
                .settings(HiddenIndex.settings()
                        .put(RunLabel.CLUSTER.getKey(), state.metadata().clusterUUID()))
                .mapping(Map.of("_doc", mapping()));
        client.admin().indices().create(request, listener.map(created -> null));
    }

    /** Writes this description into an existing index of boilerplate of this format. */
    public void updateDescription(Client client, String name, ActionListener<Void> listener) {
        PutMappingRequest request = new PutMappingRequest(name).source(mapping());
        client.admin().indices().putMapping(request, listener.map(acknowledged -> null));
    }

    private Map<String, Object> mapping() {
        Map<String, Object> meta = new TreeMap<>(Map.of(HOLDERS, holders, FORMAT, StoredBoilerplate.FORMAT));
        if (run != null) {
            meta.put(RUN, run);
        }
        if (learner != null) {
            meta.put(LEARNER, learner);
        }
        Map<String, Object> mapping = new TreeMap<>(HiddenIndex.MAPPING);
        mapping.put("_meta", Map.of(META, meta));
        mapping.put(
                "properties",
                Map.of(
                        StoredBoilerplate.SITE, Map.of("type", "keyword", "ignore_above", 8191),
                        StoredBoilerplate.FORMAT_FIELD, Map.of("type", "integer"),
                        StoredBoilerplate.VERSION, Map.of("type", "keyword"),
                        StoredBoilerplate.LEARNED_AT, Map.of("type", "date", "format", "epoch_millis"),
                        StoredBoilerplate.PAGES, Map.of("type", "integer"),
                        StoredBoilerplate.LINES, Map.of("type", "object", "enabled", false),
                        StoredBoilerplate.FINGERPRINTS, Map.of("type", "object", "enabled", false)));
        return mapping;
    }
}
