package org.ndd.plugin;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.elasticsearch.rest.RestRequest.Method.PUT;
import static org.ndd.plugin.NddRestHandler.cancellable;
import static org.ndd.plugin.NddRestHandler.getOrPost;
import static org.ndd.plugin.NddRestHandler.groupSizes;
import static org.ndd.plugin.NddRestHandler.indices;
import static org.ndd.plugin.NddRestHandler.names;
import static org.ndd.plugin.NddRestHandler.optional;
import static org.ndd.plugin.NddRestHandler.optionalOrSource;
import static org.ndd.plugin.NddRestHandler.post;
import static org.ndd.plugin.NddRestHandler.required;
import static org.ndd.plugin.NddRestHandler.timeout;
import static org.ndd.plugin.NddRestHandler.withIndicesOptions;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.ndd.boilerplate.BoilerplateAction;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.decisions.DecisionsAction;
import org.ndd.decisions.DecisionsRequest;
import org.ndd.decisions.DecisionsRequest.Body;
import org.ndd.decisions.DecisionsRequest.Filter;
import org.ndd.decisions.DecisionsRequest.Operation;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.groups.GroupsAction;
import org.ndd.groups.GroupsAction.GroupsQuery;
import org.ndd.inspect.AnalyzePageAction;
import org.ndd.inspect.CheckAction;
import org.ndd.inspect.CompareAction;
import org.ndd.inspect.DoubtfulPairsAction;
import org.ndd.inspect.EvaluateAction;
import org.ndd.inspect.PairsRequest;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.plugin.NddRestHandler.Execution;

/** Defines the handlers of requests about single documents and pairs, decisions, groups, and the boilerplate of sites. */
final class PageHandlers {

    private static final String DECISIONS = "/{index}/_ndd/decisions";

    private PageHandlers() {}

    static List<RestHandler> all() {
        return List.of(
                getOrPost("analyze", PageHandlers::analyze, "/_ndd/analyze"),
                getOrPost("compare", PageHandlers::compare, "/_ndd/compare", "/{index}/_ndd/compare"),
                getOrPost("check", PageHandlers::check, "/{index}/_ndd/check"),
                getOrPost("evaluate", PageHandlers::evaluate, "/{index}/_ndd/evaluate"),
                getOrPost("doubtful_pairs", PageHandlers::doubtfulPairs, "/{index}/_ndd/evaluate/pairs"),
                new NddRestHandler(
                        "boilerplate",
                        PageHandlers::boilerplate,
                        new Route(GET, "/{index}/_ndd/boilerplate/{site}"),
                        new Route(DELETE, "/{index}/_ndd/boilerplate/{site}")),
                post("learn_boilerplate", PageHandlers::learnBoilerplate, "/{index}/_ndd/boilerplate"),
                new NddRestHandler(
                        "groups",
                        PageHandlers::groups,
                        new Route(GET, "/{index}/_ndd/groups"),
                        new Route(POST, "/{index}/_ndd/groups"),
                        new Route(GET, "/{index}/_ndd/groups/{group}")),
                new NddRestHandler(
                        "decisions",
                        PageHandlers::decisions,
                        new Route(PUT, DECISIONS),
                        new Route(GET, DECISIONS),
                        new Route(DELETE, DECISIONS)));
    }

    private static Execution analyze(RestRequest rest, NodeClient client) throws IOException {
        AnalyzePageAction.Request analyze = required(rest, AnalyzePageAction.Request::fromXContent);
        return cancellable(rest, client, AnalyzePageAction.TYPE, analyze);
    }

    private static Execution compare(RestRequest rest, NodeClient client) throws IOException {
        String index = rest.param("index");
        CompareAction.Request compare = required(rest, body -> CompareAction.Request.fromXContent(index, body));
        return cancellable(rest, client, CompareAction.TYPE, compare);
    }

