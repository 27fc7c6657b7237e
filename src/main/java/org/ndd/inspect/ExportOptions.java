package org.ndd.inspect;

import java.util.List;
import java.util.Locale;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;
import org.ndd.groups.GroupQueries;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.groups.GroupsAction.GroupsQuery;

/**
 * Selects the documents of groups that are exported, their order, and their fields.
 *
 * @param filter selects the documents
 * @param sort order of the documents
 * @param fields names of the fields of the source that are exported
 * @param contributions whether to compare each duplicate with its canonical document and export the reasons of the verdict
 */
public record ExportOptions(ExportFilter filter, Sort sort, List<String> fields, boolean contributions) {

    public enum Sort implements ApiName {
        /** The order of the index, which takes the least time. */
        DOC("_doc"),
        /** The order of groups, the canonical documents first. */
        GROUP("group");

        private final String value;

        Sort(String value) {
            this.value = value;
        }

        public static Sort of(String value) {
            return ParameterCheck.choice("sort", value, values());
        }

        @Override
        public String value() {
            return value;
        }
    }

    public ExportOptions {
        fields = List.copyOf(fields);
        for (String field : fields) {
            if (Regex.isSimpleMatchPattern(field)) {
                throw new IllegalArgumentException("[fields] must be names of fields, but was [" + field + "]");
            }
        }
    }

    /**
     * Selects the documents of groups that are exported.
     *
     * @param group name of a group, which limits the export to it; {@code null} for all groups
     * @param query limits the export to groups whose canonical document matches it in the source; {@code null} for all groups
     * @param canonical whether to export canonical documents
     * @param relations relations of the other documents to their canonical document; empty for all of them, or without canonical documents
     *     for duplicates
     * @param confidence range of the confidence of duplicates
     * @param resemblance range of the resemblance of duplicates and their canonical document
     */
    public record ExportFilter(
            @Nullable String group,
            @Nullable QueryBuilder query,
            boolean canonical,
            List<String> relations,
            Interval confidence,
            Interval resemblance,
            GroupSizeRange sizes) {

        /** A range of numbers from 0 to 1, including both bounds. */
        public record Interval(String name, double min, double max) {

            public Interval {
                ParameterCheck.share("min_" + name, min);
                if ((max >= min && max <= 1) == false) {
                    throw new IllegalArgumentException(String.format(
                            Locale.ROOT,
                            "[max_%s] must be between [min_%s], which is [%s], and [1], but was [%s]",
                            name,
                            name,
                            min,
                            max));
                }
            }

            private void addTo(BoolQueryBuilder documents, RangeQueryBuilder values) {
                if (min > 0 || max < 1) {
                    documents.filter(values.gte(min).lte(max));
                }
            }
        }

        public ExportFilter {
            relations = List.copyOf(relations);
            GroupsQuery.checkRelations(relations);
        }

        /**
         * Returns a query for the exported documents, without the condition on the size of their group, which the documents do not contain.
         */
        BoolQueryBuilder documents() {
            BoolQueryBuilder documents = QueryBuilders.boolQuery().filter(GroupQueries.inGroups());
            if (group != null) {
                documents.filter(GroupQueries.ofGroups(List.of(group)));
            }
            // An export without canonical documents is a list of duplicates. A document that is part of another one is
            // not a duplicate.
            BoolQueryBuilder others = canonical || relations.isEmpty() == false
                    ? QueryBuilders.boolQuery().filter(GroupQueries.canonical(false))
                    : GroupQueries.duplicates();
            if (relations.isEmpty() == false) {
                others.filter(GroupQueries.ofRelations(relations));
            }
            confidence.addTo(others, GroupQueries.confidence());
            resemblance.addTo(others, GroupQueries.resemblance());
            BoolQueryBuilder either = QueryBuilders.boolQuery().should(others);
            if (canonical) {
                either.should(GroupQueries.canonical(true));
            }
            return documents.filter(either);
        }

        /** @param size {@code null} if the reader has no right to see the leader of the group, whose document has the size */
        boolean matchesSize(@Nullable Integer size) {
            int knownSize = size == null ? GroupSizeRange.SMALLEST : size;
            return sizes.min() == GroupSizeRange.SMALLEST ? knownSize <= sizes.max() : sizes.contains(knownSize);
        }
    }
}
