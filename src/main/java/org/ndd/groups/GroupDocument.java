package org.ndd.groups;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupNaming.StoredGroup;

/**
 * The document about a page in the index of a run: its group, its role there, and how it compares with its canonical document. The only
 * place that writes and reads these documents. {@link GroupFields} has the names of their fields, {@link GroupMapping} the types,
 * {@link GroupQueries} the queries, and {@link GroupStore} reads them. Immutable; all methods take constant time.
 *
 * @param key id of the document, a function of the page and of whether it is only part of the group's leader
 * @param source the fields, with the types that JSON parsing returns
 */
public record GroupDocument(String key, Map<String, Object> source) {

    private static final int KEY_LENGTH = 27;

    /** Fields of a group that a page takes from the page to which it redirects. */
    private static final List<String> GROUP_FIELDS = List.of(
            GroupFields.GROUP,
            GroupFields.LEADER,
            GroupFields.CANONICAL_ID,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_INDEX_UUID,
            GroupFields.CANONICAL_ROUTING,
            GroupFields.CANONICAL_SEQ_NO,
            GroupFields.CANONICAL_PRIMARY_TERM);

    /** The document that a search found. */
    public static GroupDocument of(SearchHit hit) {
        return new GroupDocument(hit.getId(), hit.getSourceAsMap());
    }

    /** The document in JSON. */
    public static GroupDocument read(String key, BytesReference json) {
        return new GroupDocument(
                key, XContentHelper.convertToMap(json, false, XContentType.JSON).v2());
    }

    /** This document in JSON. */
    public BytesReference bytes() throws IOException {
        return BytesReference.bytes(JsonXContent.contentBuilder().map(source));
    }

    /**
     * The id of the document about a page: 27 characters of SHA-256.
     *
     * @param page with its index
     * @param role its role in the group; as part of a leader a page has a second document in addition to the one for its main group
     */
    public static String key(DocumentName page, Role role) {
        String name = page.index() + "/" + page.id() + (role == Role.PART_OF ? "/" + Role.PART_OF.value() : "");
        byte[] digest = MessageDigests.sha256().digest(name.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, KEY_LENGTH);
    }

