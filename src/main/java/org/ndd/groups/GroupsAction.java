package org.ndd.groups;

import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.BodyFields;
import org.ndd.config.LocalAction.IndicesActionRequest;
import org.ndd.config.NameCheck;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.compare.Relation;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;
import org.ndd.groups.GroupSizes.GroupSizeRange;

/**
 * Reads the groups of the published run, the largest first, or one group with its pages. Requires {@code read} on source and destination.
 */
public final class GroupsAction extends BodyAction<GroupsAction.Request, ToXContentObject> {

    public static final ActionType<BodyResponse<ToXContentObject>> TYPE =
            new ActionType<>("indices:data/read/ndd/groups");

    public static final class Request extends ReadGroupsRequest {

        public final GroupsQuery query;

        /** @param dest the destination; {@code null} for the default destination of a single source */
        public Request(String[] indices, String dest, String field, GroupsQuery query) {
            super("groups", indices, dest, field);
            this.query = query;
        }
    }

    @Inject
    public GroupsAction(ActionServices action) {
        super(TYPE, action);
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<ToXContentObject> listener) {
        List<String> indices = List.of(
                services.resolver().concreteIndexNames(services.cluster().state(), request));
        Client child = services.clientOf(task);
        new GroupReader(child, indices, request)
                .read(services.cluster().state(), listener.map(groups -> (builder, params) -> builder.map(groups)));
    }

    /**
     * Selects the groups, or the pages of a group, that are read, and their order.
     *
     * @param selection one group, or the groups of a list
     * @param relations relations to the canonical document by which pages of the group are selected; empty for all
     * @param sort the order
     * @param size number of groups, or of pages of the group, 1 to 1,000
     * @param sizes range of the sizes of groups in a list
     * @param searchAfter sort values at the end of the previous response; empty to begin
     * @param fields names of the fields of the source in the response, for each page
     */
    public record GroupsQuery(
            Selection selection,
            List<String> relations,
            Sort sort,
            int size,
            GroupSizeRange sizes,
            List<String> searchAfter,
            List<String> fields) {

        public static final int DEFAULT_SIZE = 20;

        static final int MAX_SIZE = 1000;

        public enum Sort implements ApiName {
            /** The largest groups first. In a group, the canonical document first, then the pages that are most similar to it. */
            SIZE,
            /** The lowest confidence first. */
            DOUBT;

            public static Sort of(String value) {
                return ParameterCheck.choice("sort", value, values());
            }
        }

        /** @throws IllegalArgumentException if a value is out of its range, or two values exclude each other */
        public GroupsQuery {
            relations = List.copyOf(relations);
            searchAfter = List.copyOf(searchAfter);
            fields = List.copyOf(fields);
            selection.check();
            checkRelations(relations);
            ParameterCheck.range("size", size, 1, MAX_SIZE);
            if (searchAfter.isEmpty() == false && searchAfter.size() != GroupReader.SORT_VALUES) {
                throw new IllegalArgumentException(
                        "[search_after] must be the value of an earlier response, but was " + searchAfter);
            }
            if (searchAfter.isEmpty() == false && sort == Sort.DOUBT) {
                throw new IllegalArgumentException(
                        "[search_after] must be omitted if [sort] is [doubt], but was " + searchAfter);
            }
        }

        /** @throws IllegalArgumentException if a relation is unknown */
        public static void checkRelations(List<String> relations) {
            ApiName redirect = () -> GroupFields.REDIRECT;
            ApiName[] known = Stream.concat(Arrays.stream(Relation.values()), Stream.of(redirect))
                    .toArray(ApiName[]::new);
            relations.forEach(relation -> ParameterCheck.choice("relation", relation, known));
        }

        /**
         * Selects one group, or a list of groups. It is in the body of a request, because ids in a body need no URL encoding.
         *
         * @param group name of one group; {@code null} for a list of groups
         * @param doc id of a page, which selects its group; {@code null} if no page is requested
         * @param query selects groups whose canonical document matches it in the source; {@code null} for all
         */
        public record Selection(String group, String doc, QueryBuilder query) {

            private static final ConstructingObjectParser<Selection, Void> PARSER = new ConstructingObjectParser<>(
                    "groups",
                    values -> new Selection((String) values[0], (String) values[1], (QueryBuilder) values[2]));

            static {
                PARSER.declareString(optionalConstructorArg(), new ParseField("group"));
                PARSER.declareString(optionalConstructorArg(), new ParseField("doc"));
                BodyFields.declareQuery(PARSER, optionalConstructorArg());
            }

            private void check() {
                if (group != null && doc != null) {
                    throw new IllegalArgumentException(
                            "[doc] must be omitted if [group] names a group, but was [" + doc + "]");
                }
                if (query != null && (group != null || doc != null)) {
                    throw new IllegalArgumentException(
                            "[query] must be omitted if one group is requested, but was specified");
                }
            }

            /** Parses a body; {@code null} is an empty body. */
            public static Selection parse(XContentParser parser) throws IOException {
                return parser == null ? new Selection(null, null, null) : PARSER.parse(parser, null);
            }
        }
    }

    /** A request of the groups API or of the export. Reads the groups of a source, on the node that receives it. */
    public abstract static class ReadGroupsRequest extends IndicesActionRequest {

        private final String noun;
        private final String dest;
        private final String field;

        /**
         * @param noun noun in the description of the task
         * @param indices the source, as the user typed it
         * @param dest the destination; {@code null} for the default destination of a single source
         * @param field target field of the processor, with the titles
         * @throws IllegalArgumentException if the destination is not one name
         */
        protected ReadGroupsRequest(String noun, String[] indices, String dest, String field) {
            super(indices);
            if (dest != null) {
                Destination.checkName(dest);
            }
            this.noun = noun;
            this.dest = dest == null && NameCheck.isSingleName(indices) ? Destination.ofSource(indices[0]) : dest;
            this.field = field;
            if (this.dest == null) {
                throw new IllegalArgumentException(
                        "[dest] must be specified if the path is not one name, but was missing for ["
                                + String.join(",", indices) + "]");
            }
        }

        public final String dest() {
            return dest;
        }

        public final String field() {
            return field;
        }

        @Override
        public final String getDescription() {
            return noun + " of [" + dest + "]";
        }
    }
}
