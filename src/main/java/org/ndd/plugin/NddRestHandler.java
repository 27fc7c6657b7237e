package org.ndd.plugin;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.LocalAction.IndicesActionRequest;
import org.ndd.groups.GroupSizes.GroupSizeRange;

/**
 * Handles one kind of requests. Consists of a name, routes, and the function that parses a request. Requests are distinguished by their
 * routes and not by the end of their paths, because a path with a slash at its end belongs to the same route.
 */
final class NddRestHandler extends BaseRestHandler {

    interface Execution {
        void accept(RestChannel channel) throws Exception;
    }

    /** Parses a request, with all its parameters. */
    interface Preparation {
        Execution apply(RestRequest request, NodeClient client) throws IOException;
    }

    private static final String SPEED = "requests_per_second";

    private final String name;
    private final Preparation preparation;
    private final List<Route> routes;

    NddRestHandler(String name, Preparation preparation, Route... routes) {
        this.name = name;
        this.preparation = preparation;
        this.routes = List.of(routes);
    }

    static NddRestHandler get(String name, Preparation preparation, String... paths) {
        return handler(name, preparation, List.of(GET), paths);
    }

    static NddRestHandler post(String name, Preparation preparation, String... paths) {
        return handler(name, preparation, List.of(POST), paths);
    }

    /** Returns a handler that reads its parameters from the body. Some clients send no body with {@code GET}. */
    static NddRestHandler getOrPost(String name, Preparation preparation, String... paths) {
        return handler(name, preparation, List.of(GET, POST), paths);
    }

    private static NddRestHandler handler(
            String name, Preparation preparation, List<RestRequest.Method> methods, String... paths) {
        return new NddRestHandler(
                name,
                preparation,
                Arrays.stream(paths)
                        .flatMap(path -> methods.stream().map(method -> new Route(method, path)))
                        .toArray(Route[]::new));
    }

    @Override
    public String getName() {
        return "ndd_" + name + "_action";
    }

    @Override
    public List<Route> routes() {
        return routes;
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        try {
            return preparation.apply(request, client)::accept;
        } catch (IllegalArgumentException | ElasticsearchException e) {
            throw (RuntimeException) ShortMessages.of(e);
        }
    }

    /** Returns a listener that sends responses, and errors with short messages. */
    private static <R> ActionListener<R> shortening(ActionListener<R> listener) {
        return listener.delegateResponse((l, e) -> l.onFailure(ShortMessages.of(e)));
    }

    /** Executes an action, which continues if the client disconnects. */
    static <Q extends ActionRequest, R extends ActionResponse & ToXContentObject> Execution detached(
            NodeClient client, ActionType<R> type, Q request) {
        return channel -> client.execute(type, request, shortening(new RestToXContentListener<>(channel)));
    }

    /** Executes an action, which is cancelled if the client disconnects. */
    static <Q extends ActionRequest, R extends ActionResponse & ToXContentObject> Execution cancellable(
            RestRequest rest, NodeClient client, ActionType<R> type, Q request) {
        return cancellable(rest, client, type, request, response -> RestStatus.OK);
    }

    /** @param status returns the status of a response */
    static <Q extends ActionRequest, R extends ActionResponse & ToXContentObject> Execution cancellable(
            RestRequest rest, NodeClient client, ActionType<R> type, Q request, Function<R, RestStatus> status) {
        return channel -> new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(type, request, shortening(new RestToXContentListener<>(channel, status)));
    }

    /** Parses the body or the parameter {@code source}, one of which is required. */
    static <Q> Q required(RestRequest request, CheckedFunction<XContentParser, Q, IOException> reader)
            throws IOException {
        try (XContentParser body = request.contentOrSourceParamParser()) {
            return read(body, reader);
        }
    }

    /** Parses a body, after which nothing may follow; the reader receives {@code null} for none. */
    private static <Q> Q read(XContentParser body, CheckedFunction<XContentParser, Q, IOException> reader)
            throws IOException {
        Q request = reader.apply(body);
        if (body != null && body.nextToken() != null) {
            throw new IllegalArgumentException(
                    "[body] must be one object, but was followed by [" + body.currentToken() + "]");
        }
        return request;
    }

    /** Parses the body; {@code null} if there is none. */
    static <Q> Q optional(RestRequest request, CheckedFunction<XContentParser, Q, IOException> reader)
            throws IOException {
        try (XContentParser body = request.hasContent() ? request.contentParser() : null) {
            return read(body, reader);
        }
    }

