package org.ndd.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.Project;
import org.ndd.config.BodyFields;
import org.ndd.config.DocumentName;
import org.ndd.config.NameCheck;
import org.ndd.config.RunLabel;

/** Parses and checks a destination of runs in a request: {@code "dest": {"index": "..."}}. */
public final class Destination {

    public static final ParseField PARAMETER = new ParseField("dest");

    private static final ParseField INDEX = new ParseField("index");

    private static final ConstructingObjectParser<String, Void> PARSER =
            new ConstructingObjectParser<>("dest", args -> (String) args[0]);

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), INDEX);
    }

    private static final List<String> FIELDS =
            List.of(GroupFields.GROUP, GroupFields.DOC_INDEX, GroupFields.DOC_ID, GroupFields.DUPLICATES);

    /** Fields of each document of a group. */
    private static final List<String> OF_GROUP =
            List.of(GroupFields.CANONICAL, GroupFields.CANONICAL_ID, GroupFields.ROLE, GroupFields.VERIFIED);

    /** Fields by which documents of groups are searched. */
    private static final List<String> SEARCHED = Stream.concat(
                    OF_GROUP.stream(),
                    Stream.of(
                            GroupFields.RELATION,
                            GroupFields.GROUP,
                            GroupFields.SIZE,
                            GroupFields.DOC_INDEX,
                            GroupFields.DOC_ID))
            .toList();

    /** Fields by which duplicates are selected that may be deleted or marked. */
    private static final List<String> SELECTED = Stream.concat(
                    SEARCHED.stream(),
                    Stream.of(
                            GroupFields.CONFIDENCE,
                            GroupFields.CONTAINMENT + "." + GroupFields.IN_CANONICAL,
                            GroupFields.CANONICAL_IN))
            .toList();

    /** Fields of each document of a group that was compared with its canonical document. */
    private static final List<String> OF_VERDICT =
            List.of(GroupFields.RELATION, GroupFields.CONFIDENCE, GroupFields.RESEMBLANCE, GroupFields.CONTAINMENT);

    private Destination() {}

    /** Declares the object in the parser of a request, whose value is the name of the index or alias. */
    public static <V, C> void declare(AbstractObjectParser<V, C> parser, BiConsumer<V, String> set) {
        parser.declareField(
                set,
                (p, c) -> {
                    BodyFields.requireObjectWithIndex(PARAMETER, p);
                    return PARSER.apply(p, null);
                },
                PARAMETER,
                ObjectParser.ValueType.OBJECT_OR_STRING);
    }

    /** @throws IllegalArgumentException if a name is empty, or a pattern, which may match several runs with different groups */
    public static void checkName(String name) {
        if (name.isEmpty() || NameCheck.isSingleName(name) == false) {
            throw new IllegalArgumentException(notADestination(name));
        }
    }

    /** Returns the default destination of the runs of an index, alias or data stream. */
    public static String ofSource(String name) {
        return name + "-ndd";
    }

    public static void toXContent(String dest, XContentBuilder builder) throws IOException {
        builder.startObject(PARAMETER.getPreferredName());
        builder.field(INDEX.getPreferredName(), dest);
        builder.endObject();
    }

    /**
     * Checks that an index has groups of a run, and that the user sees their fields.
     *
     * @param client client with the rights of the user
     * @param listener gets {@link IllegalArgumentException} (400) if the index is not an index of a run or the user does not see the
     *     fields, and the failure of Elasticsearch (404) if there is no such index
     */
    public static void require(Client client, String name, ActionListener<Void> listener) {
        hidden(client, name, FIELDS, listener.map(hidden -> {
            if (hidden.isEmpty() == false) {
                throw new IllegalArgumentException(notADestination(name) + ", whose fields " + hidden
                        + " are missing or hidden by field-level security");
            }
            return null;
        }));
    }

    /**
     * Checks that an index has groups of a run, and that the user sees the fields by which they are searched: a search for hidden fields
     * finds nothing.
     *
     * @param client client with the rights of the user
     * @param listener gets 400 if the index is not an index of a run, 403 if field-level security hides a field, and the failure of
     *     Elasticsearch (404) if there is no such index
     */
    public static void requireGroups(Client client, String name, ActionListener<Void> listener) {
        requireAll(client, name, SEARCHED, listener);
    }

    /**
     * Checks the same as {@link #requireGroups} for the fields by which duplicates are selected. If the markets of documents are hidden, a
     * deletion would include the canonical documents of markets.
     */
    public static void requireDuplicates(Client client, String name, ActionListener<Void> listener) {
        requireAll(client, name, SELECTED, listener);
    }

    private static void requireAll(Client client, String name, List<String> fields, ActionListener<Void> listener) {
        hidden(client, name, fields, listener.map(hidden -> {
            if (hidden.isEmpty() == false) {
                throw hiddenFields(name);
            }
            return null;
        }));
    }

    /** Finds the fields that the user does not see. Fails with 400 if there are no others. */
    private static void hidden(Client client, String name, List<String> fields, ActionListener<Set<String>> listener) {
        FieldCapabilitiesRequest request =
                new FieldCapabilitiesRequest().indices(name).fields(fields.toArray(String[]::new));
        client.fieldCaps(request, listener.map(response -> {
            Set<String> missing = new TreeSet<>(fields);
            missing.removeAll(response.get().keySet());
            if (missing.size() == fields.size()) {
                throw new IllegalArgumentException(notADestination(name));
            }
            return missing;
        }));
    }

    private static String notADestination(String name) {
        return "[dest] must be the destination of a run, but was [" + name + "]";
    }

    private static ElasticsearchSecurityException hiddenFields(String name) {
        return new ElasticsearchSecurityException(
                "[dest] must be a destination whose fields the user may read, but field-level security hides some of [{}]",
                RestStatus.FORBIDDEN,
                name);
    }

    /**
     * Returns a document that was found in a destination. Rejects it if the user does not see its fields, because a missing field has
     * another meaning.
     *
     * @throws ElasticsearchSecurityException (403) if fields are hidden
     */
    static GroupDocument requireVisible(GroupDocument document, String index) {
        Set<String> fields = document.source().keySet();
        DocumentName page = document.page();
        boolean visible = page != null && page.index() != null && page.id() != null;
        if (document.group() != null) {
            visible &= fields.containsAll(OF_GROUP)
                    && (document.isCanonical() || document.isRedirect() || fields.containsAll(OF_VERDICT))
                    && (document.isLeader() == false || fields.contains(GroupFields.SIZE));
        }
        if (visible == false) {
            throw hiddenFields(index);
        }
        return document;
    }

    /** Returns a listener for a request that reads the groups of a source. It reports a missing destination as a 404 with the remedy. */
    public static <T> ActionListener<T> reportingMissing(String[] source, String dest, ActionListener<T> listener) {
        return ExpectedFailure.replace(
                IndexNotFoundException.class, e -> missing(String.join(",", source), dest), listener);
    }

    /**
     * Checks that the run of a destination read one of the indices of a request, or has the same source, such as an alias that has moved
     * since. Must follow a check of the user's rights, because the error names the source of the run.
     *
     * @param source the source as the user typed it
     * @param indices concrete indices of the source
     * @throws IllegalArgumentException if all groups of the run are of other indices
     */
    public static void requireRead(String dest, String[] source, List<String> indices, ClusterState state) {
        RunLabel run = RunLabel.named(state, dest);
        boolean sameSource = run != null && Set.copyOf(run.source()).equals(Set.copyOf(Arrays.asList(source)));
        String problem = sameSource ? null : notRead(dest, run, indices);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Returns the reason why a run has no groups of any of the indices; {@code null} if it read one of them, or there are none. */
    public static String notRead(String dest, Collection<String> indices, ClusterState state) {
        return notRead(dest, RunLabel.named(state, dest), indices);
    }

    private static String notRead(String dest, RunLabel run, Collection<String> indices) {
        return run == null || indices.isEmpty() || indices.stream().anyMatch(run::hasRead)
                ? null
                : "[dest] must be the destination of a run over an index of the request, but was [" + dest
                        + "], whose run over " + run.source() + " read other indices";
    }

    /**
     * Returns the indices over which a snapshot was restored after the run of a destination read them. They keep their UUIDs, but the
     * groups are of other documents.
     */
    public static Set<String> restored(String dest, Collection<String> indices, ClusterState state) {
        List<IndexMetadata> restored = indices.stream()
                .map(Project.of(state)::index)
                .filter(index -> index != null && index.getSettings().hasValue(IndexMetadata.SETTING_HISTORY_UUID))
                .toList();
        RunLabel run = restored.isEmpty() ? null : RunLabel.named(state, dest);
        return restored.stream()
                .filter(index -> run != null && run.hasReadHistoryOf(index) == false)
                .map(index -> index.getIndex().getName())
                .collect(Collectors.toSet());
    }

    /** Returns the error (404) for a destination that does not exist, for example before the first run. */
    public static ResourceNotFoundException missing(String source, String dest) {
        return new ResourceNotFoundException("[" + source + "] has no groups in [" + dest
                + "]: start a run first, or wait until it has published its groups");
    }
}
