package org.ndd.groups;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;

/** Creates queries for {@link GroupDocument}s, which can be combined. Other documents in the index of a run have none of the fields. */
public final class GroupQueries {

    private GroupQueries() {}

    public static QueryBuilder inGroups() {
        return QueryBuilders.existsQuery(GroupFields.GROUP);
    }

    /** Matches documents that exist because of redirects, including redirects without a target. */
    public static QueryBuilder ofRedirects() {
        return QueryBuilders.existsQuery(GroupFields.REDIRECT_VIA);
    }

    /** Matches documents of groups that exist because of texts. */
    public static BoolQueryBuilder ofTexts() {
        return QueryBuilders.boolQuery().filter(inGroups()).mustNot(ofRedirects());
    }

    static QueryBuilder ofRole(Role role) {
        return QueryBuilders.termQuery(GroupFields.ROLE, role.value());
    }

    public static QueryBuilder ofIndices(Collection<String> indices) {
        return QueryBuilders.termsQuery(GroupFields.DOC_INDEX, indices);
    }

    static QueryBuilder ofIds(Collection<String> ids) {
        return QueryBuilders.termsQuery(GroupFields.DOC_ID, ids);
    }

    static QueryBuilder ofPages(Collection<DocumentName> pages) {
        return DocumentName.query(GroupFields.DOC_INDEX, GroupFields.DOC_ID, pages);
    }

    /** Matches the main document of each page, not the documents in which it is only part of a leader. */
    public static QueryBuilder mainDocuments(Collection<DocumentName> pages) {
        return QueryBuilders.boolQuery().filter(ofPages(pages)).mustNot(ofRole(Role.PART_OF));
    }

    public static QueryBuilder ofGroups(Collection<String> groups) {
        return QueryBuilders.termsQuery(GroupFields.GROUP, groups);
    }

    static QueryBuilder leadersOf(Collection<String> groups) {
        return QueryBuilders.boolQuery().filter(ofRole(Role.LEADER)).filter(ofGroups(groups));
    }

    /** Matches documents whose canonical document is one of the given documents. */
    static QueryBuilder withCanonicals(Collection<DocumentName> canonicals) {
        return DocumentName.query(GroupFields.CANONICAL_INDEX, GroupFields.CANONICAL_ID, canonicals);
    }

    public static QueryBuilder canonical(boolean canonical) {
        return QueryBuilders.termQuery(GroupFields.CANONICAL, canonical);
    }

    /** Matches canonical documents of groups of several pages. */
    public static BoolQueryBuilder canonicals() {
        return QueryBuilders.boolQuery()
                .filter(canonical(true))
                // the size of a leader: another canonical document has its leader in the same group
                .mustNot(QueryBuilders.rangeQuery(GroupFields.SIZE).lt(2));
    }

    /** Matches documents that have their canonical document because of the decision of a person. */
    static QueryBuilder decided() {
        return QueryBuilders.existsQuery(GroupFields.DECIDED_USER);
    }

    /** Matches documents of a group that exist because of texts or decisions, except parts of its leader. */
    public static QueryBuilder membersOf(String group) {
        return QueryBuilders.boolQuery()
                .filter(ofGroups(List.of(group)))
                .mustNot(ofRole(Role.PART_OF))
                .mustNot(redirecting());
    }

    /** Matches duplicates: pages that are not canonical documents, but near-duplicates of their canonical document. */
    public static BoolQueryBuilder duplicates() {
        return verified().filter(canonical(false));
    }

    private static BoolQueryBuilder verified() {
        return QueryBuilders.boolQuery().filter(QueryBuilders.termQuery(GroupFields.VERIFIED, true));
    }

    /** Matches duplicates that are {@code same} to their canonical document. */
    static QueryBuilder sameDuplicates() {
        return duplicates().filter(ofRelations(List.of(Relation.SAME.value())));
    }

    /** Matches pages that a market does not show, because it shows another page instead. */
    static QueryBuilder hiddenIn(String market) {
        return verified().mustNot(QueryBuilders.termQuery(GroupFields.CANONICAL_IN, market));
    }

    public static QueryBuilder lists() {
        return QueryBuilders.existsQuery(GroupFields.DUPLICATES);
    }

    /**
     * Matches duplicates that were compared with their canonical document. With relations other than {@code same}, also matches documents
     * that people decided to be duplicates, with any confidence.
     *
     * @param relation the farthest accepted relation
     * @param confidence minimum confidence of that relation, 0 to 1
     * @param containment minimum share of the page that its canonical document contains, 0 to 1
     */
    public static BoolQueryBuilder duplicates(Relation relation, double confidence, double containment) {
        BoolQueryBuilder byTexts = QueryBuilders.boolQuery()
                .filter(ofRelations(Arrays.stream(Relation.values())
                        .filter(one -> one.isAtLeast(relation))
                        .map(Relation::value)
                        .toList()))
                .filter(QueryBuilders.rangeQuery(GroupFields.CONFIDENCE).gte(confidence))
                .filter(QueryBuilders.rangeQuery(GroupFields.CONTAINMENT + "." + GroupFields.IN_CANONICAL)
                        .gte(containment));
        return duplicates()
                .filter(
                        relation == Relation.SAME
                                ? byTexts
                                : QueryBuilders.boolQuery().should(byTexts).should(decided()));
    }

    public static QueryBuilder ofRelations(Collection<String> relations) {
        return QueryBuilders.termsQuery(GroupFields.RELATION, relations);
    }

    /** Matches documents about pages that redirect to another page of their group. */
    static QueryBuilder redirecting() {
        return QueryBuilders.termQuery(GroupFields.RELATION, GroupFields.REDIRECT);
    }

    /** Matches documents by a range of their confidence, which the caller sets. */
    public static RangeQueryBuilder confidence() {
        return QueryBuilders.rangeQuery(GroupFields.CONFIDENCE);
    }

    /** Matches documents by a range of their resemblance to the canonical document, which the caller sets. */
    public static RangeQueryBuilder resemblance() {
        return QueryBuilders.rangeQuery(GroupFields.RESEMBLANCE);
    }

    /** Matches the canonical documents of markets. */
    public static QueryBuilder keptByMarkets() {
        return QueryBuilders.existsQuery(GroupFields.CANONICAL_IN);
    }

    /** Sorts documents by group, the canonical documents first. */
    public static void byGroup(SearchSourceBuilder source) {
        source.sort(GroupFields.GROUP).sort(GroupFields.CANONICAL, SortOrder.DESC);
        byPage(source);
    }

    /** Sorts documents by the id of the page, and by its index. */
    static void byPage(SearchSourceBuilder source) {
        List.of(GroupFields.DOC_ID, GroupFields.DOC_INDEX).forEach(source::sort);
    }
}