    /** Parses the body or the parameter {@code source}; {@code null} if there is neither. */
    static <Q> Q optionalOrSource(RestRequest request, CheckedFunction<XContentParser, Q, IOException> reader)
            throws IOException {
        try (XContentParser body = request.hasContentOrSourceParam() ? request.contentOrSourceParamParser() : null) {
            return read(body, reader);
        }
    }

    /** Returns the values of a parameter, separated by commas; empty if it is missing. */
    static List<String> names(RestRequest request, String name) {
        return List.of(request.paramAsStringArray(name, Strings.EMPTY_ARRAY));
    }

    /** Parses the range of the sizes of groups. */
    static GroupSizeRange groupSizes(RestRequest request) {
        return new GroupSizeRange(
                request.paramAsInt("min_size", GroupSizeRange.ALL.min()),
                request.paramAsInt("max_size", GroupSizeRange.ALL.max()));
    }

    /** Returns the names and patterns of the path. */
    static String[] indices(RestRequest request) {
        return Strings.splitStringByCommaToArray(request.param("index"));
    }

    /**
     * Sets {@code ignore_unavailable}, {@code allow_no_indices} and {@code expand_wildcards} of a request, as Elasticsearch does. Missing
     * parameters keep the default of the request.
     *
     * @throws IllegalArgumentException (400) if a value is invalid
     */
    static <Q extends IndicesActionRequest> Q withIndicesOptions(RestRequest rest, Q request) {
        request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
        return request;
    }

    /**
     * Parses a parameter that is a time value. For several invalid values, the message of Elasticsearch does not contain the name of the
     * parameter.
     *
     * @throws IllegalArgumentException if it is not a time value
     */
    static TimeValue timeout(RestRequest request, TimeValue defaultValue) {
        try {
            return request.paramAsTime("timeout", defaultValue);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[timeout] must be a time such as [30s], but was [" + request.param("timeout") + "]");
        }
    }

    /** @throws IllegalArgumentException if the value is not a number */
    static double number(RestRequest request, String name, double defaultValue) {
        String value = request.param(name);
        try {
            return value == null ? defaultValue : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("[" + name + "] must be a number, but was [" + value + "]");
        }
    }

    /** Parses {@code requests_per_second}; -1 if it is missing. */
    static double speed(RestRequest request) {
        return number(request, SPEED, -1);
    }

    /** @throws IllegalArgumentException if the request has no {@code requests_per_second} */
    static double requiredSpeed(RestRequest request) {
        if (request.hasParam(SPEED) == false) {
            throw new IllegalArgumentException("[" + SPEED + "] must be a number, but was missing");
        }
        return speed(request);
    }

    /**
     * Cuts the messages of errors that repeat a long value of a request. A body may have a value of 100 MB, which the response and its
     * causes would contain several times.
     */
    static final class ShortMessages {

        /** Maximum characters of a message. Messages with three names of indices, of at most 255 bytes each, have less than 1,200. */
        static final int MAX_LENGTH = 2000;

        private ShortMessages() {}

        /** Returns an exception with the same type, status and causes, without long messages; the same one if it has none. */
        static Exception of(Exception e) {
            if (isLong(e) == false) {
                return e;
            }
            String message = cut(e.getMessage());
            Exception cause = e.getCause() instanceof Exception known ? of(known) : null;
            if (e instanceof XContentParseException) {
                return new XContentParseException(null, message, cause);
            }
            if (e instanceof ResourceNotFoundException) {
                return new ResourceNotFoundException(message, cause);
            }
            if (e instanceof ElasticsearchStatusException status) {
                return new ElasticsearchStatusException(message, status.status(), cause);
            }
            return e instanceof IllegalArgumentException ? new IllegalArgumentException(message, cause) : e;
        }

        private static boolean isLong(Throwable e) {
            return e != null
                    && (e.getMessage() != null && e.getMessage().length() > MAX_LENGTH
                            || e.getCause() != e && isLong(e.getCause()));
        }

        private static String cut(String message) {
            if (message == null || message.length() <= MAX_LENGTH) {
                return message;
            }
            boolean splitsPair = Character.isHighSurrogate(message.charAt(MAX_LENGTH - 1));
            return message.substring(0, splitsPair ? MAX_LENGTH - 1 : MAX_LENGTH) + "... (" + message.length()
                    + " characters)";
        }
    }
}
