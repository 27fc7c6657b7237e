package org.ndd.groups;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.List;
import java.util.Locale;
import org.elasticsearch.action.ActionRequestValidationException;
import org.ndd.config.Choice;
import org.ndd.core.compare.Relation;

/**
 * Which groups, or pages of a group, are read, and in which order.
 *
 * @param selection one group, or the groups of a list
 * @param relations relations of pages of the group to its canonical document that are returned; empty for all
 * @param sort the order
 * @param size number of groups, or of pages of the group, 1 to 1,000
 * @param sizes of groups in the list
 * @param searchAfter end of the previous response; empty to begin
 * @param fields of the source that are shown of each page
 */
public record GroupsQuery(
        GroupSelection selection,
        List<String> relations,
        Sort sort,
        int size,
        GroupSizeRange sizes,
        List<String> searchAfter,
        List<String> fields) {

    /** Default number of returned groups, or pages of a group. */
    public static final int DEFAULT_SIZE = 20;

    static final int MAX_SIZE = 1000;

    /** The order of groups, and of pages in a group. */
    public enum Sort {
        /** The largest groups first; in a group the canonical document, then those that are most like it. */
        SIZE,
        /** Those of which it is least sure that readers call them near-duplicates first. */
        DOUBT;

        /** Reads the name that users type. */
        public static Sort of(String value) {
            return Choice.of("sort", value, values(), Sort::value);
        }

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public GroupsQuery {
        relations = List.copyOf(relations);
        searchAfter = List.copyOf(searchAfter);
        fields = List.copyOf(fields);
    }

    ActionRequestValidationException validate(ActionRequestValidationException before) {
        ActionRequestValidationException errors = selection.validate(before);
        if (size < 1 || size > MAX_SIZE) {
            errors = addValidationError(
                    "[size] must be between [1] and [" + MAX_SIZE + "], but was [" + size + "]", errors);
        }
        errors = sizes.validate(validateRelations(relations, errors));
        if (searchAfter.isEmpty() == false && searchAfter.size() != GroupReader.SORT_VALUES) {
            errors = addValidationError(
                    "[search_after] must be the value of an earlier answer, but was " + searchAfter, errors);
        }
        if (searchAfter.isEmpty() == false && sort == Sort.DOUBT) {
            errors = addValidationError(
                    "[search_after] must be omitted if [sort] is [doubt], but was " + searchAfter, errors);
        }
        return errors;
    }

    /** Rejects unknown relations. */
    public static ActionRequestValidationException validateRelations(
            List<String> relations, ActionRequestValidationException before) {
        ActionRequestValidationException errors = before;
        for (String relation : relations) {
            try {
                if (relation.equals(GroupFields.REDIRECT) == false) {
                    Relation.of(relation);
                }
            } catch (IllegalArgumentException e) {
                errors = addValidationError(e.getMessage(), errors);
            }
        }
        return errors;
    }
}
