package org.ndd.job.update;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.bulk.Refresh;
import org.ndd.compat.Project;
import org.ndd.config.DocumentName;
import org.ndd.config.HiddenIndex;
import org.ndd.config.RunLabel;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupMapping;
import org.ndd.groups.ReportedDocument;

/**
 * Stores the changes of each checkpoint, so that users can undo changes, delete documents, or notify other systems. It is a hidden index
 * with a document for each document whose group, canonical document or relation has changed.
 */
public record ChangeList(Client client, ClusterService cluster, String dest) {

    public static final String SUFFIX = "-changes";

    public static final String CHECKPOINT = "checkpoint";
    public static final String TIMESTAMP = "timestamp";
    public static final String BEFORE = "before";
    public static final String AFTER = "after";

    /** Maximum number of entries that are read or deleted at a time: the default limit of a search's result window. */
    private static final int MAX_ENTRIES = 10_000;

    private static final String DOC = "doc";
    private static final String INDEX = "index";
    private static final String ID = "id";

    String name() {
        return dest + SUFFIX;
    }

    /**
     * Checks that no other index has the name of the list, and that no index template prevents its creation: a job deletes old entries, and
     * the list is deleted with its destination.
     *
     * @throws IllegalArgumentException if there is an index of the user, or an alias, or such a template
     */
    public void checkName() {
        if (exists() == false) {
            HiddenIndex.checkTemplate(cluster.state(), dest, name());
        }
    }

    /** Returns whether the index exists. Throws as {@link #checkName} does. */
    private boolean exists() {
        var project = Project.of(cluster.state());
        IndexMetadata made = project.index(name());
        boolean isList = made != null && dest.equals(RunLabel.changesOf(made));
        if (isList == false && project.hasIndexAbstraction(name())) {
            throw new IllegalArgumentException(
                    "[dest.index] must be a destination whose list of changes can have the name [" + name()
                            + "], but was [" + dest + "]: another index or alias has that name");
        }
        return isList;
    }

