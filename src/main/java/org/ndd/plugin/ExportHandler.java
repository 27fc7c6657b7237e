package org.ndd.plugin;

import static org.ndd.plugin.NddRestHandler.getOrPost;
import static org.ndd.plugin.NddRestHandler.groupSizes;
import static org.ndd.plugin.NddRestHandler.indices;
import static org.ndd.plugin.NddRestHandler.names;
import static org.ndd.plugin.NddRestHandler.number;
import static org.ndd.plugin.NddRestHandler.optionalOrSource;
import static org.ndd.plugin.NddRestHandler.withIndicesOptions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.xcontent.ObjectParser;
import org.ndd.config.BodyFields;
import org.ndd.config.DocumentFields;
import org.ndd.inspect.ExportAction;
import org.ndd.inspect.ExportOptions;
import org.ndd.inspect.ExportOptions.ExportFilter;
import org.ndd.plugin.NddRestHandler.Execution;

/**
 * {@code GET /{index}/_ndd/export}, and {@code POST} for clients that send a body. A download link cannot send a body, so it has the
 * parameter {@code source}.
 */
final class ExportHandler {

    private static final List<String> FORMATS = List.of("ndjson", "csv");

    /** Paths of the values of a row, in the order of the columns. The requested fields follow. */
    private static final List<String> COLUMNS = List.of(
            "group",
            "size",
            "run",
            "_index",
            "_id",
            "_routing",
            "url",
            "title",
            "role",
            "canonical",
            "canonical_index",
            "canonical_id",
            "canonical_url",
            "canonical_title",
            "verified",
            "relation",
            "confidence",
            "resemblance",
            "containment.in_canonical",
            "containment.of_canonical",
            "redirect_target",
            "canonical_in");

    private static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("export", Body::new);

        static {
            BodyFields.declareQuery(PARSER, (body, value) -> body.query = value);
        }

        private QueryBuilder query;
    }

    private ExportHandler() {}

    static NddRestHandler create() {
        return getOrPost("export", ExportHandler::export, "/{index}/_ndd/export");
    }

    private static Execution export(RestRequest request, NodeClient client) throws IOException {
        Body body = optionalOrSource(request, parser -> parser == null ? new Body() : Body.PARSER.parse(parser, null));
        ExportFilter filter = new ExportFilter(
                request.param("group"),
                body.query,
                request.paramAsBoolean("canonical", true),
                names(request, "relation"),
                interval(request, "confidence"),
                interval(request, "resemblance"),
                groupSizes(request));
        ExportOptions options = new ExportOptions(
                filter,
                ExportOptions.Sort.of(request.param("sort", ExportOptions.Sort.DOC.value())),
                names(request, "fields"),
                request.paramAsBoolean("contributions", false));
        String formatName = request.param("format", FORMATS.get(0));
        if (FORMATS.contains(formatName) == false) {
            throw new IllegalArgumentException(
                    "[format] must be one of [" + String.join(", ", FORMATS) + "], but was [" + formatName + "]");
        }
        RowFormat format = formatName.equals(FORMATS.get(0)) ? RowFormat.NDJSON : RowFormat.csv(columns(options));
        ExportAction.Request export = withIndicesOptions(
                request,
                new ExportAction.Request(
                        indices(request),
                        request.param("dest"),
                        request.param("target_field", DocumentFields.DEFAULT_PARENT),
                        options));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(
                        ExportAction.TYPE,
                        export.withRowHandler(RowsResponse.stream(channel, format, "duplicates." + formatName)),
                        RowsResponse.end(channel));
    }

    private static ExportFilter.Interval interval(RestRequest request, String name) {
        return new ExportFilter.Interval(name, number(request, "min_" + name, 0), number(request, "max_" + name, 1));
    }

    private static List<List<String>> columns(ExportOptions options) {
        List<List<String>> columns = new ArrayList<>();
        for (String column : COLUMNS) {
            columns.add(List.of(column.split("\\.")));
        }
        for (String field : options.fields()) {
            columns.add(List.of("fields", field));
        }
        if (options.contributions()) {
            columns.add(List.of("contributions"));
        }
        return columns;
    }
}
