package org.ndd.groups;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;

/** Queries for {@link GroupDocument}s, to be combined. Other documents in the index of a run have none of the fields. */
public final class GroupQueries {

    private GroupQueries() {}

    /** Documents of groups. */
    public static QueryBuilder inGroups() {
        return QueryBuilders.existsQuery(GroupFields.GROUP);
    }

    /** Documents that exist because of redirects, also of those without a target. */
    public static QueryBuilder ofRedirects() {
        return QueryBuilders.existsQuery(GroupFields.REDIRECT_VIA);
    }

    /** Documents of groups that exist because of texts. */
    static BoolQueryBuilder ofTexts() {
        return QueryBuilders.boolQuery().filter(inGroups()).mustNot(ofRedirects());
    }

    /** Documents about pages that have a role. */
    static QueryBuilder ofRole(Role role) {
        return QueryBuilders.termQuery(GroupFields.ROLE, role.value());
    }

    /** Documents about pages in some indices. */
    public static QueryBuilder ofIndices(Collection<String> indices) {
        return QueryBuilders.termsQuery(GroupFields.DOC_INDEX, indices);
    }

    /** Documents about pages that have one of some ids, in any index. */
    public static QueryBuilder ofIds(Collection<String> ids) {
        return QueryBuilders.termsQuery(GroupFields.DOC_ID, ids);
    }

    /** All documents about some pages. */
    static QueryBuilder ofPages(Collection<DocumentName> pages) {
        return DocumentName.query(GroupFields.DOC_INDEX, GroupFields.DOC_ID, pages);
    }

    /** Of each of some pages the document in which it is more than part of a leader. */
    public static QueryBuilder mainOf(Collection<DocumentName> pages) {
        return QueryBuilders.boolQuery().filter(ofPages(pages)).mustNot(ofRole(Role.PART_OF));
    }

    /** All documents of some groups. */
    public static QueryBuilder ofGroups(Collection<String> groups) {
        return QueryBuilders.termsQuery(GroupFields.GROUP, groups);
    }

    /** The documents of the leaders of some groups. */
    static QueryBuilder leadersOf(Collection<String> groups) {
        return QueryBuilders.boolQuery().filter(ofRole(Role.LEADER)).filter(ofGroups(groups));
    }

    /** Documents whose canonical document is one of some documents. */
    static QueryBuilder withCanonicals(Collection<DocumentName> canonicals) {
        return canonicals.isEmpty()
                ? new MatchNoneQueryBuilder()
                : DocumentName.query(GroupFields.CANONICAL_INDEX, GroupFields.CANONICAL_ID, canonicals);
    }

    /** Documents about canonical documents, or about all others. */
    public static QueryBuilder canonical(boolean canonical) {
        return QueryBuilders.termQuery(GroupFields.CANONICAL, canonical);
    }

    /** Canonical documents of groups of several pages. */
    public static BoolQueryBuilder canonicals() {
        return QueryBuilders.boolQuery()
                .filter(canonical(true))
                // of a leader: another canonical document has its leader in the same group
                .mustNot(QueryBuilders.rangeQuery(GroupFields.SIZE).lt(2));
    }

    /** Documents that have their canonical document by the decision of a person. */
    static QueryBuilder decided() {
        return QueryBuilders.existsQuery(GroupFields.DECIDED_USER);
    }

    /** Documents of a group that are there because of texts or decisions, as more than a part of its leader. */
    public static QueryBuilder membersOf(String group) {
        return QueryBuilders.boolQuery()
                .filter(ofGroups(List.of(group)))
                .mustNot(ofRole(Role.PART_OF))
                .mustNot(redirecting());
    }

    /** Duplicates: pages that are not canonical documents, and were found to be near-duplicates of theirs. */
    static BoolQueryBuilder duplicates() {
        return QueryBuilders.boolQuery()
                .filter(canonical(false))
                .filter(QueryBuilders.termQuery(GroupFields.VERIFIED, true));
    }

    /**
     * Duplicates that were compared with their canonical document. If not only the same documents count, those that people decided to be
     * duplicates count too, with any measures.
     *
     * @param relation the farthest one
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

    /** Documents that have one of some relations to their canonical document. */
    public static QueryBuilder ofRelations(Collection<String> relations) {
        return QueryBuilders.termsQuery(GroupFields.RELATION, relations);
    }

    /** Documents about pages that redirect to another one of their group. */
    static QueryBuilder redirecting() {
        return QueryBuilders.termQuery(GroupFields.RELATION, GroupFields.REDIRECT);
    }

    /** Documents whose confidence is in a range to be set. */
    public static RangeQueryBuilder confidence() {
        return QueryBuilders.rangeQuery(GroupFields.CONFIDENCE);
    }

    /** Documents whose resemblance to the canonical document is in a range to be set. */
    public static RangeQueryBuilder resemblance() {
        return QueryBuilders.rangeQuery(GroupFields.RESEMBLANCE);
    }

    /** Pages that a market keeps. */
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
