package org.ndd.job.update;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.Project;
import org.ndd.config.RunMark;
import org.ndd.groups.GroupFields;

/**
 * The changes of each checkpoint, so that users can undo, delete, or notify other systems: a hidden index with a document for each document
 * whose group, canonical document or relation has changed.
 */
public final class ChangeList {

    /** Follows the name of the destination. */
    public static final String SUFFIX = "-changes";

    public static final String CHECKPOINT = "checkpoint";
    public static final String TIMESTAMP = "timestamp";
    public static final String BEFORE = "before";
    public static final String AFTER = "after";

    private static final List<String> SHOWN = List.of(
            GroupFields.GROUP,
            GroupFields.CANONICAL,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_ID,
            GroupFields.CANONICAL_IN,
            GroupFields.ROLE,
            GroupFields.RELATION);

    private final Client client;
    private final ClusterService cluster;
    private final String dest;
    private final String name;

    /** @param client of the user */
    ChangeList(Client client, ClusterService cluster, String dest) {
        this.client = client;
        this.cluster = cluster;
        this.dest = dest;
        this.name = dest + SUFFIX;
    }

    String name() {
        return name;
    }

    /** Creates the index if there is none; an index of an earlier version gets the fields that it lacks. */
    void create(ActionListener<Void> listener) {
        IndexMetadata made = Project.of(cluster.state()).index(name);
        try {
            if (made != null && lacksFields(made)) {
                client.admin()
                        .indices()
                        .putMapping(new PutMappingRequest(name).source(mapping()), listener.map(added -> null));
                return;
            }
            if (made != null) {
                listener.onResponse(null);
                return;
            }
            CreateIndexRequest request = new CreateIndexRequest(name)
                    .settings(Settings.builder()
                            .put(IndexMetadata.SETTING_INDEX_HIDDEN, true)
                            .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                            .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "0-1")
                            .put(
                                    RunMark.CLUSTER.getKey(),
                                    cluster.state().metadata().clusterUUID())
                            .put(IndexSettings.DEFAULT_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME)
                            .put(IndexSettings.FINAL_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME))
                    .mapping(mapping());
            ActionListener<Void> created = listener.delegateResponse((l, e) -> {
                if (ExceptionsHelper.unwrapCause(e) instanceof ResourceAlreadyExistsException) {
                    l.onResponse(null);
                } else {
                    l.onFailure(e);
                }
            });
            client.admin().indices().create(request, created.map(response -> null));
        } catch (IOException e) {
            listener.onFailure(e);
        }
    }

    private static boolean lacksFields(IndexMetadata made) {
        MappingMetadata mapping = made.mapping();
        return mapping == null
                || XContentMapValues.extractValue(
                                "properties." + AFTER + ".properties." + GroupFields.CANONICAL_IN,
                                mapping.sourceAsMap())
                        == null;
    }

    private XContentBuilder mapping() throws IOException {
        XContentBuilder mapping = jsonBuilder().startObject();
        mapping.startObject("_meta").field(RunMark.CHANGES_OF, dest).endObject();
        mapping.field("dynamic", "strict").startObject("properties");
        mapping.startObject(CHECKPOINT).field("type", "long").endObject();
        mapping.startObject(TIMESTAMP).field("type", "date").endObject();
        mapping.startObject(GroupFields.DOC).startObject("properties");
        keyword(mapping, GroupFields.INDEX);
        keyword(mapping, GroupFields.ID);
        mapping.endObject().endObject();
        for (String side : List.of(BEFORE, AFTER)) {
            mapping.startObject(side).startObject("properties");
            for (String field : SHOWN) {
                if (field.equals(GroupFields.CANONICAL)) {
                    mapping.startObject(field).field("type", "boolean").endObject();
                } else {
                    keyword(mapping, field);
                }
            }
            mapping.endObject().endObject();
        }
        return mapping.endObject().endObject();
    }

    private static void keyword(XContentBuilder mapping, String field) throws IOException {
        mapping.startObject(field).field("type", "keyword").endObject();
    }

    /** The changes that users see, as requests; a repeated checkpoint overwrites its earlier lines. */
    List<DocWriteRequest<?>> lines(Collection<DocumentChanges.Change> changes, GroupUpdate.Step step, long at) {
        return changes.stream()
                .filter(ChangeList::isSeen)
                .<DocWriteRequest<?>>map(change -> new IndexRequest(name)
                        .id(step + "-" + change.key())
                        .source(line(change, step.checkpoint(), at)))
                .toList();
    }

    private static boolean isSeen(DocumentChanges.Change change) {
        return isInGroup(change.before()) != isInGroup(change.after())
                || isInGroup(change.before())
                        && SHOWN.stream()
                                .anyMatch(field -> Objects.equals(
                                                change.before().source().get(field),
                                                change.after().source().get(field))
                                        == false);
    }

    private static boolean isInGroup(GroupDocument document) {
        return document != null && document.group() != null;
    }

    private static XContentBuilder line(DocumentChanges.Change change, long checkpoint, long at) {
        try {
            XContentBuilder line = jsonBuilder().startObject();
            line.field(CHECKPOINT, checkpoint).field(TIMESTAMP, at);
            line.startObject(GroupFields.DOC);
            line.field(GroupFields.INDEX, change.page().index());
            line.field(GroupFields.ID, change.page().id()).endObject();
            side(line, BEFORE, change.before());
            side(line, AFTER, change.after());
            return line.endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void side(XContentBuilder line, String name, GroupDocument document) throws IOException {
        if (isInGroup(document)) {
            line.startObject(name);
            for (String field : SHOWN) {
                Object value = document.source().get(field);
                if (value != null) {
                    line.field(field, value);
                }
            }
            line.endObject();
        }
    }
}
