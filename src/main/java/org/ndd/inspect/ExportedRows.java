package org.ndd.inspect;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.bulk.Batches;
import org.ndd.bulk.PointInTime;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupSizes;
import org.ndd.groups.PageTitles;
import org.ndd.groups.ReportedDocument;
import org.ndd.groups.StoredReport;
import org.ndd.pair.ContributionFormat;

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
                row.fields().computeIfAbsent(CANONICAL_URL, name -> canonical.get(DocumentFields.URL));
                row.fields().computeIfAbsent(CANONICAL_TITLE, name -> canonical.get(DocumentFields.TITLE));
            }
            return null;
        }));
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
                            row.fields().computeIfAbsent(Contributions.NAME, name -> found);
                            return null;
                        })),
                listener);
    }

    /** Adds the reasons of verdicts on pairs of a run. The compare API compares each pair, with the options of the run. */
    static final class Contributions {

        static final String NAME = "contributions";

        /** Statuses of comparisons of documents that are missing, hidden, or without the fields of the processor. */
        private static final Set<RestStatus> NOT_COMPARABLE =
                Set.of(RestStatus.NOT_FOUND, RestStatus.FORBIDDEN, RestStatus.BAD_REQUEST);

        private final Client client;
        private final Map<String, Object> options;

        private Contributions(Client client, Map<String, Object> options) {
            this.client = client;
            this.options = options;
        }

        /**
         * Reads the options of the published run.
         *
         * @param client client with the rights of the reader
         */
        static void open(Client client, String dest, String field, ActionListener<Contributions> listener) {
            StoredReport.value(client, dest, StoredReport.PARAMETERS, listener.map(value -> {
                if (value instanceof Map<?, ?> parameters) {
                    return new Contributions(client, options(field, parameters));
                }
                throw new ResourceNotFoundException(
                        "[contributions] require the report of the run, but it is not in [" + dest + "]");
            }));
        }

        private static Map<String, Object> options(String field, Map<?, ?> parameters) {
            Map<String, Object> options = new HashMap<>();
            options.put("target_field", field);
            Stream.concat(SimilarityOptions.NAMES.stream(), Stream.of(MustAgree.PARAMETER.getPreferredName()))
                    .filter(option -> parameters.get(option) != null)
                    .forEach(option -> options.put(option, parameters.get(option)));
            return options;
        }

        /** Compares two documents; {@code null} if one is deleted, hidden from the reader, or no longer processed. */
        void compare(Map<String, Object> a, Map<String, Object> b, ActionListener<List<Map<String, Object>>> listener) {
            client.execute(
                    CompareAction.TYPE,
                    request(a, b),
                    listener.<BodyResponse<CompareResponse>>map(compared -> ContributionFormat.asMaps(
                                    compared.body().comparison().contributions()))
                            .delegateResponse((l, e) -> {
                                if (isMissing(e)) {
                                    listener.onResponse(null);
                                } else {
                                    l.onFailure(e);
                                }
                            }));
        }

        private static boolean isMissing(Exception e) {
            return NOT_COMPARABLE.contains(ExceptionsHelper.status(e))
                    && ExceptionsHelper.unwrapCause(e) instanceof TaskCancelledException == false;
        }

        private CompareAction.Request request(Map<String, Object> a, Map<String, Object> b) {
            Map<String, Object> body = new HashMap<>(options);
            body.put("a", a);
            body.put("b", b);
            try (XContentBuilder builder = jsonBuilder().map(body)) {
                try (XContentParser parser = XContentHelper.createParserNotCompressed(
                        XContentParserConfiguration.EMPTY, BytesReference.bytes(builder), XContentType.JSON)) {
                    return CompareAction.Request.fromXContent(null, parser);
                }
            } catch (IOException e) {
                throw new IllegalStateException("the options of a run must be those of a comparison", e);
            }
        }
    }
}
