package org.ndd.export;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.config.BodyResponse;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.groups.StoredReport;
import org.ndd.inspect.CompareAction;
import org.ndd.inspect.CompareResponse;
import org.ndd.pair.ContributionFormat;

/** Adds the reasons of verdicts on pairs of a run. The compare API compares each pair, with the options of the run. */
final class Contributions {

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
