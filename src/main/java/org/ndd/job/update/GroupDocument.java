package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.search.SearchHit;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupFields;
import org.ndd.groups.GroupKey;
import org.ndd.groups.StoredGroup;
import org.ndd.redirect.RedirectDocument;

/**
 * The document of a run's index about a page in a group.
 *
 * @param key id of the document there, a function of the page and of whether it is only part of the group's leader
 * @param source the document
 */
record GroupDocument(String key, Map<String, Object> source) {

    private static final List<String> OF_GROUP = List.of(
            GroupFields.LEADER,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_INDEX_UUID,
            GroupFields.CANONICAL_ID,
            GroupFields.CANONICAL_SEQ_NO);

    static GroupDocument of(SearchHit hit) {
        return new GroupDocument(hit.getId(), hit.getSourceAsMap());
    }

    static GroupDocument of(RedirectDocument document) {
        return new GroupDocument(document.key(), document.source());
    }

    DocumentName page() {
        Map<?, ?> doc = (Map<?, ?>) source.get(GroupFields.DOC);
        return new DocumentName((String) doc.get(GroupFields.INDEX), (String) doc.get(GroupFields.ID));
    }

    DocumentName canonical() {
        return new DocumentName(
                (String) source.get(GroupFields.CANONICAL_INDEX), (String) source.get(GroupFields.CANONICAL_ID));
    }

    /** {@code null} if the document only names the dependency of a redirect. */
    String group() {
        return (String) source.get(GroupFields.GROUP);
    }

    /** Number of pages of the group; only its leader has it. */
    int size() {
        return ((Number) source.get(GroupFields.SIZE)).intValue();
    }

    boolean isCanonical() {
        return Boolean.TRUE.equals(source.get(GroupFields.CANONICAL));
    }

    boolean isLeader() {
        return Role.LEADER.value().equals(source.get(GroupFields.ROLE));
    }

    /** Whether it keeps a group together that there is because of redirects alone. */
    boolean isRedirectTarget() {
        return isLeader() && source.containsKey(GroupFields.REDIRECT_VIA);
    }

    /** Whether the page is in this group only as a part of its leader: it has another group, or none. */
    boolean isPartOf() {
        return Role.PART_OF.value().equals(source.get(GroupFields.ROLE));
    }

    /** Whether it was written of this version of the page. */
    boolean isOf(LivePage page) {
        return page.version().equals(DocumentVersion.compared(source));
    }

    /** Whether only marks were written into the page since. */
    boolean isOfUnmarked(LivePage page) {
        return page.unmarked() != null && page.unmarked().equals(DocumentVersion.compared(source));
    }

    /**
     * The same of the versions that pages have now.
     *
     * @param pages whose texts are as they were compared
     */
    GroupDocument ofVersions(Map<DocumentName, LivePage> pages) {
        if (pages.isEmpty() || group() == null) {
            return this;
        }
        Map<String, Object> fields = new HashMap<>();
        LivePage itself = pages.get(page());
        if (itself != null) {
            fields.put(GroupFields.DOC, itself.version().asDoc(page().index(), itself.routing()));
        }
        LivePage canonical = pages.get(canonical());
        if (canonical != null) {
            fields.putAll(canonical.version().asCanonical(canonical().index(), canonical.routing()));
        }
        return fields.isEmpty() ? this : with(fields);
    }

    /** UUID of the index that the page was in. */
    String indexUuid() {
        return (String) ((Map<?, ?>) source.get(GroupFields.DOC)).get(GroupFields.INDEX_UUID);
    }

    /** The markets for which it is the page to keep. */
    private Collection<?> canonicalIn() {
        return source.get(GroupFields.CANONICAL_IN) instanceof Collection<?> markets ? markets : List.of();
    }

    /** Whether others of the group depend on this page. */
    boolean carriesItsGroup() {
        return isCanonical() || isLeader() || canonicalIn().isEmpty() == false;
    }

    /** Whether a market keeps another page for this one. */
    boolean isHiddenIn(String market) {
        return Boolean.TRUE.equals(source.get(GroupFields.VERIFIED))
                && canonicalIn().contains(market) == false;
    }

    boolean isDuplicate() {
        return isCanonical() == false && Boolean.TRUE.equals(source.get(GroupFields.VERIFIED));
    }

    boolean isSame() {
        return isDuplicate() && Relation.SAME.value().equals(source.get(GroupFields.RELATION));
    }

    /** Whether another document has the same leader and canonical document. */
    boolean hasGroupOf(GroupDocument other) {
        return OF_GROUP.stream().allMatch(field -> Objects.equals(source.get(field), other.source.get(field)));
    }

    /** The same of a new version of the page. */
    GroupDocument compared(LivePage version, Verdict verdict) {
        return with(measured(page(), version, verdict));
    }

    /** The document of a page that joins the group of this one, and was compared with the canonical document that this one names. */
    GroupDocument joinedBy(DocumentName page, LivePage version, Verdict verdict) {
        Map<String, Object> fields = measured(page, version, verdict);
        fields.put(GroupFields.ROLE, Role.MEMBER.value());
        fields.put(GroupFields.CANONICAL, false);
        Map<String, Object> joined = new HashMap<>(source);
        joined.remove(GroupFields.SIZE);
        joined.putAll(fields);
        return new GroupDocument(GroupKey.of(page.index(), page.id(), Role.MEMBER), joined);
    }

    private static Map<String, Object> measured(DocumentName page, LivePage version, Verdict verdict) {
        Map<String, Object> fields = new HashMap<>();
        fields.put(GroupFields.DOC, version.version().asDoc(page.index(), version.routing()));
        fields.putAll(StoredGroup.fields(verdict, Role.MEMBER));
        return fields;
    }

    /** The same leader of a group of another size. */
    GroupDocument ofSize(int pages) {
        return size() == pages ? this : with(Map.of(GroupFields.SIZE, pages));
    }

    /** The same in the index of another run, in a group of another name. */
    GroupDocument inGroup(String name, String run) {
        return with(Map.of(GroupFields.GROUP, name, GroupFields.RUN, run));
    }

    private GroupDocument with(Map<String, Object> fields) {
        Map<String, Object> changed = new HashMap<>(source);
        changed.putAll(fields);
        return new GroupDocument(key, changed);
    }
}