    private static Execution check(RestRequest rest, NodeClient client) throws IOException {
        CheckAction.Request check = required(
                rest,
                body -> CheckAction.Request.fromXContent(
                        rest.param("index"), timeout(rest, CheckAction.Request.DEFAULT_TIMEOUT), body));
        return cancellable(rest, client, CheckAction.TYPE, check);
    }

    private static Execution evaluate(RestRequest rest, NodeClient client) throws IOException {
        EvaluateAction.Request evaluate = required(
                rest,
                body -> EvaluateAction.Request.fromXContent(
                        rest.param("index"), timeout(rest, PairsRequest.DEFAULT_TIMEOUT), body));
        return cancellable(rest, client, EvaluateAction.TYPE, evaluate);
    }

    private static Execution doubtfulPairs(RestRequest rest, NodeClient client) throws IOException {
        DoubtfulPairsAction.Request pairs = optionalOrSource(
                rest,
                body -> DoubtfulPairsAction.Request.fromXContent(
                        rest.param("index"), timeout(rest, PairsRequest.DEFAULT_TIMEOUT), body));
        return cancellable(rest, client, DoubtfulPairsAction.TYPE, pairs);
    }

    private static Execution boilerplate(RestRequest rest, NodeClient client) {
        BoilerplateAction.Request site = new BoilerplateAction.Request(rest.param("index"), rest.param("site"));
        return rest.method() == DELETE
                ? cancellable(rest, client, BoilerplateAction.Delete.TYPE, site)
                : cancellable(rest, client, BoilerplateAction.Get.TYPE, site);
    }

    private static Execution learnBoilerplate(RestRequest rest, NodeClient client) {
        String field = rest.param("target_field", DocumentFields.DEFAULT_PARENT);
        PartitionRequest learn = withIndicesOptions(rest, PartitionRequest.boilerplate(indices(rest), field));
        return cancellable(rest, client, PartitionAction.TYPE, learn, PartitionResponse::status);
    }

    private static Execution groups(RestRequest rest, NodeClient client) throws IOException {
        GroupsQuery.Selection body = optional(rest, GroupsQuery.Selection::parse);
        String group = rest.param("group", body.group());
        String doc = rest.param("doc", body.doc());
        boolean list = group == null && doc == null;
        String searchAfter = list ? rest.param("search_after") : null;
        GroupsQuery query = new GroupsQuery(
                new GroupsQuery.Selection(group, doc, body.query()),
                list ? List.of() : names(rest, "relation"),
                GroupsQuery.Sort.of(rest.param("sort", GroupsQuery.Sort.SIZE.value())),
                rest.paramAsInt("size", GroupsQuery.DEFAULT_SIZE),
                list ? groupSizes(rest) : GroupSizeRange.ALL,
                searchAfter == null ? List.of() : List.of(searchAfter.split(",", 2)),
                names(rest, "fields"));
        GroupsAction.Request groups = withIndicesOptions(
                rest,
                new GroupsAction.Request(
                        indices(rest),
                        rest.param("dest"),
                        rest.param("target_field", DocumentFields.DEFAULT_PARENT),
                        query));
        return cancellable(rest, client, GroupsAction.TYPE, groups);
    }

    private static Execution decisions(RestRequest rest, NodeClient client) throws IOException {
        boolean list = rest.method() == GET;
        Body body = list ? null : required(rest, Body::parse);
        Filter filter = list
                ? new Filter(
                        rest.param("doc"),
                        rest.paramAsBoolean("outdated", false),
                        rest.paramAsBoolean("contradictory", false),
                        rest.paramAsInt("from", 0),
                        rest.paramAsInt("size", Filter.DEFAULT_SIZE))
                : null;
        DecisionsRequest request = new DecisionsRequest(
                Operation.valueOf(rest.method().name()),
                rest.param("index"),
                rest.param(ComparisonOptions.DECISIONS_INDEX.getPreferredName()),
                rest.param("target_field", DocumentFields.DEFAULT_PARENT),
                body,
                filter);
        return cancellable(rest, client, DecisionsAction.TYPE, request);
    }
}
