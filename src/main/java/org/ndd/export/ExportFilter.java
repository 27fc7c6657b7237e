package org.ndd.export;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.List;
import java.util.Locale;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.ndd.groups.GroupQueries;
import org.ndd.groups.GroupSizeRange;
import org.ndd.groups.GroupsQuery;

/**
 * Which documents of groups are exported.
 *
 * @param group only this group; {@code null} for all
 * @param query only groups whose canonical document matches this in the source; {@code null} for all
 * @param canonical whether canonical documents are exported
 * @param relations of duplicates to their canonical document; empty for all
 * @param confidence of duplicates
 * @param resemblance of duplicates to their canonical document
 * @param sizes of groups
 */
public record ExportFilter(
        @Nullable String group,
        @Nullable QueryBuilder query,
        boolean canonical,
        List<String> relations,
        Interval confidence,
        Interval resemblance,
        GroupSizeRange sizes) {

    /**
     * Numbers from 0 to 1, both bounds included.
     *
     * @param name of the field
     */
    public record Interval(String name, double min, double max) {

        private ActionRequestValidationException validate(ActionRequestValidationException before) {
            ActionRequestValidationException errors = before;
            if ((min >= 0 && min <= 1) == false) {
                errors = addValidationError(
                        "[min_" + name + "] must be between [0] and [1], but was [" + min + "]", errors);
            } else if ((max >= min && max <= 1) == false) {
                errors = addValidationError(
                        String.format(
                                Locale.ROOT,
                                "[max_%s] must be between [min_%s], which is [%s], and [1], but was [%s]",
                                name,
                                name,
                                min,
                                max),
                        errors);
            }
            return errors;
        }

        private void addTo(BoolQueryBuilder duplicates, RangeQueryBuilder values) {
            if (min > 0 || max < 1) {
                duplicates.filter(values.gte(min).lte(max));
            }
        }
    }

    public ExportFilter {
        relations = List.copyOf(relations);
    }

    ActionRequestValidationException validate(ActionRequestValidationException before) {
        ActionRequestValidationException errors = sizes.validate(GroupsQuery.validateRelations(relations, before));
        return resemblance.validate(confidence.validate(errors));
    }

    /** Matches the documents of groups that are exported, as far as they show it themselves: not by the size of their group. */
    BoolQueryBuilder documents() {
        BoolQueryBuilder documents = QueryBuilders.boolQuery().filter(GroupQueries.inGroups());
        if (group != null) {
            documents.filter(GroupQueries.ofGroups(List.of(group)));
        }
        BoolQueryBuilder duplicates = QueryBuilders.boolQuery().filter(GroupQueries.canonical(false));
        if (relations.isEmpty() == false) {
            duplicates.filter(GroupQueries.ofRelations(relations));
        }
        confidence.addTo(duplicates, GroupQueries.confidence());
        resemblance.addTo(duplicates, GroupQueries.resemblance());
        BoolQueryBuilder either = QueryBuilders.boolQuery().should(duplicates);
        if (canonical) {
            either.should(GroupQueries.canonical(true));
        }
        return documents.filter(either);
    }

    /** @param size {@code null} if the reader may not see the group's leader, whose document has it */
    boolean isOfSize(@Nullable Integer size) {
        int knownSize = size == null ? GroupSizeRange.SMALLEST : size;
        return sizes.min() == GroupSizeRange.SMALLEST ? knownSize <= sizes.max() : sizes.contains(knownSize);
    }
}