    /** Creates the index if there is none. */
    void create(ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            if (exists()) {
                l.onResponse(null);
            } else {
                createIndex(l);
            }
        });
    }

    private void createIndex(ActionListener<Void> listener) throws IOException {
        CreateIndexRequest request = new CreateIndexRequest(name())
                .settings(HiddenIndex.settings()
                        .put(
                                RunLabel.CLUSTER.getKey(),
                                cluster.state().metadata().clusterUUID()))
                .mapping(mapping());
        client.admin()
                .indices()
                .create(
                        request,
                        ExpectedFailure.respond(
                                ResourceAlreadyExistsException.class, null, listener.map(created -> null)));
    }

    private XContentBuilder mapping() throws IOException {
        XContentBuilder mapping = jsonBuilder().startObject();
        mapping.startObject("_meta").field(RunLabel.CHANGES_OF, dest).endObject();
        mapping.mapContents(HiddenIndex.MAPPING).startObject("properties");
        GroupMapping.fields(mapping, "long", CHECKPOINT);
        GroupMapping.fields(mapping, "date", TIMESTAMP);
        mapping.startObject(DOC).startObject("properties");
        GroupMapping.fields(mapping, "keyword", INDEX, ID);
        mapping.endObject().endObject();
        for (String side : List.of(BEFORE, AFTER)) {
            mapping.startObject(side).startObject("properties");
            GroupMapping.addReportedFields(mapping);
            mapping.endObject().endObject();
        }
        return mapping.endObject().endObject();
    }

    /** Creates the requests that store the changes. A repeated checkpoint overwrites its earlier entries. */
    List<DocWriteRequest<?>> lines(Collection<GroupChange> changes, GroupUpdate.Step step, long at) {
        return changes.stream()
                .filter(ChangeList::isSeen)
                .<DocWriteRequest<?>>map(change -> new IndexRequest(name())
                        .id(step + "-" + change.key())
                        .source(line(change, step.checkpoint(), at)))
                .toList();
    }

    private static boolean isSeen(GroupChange change) {
        return Objects.equals(reported(change.before()), reported(change.after())) == false;
    }

    /** Returns the reported fields; {@code null} for a page that is in no group. */
    private static Map<String, Object> reported(GroupDocument document) {
        return document == null || document.group() == null ? null : document.reportedFields();
    }

    private static Map<String, Object> line(GroupChange change, long checkpoint, long at) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(CHECKPOINT, checkpoint);
        line.put(TIMESTAMP, at);
        Map<String, Object> doc = new LinkedHashMap<>();
        doc.put(INDEX, change.page().index());
        doc.put(ID, change.page().id());
        line.put(DOC, doc);
        line.computeIfAbsent(BEFORE, side -> reported(change.before()));
        line.computeIfAbsent(AFTER, side -> reported(change.after()));
        return line;
    }

    /** Returns a change in the form of responses. */
    public static Map<String, Object> row(Map<String, Object> change) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put(CHECKPOINT, change.get(CHECKPOINT));
        long at = ((Number) change.get(TIMESTAMP)).longValue();
        row.put(TIMESTAMP, Instant.ofEpochMilli(at).toString());
        DocumentName doc = document(change);
        row.putAll(ReportedDocument.of(doc.index(), doc.id(), null));
        row.computeIfAbsent(BEFORE, change::get);
        row.computeIfAbsent(AFTER, change::get);
        return row;
    }

    static DocumentName document(Map<String, Object> change) {
        Map<?, ?> doc = (Map<?, ?>) change.get(DOC);
        return new DocumentName((String) doc.get(INDEX), (String) doc.get(ID));
    }

    /** Reads the documents and versions of all entries after a checkpoint. */
    void entriesAfter(long checkpoint, Consumer<SearchHit> sink, ActionListener<Void> listener) {
        if (exists() == false) {
            listener.onResponse(null);
            return;
        }
        SubscribableListener.<Void>newForked(l -> Refresh.execute(client, new RefreshRequest(name()), l))
                .<Void>andThen(l -> Batches.forEachPage(
                        this::search,
                        () -> new SearchSourceBuilder()
                                .query(QueryBuilders.rangeQuery(CHECKPOINT).gt(checkpoint))
                                .sort(SeqNoFieldMapper.NAME)
                                .fetchSource(DOC, null)
                                .seqNoAndPrimaryTerm(true)
                                .size(MAX_ENTRIES),
                        (hits, m) -> {
                            Arrays.stream(hits).forEach(sink);
                            m.onResponse(null);
                        },
                        l))
                .addListener(listener);
    }

    /** Finds the number of the last checkpoint in the list, which may not have been completed; 0 if the list is empty or missing. */
    public void last(ActionListener<Long> listener) {
        last(QueryBuilders.matchAllQuery(), listener.map(number -> number == null ? 0 : number));
    }

    /** @param listener gets {@code null} if no entry matches */
    private void last(QueryBuilder entries, ActionListener<Long> listener) {
        SearchSourceBuilder last = new SearchSourceBuilder()
                .query(entries)
                .sort(CHECKPOINT, SortOrder.DESC)
                .size(1)
                .fetchSource(CHECKPOINT, null);
        search(last, listener.map(response -> {
            for (SearchHit hit : response.getHits()) {
                return ((Number) hit.getSourceAsMap().get(CHECKPOINT)).longValue();
            }
            return null;
        }));
    }

    /**
     * Deletes old entries, the oldest first. Keeps those of the last checkpoint with old entries: they show up to which checkpoint the list
     * was shortened. Deletes at most {@value #MAX_ENTRIES} entries, so that no checkpoint waits long. Later checkpoints delete the rest.
     *
     * @param before time in milliseconds since the epoch; older entries are deleted
     * @param task task of the job
     */
    public void forget(long before, CancellableTask task, ActionListener<Void> listener) {
        checkName();
        RangeQueryBuilder old = QueryBuilders.rangeQuery(TIMESTAMP).lt(before).format("epoch_millis");
        last(old, listener.delegateFailureAndWrap((l, last) -> {
            if (last == null) {
                l.onResponse(null);
            } else {
                delete(old, last, task, l);
            }
        }));
    }

    private void delete(QueryBuilder old, long last, CancellableTask task, ActionListener<Void> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(old)
                        .filter(QueryBuilders.rangeQuery(CHECKPOINT).lt(last)))
                .sort(TIMESTAMP)
                .size(MAX_ENTRIES)
                .fetchSource(false);
        search(source, listener.delegateFailureAndWrap((l, response) -> {
            List<DeleteRequest> deletions = Arrays.stream(response.getHits().getHits())
                    .map(hit -> new DeleteRequest(name(), hit.getId()))
                    .toList();
            new BulkWriter(client, cluster, task).writeAll(deletions, name(), l);
        }));
    }

    private void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        client.search(CompleteSearch.of(source, name()).indicesOptions(IndicesOptions.lenientExpandOpen()), listener);
    }
}
