package org.ndd.groups;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.IndicesActionRequest;
import org.ndd.core.compare.Relation;

/** The groups of the last complete partition run, largest first; or one group with its pages. Needs {@code read} on source and destination. */
public final class GroupsAction {

    public static final ActionType<Response> TYPE = new ActionType<>("indices:data/read/ndd/groups");

    /** Groups, or pages of a group, that are answered where nobody says otherwise. */
    public static final int DEFAULT_SIZE = 20;

    static final int MAX_SIZE = 1000;

    private GroupsAction() {}

    /** Asks for groups. */
    public static final class Request extends IndicesActionRequest {

        private final String dest;
        private final String field;
        private final String group;
        private final List<String> relations;
        private final int size;
        private final int minSize;
        private final List<String> searchAfter;

        /**
         * @param index the source
         * @param dest the destination; {@code null} for the default
         * @param field what the processor wrote, where titles are read
         * @param group one group; {@code null} for a list of groups
         * @param relations what the pages of the group are to its winner; empty for all
         * @param size groups, or pages of the group, 1 to 1,000
         * @param minSize smallest groups in the list, 2 or more
         * @param searchAfter where the last answer ended; empty to begin
         */
        public Request(
                String index,
                String dest,
                String field,
                String group,
                List<String> relations,
                int size,
                int minSize,
                List<String> searchAfter) {
            super(index);
            this.dest = dest == null ? index + "-ndd" : dest;
            this.field = field;
            this.group = group;
            this.relations = List.copyOf(relations);
            this.size = size;
            this.minSize = minSize;
            this.searchAfter = List.copyOf(searchAfter);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            dest = in.readString();
            field = in.readString();
            group = in.readOptionalString();
            relations = in.readStringCollectionAsImmutableList();
            size = in.readVInt();
            minSize = in.readVInt();
            searchAfter = in.readStringCollectionAsImmutableList();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeString(dest);
            out.writeString(field);
            out.writeOptionalString(group);
            out.writeStringCollection(relations);
            out.writeVInt(size);
            out.writeVInt(minSize);
            out.writeStringCollection(searchAfter);
        }

        @Override
        public ActionRequestValidationException validate() {
            ActionRequestValidationException errors = super.validate();
            if (size < 1 || size > MAX_SIZE) {
                errors = addValidationError(
                        "[size] must be between [1] and [" + MAX_SIZE + "], but was [" + size + "]", errors);
            }
            for (String relation : relations) {
                try {
                    Relation.of(relation);
                } catch (IllegalArgumentException e) {
                    errors = addValidationError(e.getMessage(), errors);
                }
            }
            if (minSize < 2) {
                errors = addValidationError("[min_size] must be at least [2], but was [" + minSize + "]", errors);
            }
            if (searchAfter.isEmpty() == false && searchAfter.size() != GroupReader.SORT_VALUES) {
                errors = addValidationError(
                        "[search_after] must be the value of an earlier answer, but was " + searchAfter, errors);
            }
            return errors;
        }

        @Override
        public IndicesOptions indicesOptions() {
            return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
        }

        @Override
        public boolean includeDataStreams() {
            return false;
        }

        public String dest() {
            return dest;
        }

        public String field() {
            return field;
        }

        public String group() {
            return group;
        }

        public List<String> relations() {
            return relations;
        }

        public int size() {
            return size;
        }

        public int minSize() {
            return minSize;
        }

        public List<String> searchAfter() {
            return searchAfter;
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new CancellableTask(id, type, action, "groups of [" + dest + "]", parentTaskId, headers);
        }
    }

    /** The answer as it is printed. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final Map<String, Object> answer;

        public Response(Map<String, Object> answer) {
            this.answer = Objects.requireNonNull(answer);
        }

        public Response(StreamInput in) throws IOException {
            answer = in.readGenericMap();
        }

        public Map<String, Object> answer() {
            return answer;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeGenericMap(answer);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return builder.map(answer);
        }
    }
}
