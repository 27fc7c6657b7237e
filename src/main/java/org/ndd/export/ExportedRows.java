package org.ndd.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Batches;
import org.ndd.bulk.PointInTime;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupSizes;
import org.ndd.groups.PageTitles;
import org.ndd.groups.ReportedDocument;

/**
 * Creates the rows of an export: documents of groups in the form of the groups API, each with its group, and with title and URL of its
 * canonical document.
 */
final class ExportedRows implements RowStream.Rows {

    static final String CANONICAL_URL = "canonical_url";
    static final String CANONICAL_TITLE = "canonical_title";

    private final ExportOptions options;
    private final GroupSizes sizes;
    private final PageTitles titles;
    private final PageTitles canonicalTitles;
    private final Contributions contributions;

    /**
     * @param client client with the rights of the reader
     * @param contributions contributions of pairs; {@code null} if they are not requested
     */
    ExportedRows(Client client, ExportAction.Request request, PointInTime documents, Contributions contributions) {
        this.options = request.options;
        this.sizes = new GroupSizes(documents);
        this.titles = new PageTitles(client, request.field(), options.fields());
        this.canonicalTitles = new PageTitles(client, request.field(), List.of());
        this.contributions = contributions;
    }

    /** A document of a group and its row. */
    private record Row(GroupDocument document, Map<String, Object> fields) {

        Map<String, Object> canonical() {
            return ReportedDocument.of(document.comparedCanonical());
        }

        boolean isCompared() {
            return document.isCanonical() == false && document.isRedirect() == false;
        }
    }

    @Override
    public void toRows(List<SearchHit> hits, ActionListener<List<Map<String, Object>>> listener) {
        List<GroupDocument> documents = hits.stream().map(GroupDocument::of).toList();
        List<Row> rows = new ArrayList<>();
        SubscribableListener.<Map<String, Integer>>newForked(l -> sizes.fetch(documents, l))
                .<Void>andThen((l, known) -> {
                    for (GroupDocument document : documents) {
                        Integer size = known.get(document.group());
                        if (options.filter().matchesSize(size)) {
                            rows.add(new Row(document, ReportedDocument.row(document, size)));
                        }
                    }
                    titles.add(rows.stream().map(Row::fields).toList(), l);
                })
                .<Void>andThen((l, added) -> addCanonicals(rows, l))
                .<Void>andThen((l, added) -> addContributions(rows, l))
                .<List<Map<String, Object>>>andThen((l, added) ->
                        l.onResponse(rows.stream().map(Row::fields).toList()))
                .addListener(listener);
    }

    /** Adds the canonical documents of a page of rows. Searches each of them once. */
    private void addCanonicals(List<Row> rows, ActionListener<Void> listener) {
        Map<Map<String, Object>, Map<String, Object>> canonicals = new LinkedHashMap<>();
        List<Map<String, Object>> missing = new ArrayList<>();
        for (Row row : rows) {
            canonicals.computeIfAbsent(row.canonical(), name -> {
                if (row.document().isCanonical()) {
                    return row.fields();
                }
                Map<String, Object> canonical = new LinkedHashMap<>(name);
                missing.add(canonical);
                return canonical;
            });
        }
        canonicalTitles.add(missing, listener.map(added -> {
            for (Row row : rows) {
                Map<String, Object> canonical = canonicals.get(row.canonical());
                putIfNotNull(row.fields(), CANONICAL_URL, canonical.get(DocumentFields.URL));
                putIfNotNull(row.fields(), CANONICAL_TITLE, canonical.get(DocumentFields.TITLE));
            }
            return null;
        }));
    }

    private static void putIfNotNull(Map<String, Object> row, String name, Object value) {
        if (value != null) {
            row.put(name, value);
        }
    }

    /** Adds the reasons of verdicts, one pair after another, so that the memory of a pair is released before the next one. */
    private void addContributions(List<Row> rows, ActionListener<Void> listener) {
        List<Row> compared = rows.stream()
                .filter(row -> contributions != null && row.isCompared())
                .toList();
        Batches.oneByOne(
                compared,
                (row, l) -> contributions.compare(
                        ReportedDocument.of(row.document().compared()), row.canonical(), l.map(found -> {
                            putIfNotNull(row.fields(), Contributions.NAME, found);
                            return null;
                        })),
                listener);
    }
}