    /**
     * The document about a member of a group.
     *
     * @param canonical the canonical document, which may be the member itself
     * @param verdict on the member and the canonical document
     * @param canonicalIn markets that keep the member
     */
    public static GroupDocument of(
            StoredGroup group,
            ComparedDocument member,
            Role role,
            ComparedDocument canonical,
            Verdict verdict,
            Collection<String> canonicalIn) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(GroupFields.DOC, member.asDoc());
        source.put(GroupFields.GROUP, group.name());
        source.put(GroupFields.LEADER, group.leader());
        source.put(GroupFields.CANONICAL, member.equals(canonical));
        source.putAll(canonical.asCanonical());
        if (canonicalIn.isEmpty() == false) {
            source.put(GroupFields.CANONICAL_IN, List.copyOf(canonicalIn));
        }
        source.put(GroupFields.ROLE, role.value());
        if (role == Role.LEADER) {
            source.put(GroupFields.SIZE, group.size());
        }
        source.putAll(fields(verdict, role));
        source.put(GroupFields.RUN, group.run());
        return new GroupDocument(key(member.name(), role), source);
    }

    /**
     * The document about a page whose redirects have no target: in no group.
     *
     * @param via the dependencies of its way, as keys
     */
    public static GroupDocument alone(String run, ComparedDocument page, Collection<String> via) {
        return redirect(run, page, via, Map.of());
    }

    /** This document about a page to which others redirect, and that is in its group only because of these. */
    public GroupDocument asTarget(Collection<String> via) {
        return with(Map.of(
                GroupFields.REDIRECT_TARGET,
                target(page()),
                GroupFields.REDIRECT_VIA,
                List.copyOf(new TreeSet<>(via))));
    }

    /** The document about a page that redirects to the page of this one. */
    public GroupDocument redirectedBy(String run, ComparedDocument page, Collection<String> via) {
        Map<String, Object> fields = new HashMap<>();
        GROUP_FIELDS.forEach(field -> fields.computeIfAbsent(field, source::get));
        fields.put(GroupFields.CANONICAL, false);
        fields.put(GroupFields.ROLE, Role.REDIRECT.value());
        fields.put(GroupFields.VERIFIED, true);
        fields.put(GroupFields.RELATION, GroupFields.REDIRECT);
        fields.put(GroupFields.REDIRECT_TARGET, target(page()));
        return redirect(run, page, via, fields);
    }

    private static GroupDocument redirect(
            String run, ComparedDocument page, Collection<String> via, Map<String, Object> fields) {
        Map<String, Object> source = new HashMap<>(fields);
        source.put(GroupFields.DOC, page.asDoc());
        source.put(GroupFields.REDIRECT_VIA, List.copyOf(new TreeSet<>(via)));
        source.put(GroupFields.RUN, run);
        return new GroupDocument(key(page.name(), Role.REDIRECT), source);
    }

    private static Map<String, Object> target(DocumentName page) {
        return Map.of(GroupFields.INDEX, page.index(), GroupFields.ID, page.id());
    }

    private static Map<String, Object> fields(Verdict verdict, Role role) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(GroupFields.VERIFIED, verdict.verifies(role));
        fields.put(GroupFields.RELATION, verdict.relation().value());
        fields.put(GroupFields.CONFIDENCE, verdict.confidence());
        fields.put(GroupFields.RESEMBLANCE, verdict.resemblance());
        Map<String, Object> containment = new LinkedHashMap<>();
        containment.put(GroupFields.IN_CANONICAL, verdict.containmentInCanonical());
        containment.put(GroupFields.OF_CANONICAL, verdict.containmentOfCanonical());
        fields.put(GroupFields.CONTAINMENT, containment);
        if (verdict.decided() != null) {
            fields.put(GroupFields.DECIDED, verdict.decided().fields());
        }
        return fields;
    }

    /** The page that the document is about, with its index. */
    public DocumentName page() {
        return name(GroupFields.DOC);
    }

    /** The page in the version that was compared. */
    public ComparedDocument compared() {
        return ComparedDocument.ofDoc((Map<?, ?>) source.get(GroupFields.DOC));
    }

    /**
     * Returns this document, if it has the versions of the page and its canonical document.
     *
     * @throws IllegalArgumentException if a build of ndd wrote it that stored none
     */
    public GroupDocument requireVersions() {
        if (compared().version() == null || comparedCanonical().version() == null) {
            throw new IllegalArgumentException("[dest] must have the versions of the compared documents, but was "
                    + "written by an earlier version of ndd: partition again");
        }
        return this;
    }

    /** UUID of the index that the page was in. */
    public String indexUuid() {
        return (String) ((Map<?, ?>) source.get(GroupFields.DOC)).get(GroupFields.INDEX_UUID);
    }

    /** The canonical document of the page, which may be the page itself. */
    public DocumentName canonical() {
        String index = (String) source.get(GroupFields.CANONICAL_INDEX);
        return new DocumentName(index == null ? page().index() : index, (String) source.get(GroupFields.CANONICAL_ID));
    }

    /** The canonical document in the version that was compared. */
    public ComparedDocument comparedCanonical() {
        return ComparedDocument.ofCanonical(canonical().index(), source);
    }

    /** The page to which this one redirects, or itself if others redirect to it; {@code null} without redirects that lead to a page. */
    @Nullable
    public DocumentName redirectTarget() {
        return name(GroupFields.REDIRECT_TARGET);
    }

    @Nullable
    private DocumentName name(String field) {
        return source.get(field) instanceof Map<?, ?> doc
                ? new DocumentName((String) doc.get(GroupFields.INDEX), (String) doc.get(GroupFields.ID))
                : null;
    }

    /** The name of the group; {@code null} if the document only names the dependency of a redirect. */
    @Nullable
    public String group() {
        return (String) source.get(GroupFields.GROUP);
    }

    /** The run that made the group. */
    public String run() {
        return (String) source.get(GroupFields.RUN);
    }

    /** Number of pages of the group; only its leader has it. */
    public int size() {
        return ((Number) source.get(GroupFields.SIZE)).intValue();
    }

    /** Name of the relation to the canonical document; {@code redirect} if the two were not compared. */
    public String relation() {
        return (String) source.get(GroupFields.RELATION);
    }

    /** Confidence of that relation; {@code null} if the two were not compared. */
    @Nullable
    public Number confidence() {
        return (Number) source.get(GroupFields.CONFIDENCE);
    }

    /** The verdict by texts on the page and its canonical document; {@code null} if there is none, as on a page that redirects. */
    @Nullable
    public Verdict verdict() {
        return isRedirect() == false
                        && relation() != null
                        && source.get(GroupFields.CONTAINMENT) instanceof Map<?, ?> containment
                ? new Verdict(
                        Relation.of(relation()),
                        confidence().doubleValue(),
                        ((Number) source.get(GroupFields.RESEMBLANCE)).doubleValue(),
                        ((Number) containment.get(GroupFields.IN_CANONICAL)).doubleValue(),
                        ((Number) containment.get(GroupFields.OF_CANONICAL)).doubleValue())
                : null;
    }

    /** The markets for which it is the page to keep. */
    public Collection<?> canonicalIn() {
        return source.get(GroupFields.CANONICAL_IN) instanceof Collection<?> markets ? markets : List.of();
    }

    public boolean isCanonical() {
        return Boolean.TRUE.equals(source.get(GroupFields.CANONICAL));
    }

    private boolean isVerified() {
        return Boolean.TRUE.equals(source.get(GroupFields.VERIFIED));
    }

    /** Whether the page has a role in the group. */
    public boolean hasRole(Role role) {
        return role.value().equals(source.get(GroupFields.ROLE));
    }

    public boolean isLeader() {
        return hasRole(Role.LEADER);
    }

    /** Whether the page is in this group only as a part of its leader: it has another group, or none. */
    public boolean isPartOf() {
        return hasRole(Role.PART_OF);
    }

    /** Whether the page redirects to another one of the group. */
    public boolean isRedirect() {
        return GroupFields.REDIRECT.equals(relation());
    }

    /** Whether the page is the leader of a group that exists only because of redirects. */
    public boolean isRedirectTarget() {
        return isLeader() && source.containsKey(GroupFields.REDIRECT_VIA);
    }

    /** Whether others of the group depend on this page. */
    public boolean hasDependents() {
        return isCanonical() || isLeader() || canonicalIn().isEmpty() == false;
    }

    /** Whether a market keeps another page for this one. */
    public boolean isHiddenIn(String market) {
        return isVerified() && canonicalIn().contains(market) == false;
    }

    public boolean isDuplicate() {
        return isCanonical() == false && isVerified();
    }

    /** Whether it is a duplicate that is the same as its canonical document. */
    public boolean isSame() {
        return isDuplicate() && Relation.SAME.value().equals(relation());
    }

    /** Whether another document has the same leader and canonical document. */
    public boolean hasGroupOf(GroupDocument other) {
        return Objects.equals(source.get(GroupFields.LEADER), other.source.get(GroupFields.LEADER))
                && comparedCanonical().equals(other.comparedCanonical());
    }

    /** The fields that the changes of a job report, in order. */
    public Map<String, Object> reportedFields() {
        Map<String, Object> reported = new LinkedHashMap<>();
        GroupMapping.REPORTED.keySet().forEach(field -> reported.computeIfAbsent(field, source::get));
        return reported;
    }

    /** The fields that the backup of a deleted page has, in order. */
    public Map<String, Object> backupFields() {
        Map<String, Object> doc = compared().asDoc();
        doc.keySet().removeAll(List.of(GroupFields.SEQ_NO, GroupFields.PRIMARY_TERM));
        Map<String, Object> deleted = new LinkedHashMap<>();
        deleted.put(GroupFields.DOC, doc);
        deleted.put(GroupFields.CANONICAL_INDEX, canonical().index());
        deleted.put(GroupFields.CANONICAL_ID, canonical().id());
        deleted.put(GroupFields.RUN, run());
        deleted.put(GroupFields.RELATION, relation());
        deleted.put(GroupFields.CONFIDENCE, confidence());
        return deleted;
    }

    /**
     * Returns this document with the current versions of the pages.
     *
     * @param current returns the version of a page whose text is as it was compared, and {@code null} for all other pages
     */
    public GroupDocument ofVersions(Function<DocumentName, ComparedDocument> current) {
        if (group() == null) {
            return this;
        }
        Map<String, Object> fields = new HashMap<>();
        ComparedDocument currentPage = current.apply(page());
        if (currentPage != null) {
            fields.put(GroupFields.DOC, currentPage.asDoc());
        }
        ComparedDocument canonical = current.apply(canonical());
        if (canonical != null) {
            fields.putAll(canonical.asCanonical());
        }
        return fields.isEmpty() ? this : with(fields);
    }

    /** Returns this document for a new version of the page. */
    public GroupDocument compared(ComparedDocument page, Verdict verdict) {
        Map<String, Object> fields = fields(verdict, Role.MEMBER);
        fields.put(GroupFields.DOC, page.asDoc());
        return with(fields);
    }

    /** The document of a page that joins the group of this one, and was compared with the canonical document that this one names. */
    public GroupDocument joinedBy(ComparedDocument page, Verdict verdict) {
        Map<String, Object> joined = new HashMap<>(compared(page, verdict).source);
        joined.remove(GroupFields.SIZE);
        joined.put(GroupFields.ROLE, Role.MEMBER.value());
        joined.put(GroupFields.CANONICAL, false);
        return new GroupDocument(key(page.name(), Role.MEMBER), joined);
    }

    /** Returns this document of a leader with another size of the group. */
    public GroupDocument ofSize(int pages) {
        return size() == pages ? this : with(Map.of(GroupFields.SIZE, pages));
    }

    /** Returns this document for the index of another run, with another name of the group. */
    public GroupDocument inGroup(String name, String run) {
        return with(Map.of(GroupFields.GROUP, name, GroupFields.RUN, run));
    }

    private GroupDocument with(Map<String, Object> fields) {
        Map<String, Object> changed = new HashMap<>(source);
        changed.putAll(fields);
        return new GroupDocument(key, changed);
    }
}
