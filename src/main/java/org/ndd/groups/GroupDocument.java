package org.ndd.groups;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.common.bytes.BytesReference;
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
 * The document about a page in the index of a run: its group, its role in the group, and the verdict on it and its canonical document. Only
 * this class writes and reads these documents. {@link GroupFields} has the names of their fields, {@link GroupMapping} the types, {@link
 * GroupQueries} the queries, and {@link GroupStore} reads them. Immutable; all methods take constant time.
 *
 * @param key id of the document, a function of the page and of whether it is only part of the group's leader
 * @param source the fields, with the types that JSON parsing returns
 */
public record GroupDocument(String key, Map<String, Object> source) {

    /** Fields of a group that a redirecting page takes from the target page. */
    private static final List<String> GROUP_FIELDS = List.of(
            GroupFields.GROUP,
            GroupFields.LEADER,
            GroupFields.CANONICAL_ID,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_INDEX_UUID,
            GroupFields.CANONICAL_ROUTING,
            GroupFields.CANONICAL_SEQ_NO,
            GroupFields.CANONICAL_PRIMARY_TERM);

    /** Returns the document that a search found; rejects hidden fields (403). */
    public static GroupDocument of(SearchHit hit) {
        return Destination.requireVisible(new GroupDocument(hit.getId(), hit.getSourceAsMap()), hit.getIndex());
    }

    public static GroupDocument read(String key, BytesReference json) {
        return new GroupDocument(
                key, XContentHelper.convertToMap(json, false, XContentType.JSON).v2());
    }

    public BytesReference bytes() throws IOException {
        return BytesReference.bytes(JsonXContent.contentBuilder().map(source));
    }

    /** Returns the id of the document about a page, another one for a page that is part of a leader: 27 characters of SHA-256. */
    public static String key(DocumentName page, Role role) {
        // no name of an index begins with a slash, but an id may have any character
        String name = page.index() + "/" + page.id();
        return DocumentName.hash(role == Role.PART_OF ? "/" + name : name);
    }

    /**
     * Creates the document about a member, which may be the canonical document itself, and is that of some markets. The document about the
     * canonical document has no relation, so that a search for duplicates by their relation does not return it.
     */
    public static GroupDocument of(
            StoredGroup group,
            ComparedDocument member,
            Role role,
            ComparedDocument canonical,
            Verdict verdict,
            Collection<String> canonicalIn) {
        boolean isCanonical = member.equals(canonical);
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(GroupFields.DOC, member.asDoc());
        source.put(GroupFields.GROUP, group.name());
        source.put(GroupFields.LEADER, group.leader());
        source.put(GroupFields.CANONICAL, isCanonical);
        source.putAll(canonical.asCanonical());
        if (canonicalIn.isEmpty() == false) {
            source.put(GroupFields.CANONICAL_IN, List.copyOf(canonicalIn));
        }
        source.put(GroupFields.ROLE, role.value());
        if (role == Role.LEADER) {
            source.put(GroupFields.SIZE, group.size());
        }
        source.putAll(isCanonical ? Map.of(GroupFields.VERIFIED, true) : fields(verdict, role));
        source.put(GroupFields.RUN, group.run());
        return new GroupDocument(key(member.name(), role), source);
    }

    /** Creates the document about a page whose redirects, with these dependencies, have no target: it is in no group. */
    public static GroupDocument alone(String run, ComparedDocument page, Collection<String> via) {
        return redirect(run, page, via, Map.of());
    }

    /** Returns this document for a page that is in its group only because other pages redirect to it. */
    public GroupDocument asTarget(Collection<String> via) {
        return with(Map.of(
                GroupFields.REDIRECT_TARGET,
                target(page()),
                GroupFields.REDIRECT_VIA,
                List.copyOf(new TreeSet<>(via))));
    }

    /** Creates the document about a page that redirects to the page of this document. */
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

    public DocumentName page() {
        return name(GroupFields.DOC);
    }

    public ComparedDocument compared() {
        return ComparedDocument.fromMap((Map<?, ?>) source.get(GroupFields.DOC));
    }

    /** Returns this document; throws {@link IllegalArgumentException} if a build of ndd wrote it that stored no versions. */
    public GroupDocument requireVersions() {
        if (compared().version() == null || comparedCanonical().version() == null) {
            throw new IllegalArgumentException("[dest] must have the versions of the compared documents, but was "
                    + "written by an earlier version of ndd: start a new run");
        }
        return this;
    }

    public String indexUuid() {
        return (String) ((Map<?, ?>) source.get(GroupFields.DOC)).get(GroupFields.INDEX_UUID);
    }

    /** Returns the canonical document of the page, which may be the page itself. */
    public DocumentName canonical() {
        String index = (String) source.get(GroupFields.CANONICAL_INDEX);
        return new DocumentName(index == null ? page().index() : index, (String) source.get(GroupFields.CANONICAL_ID));
    }

    /** Returns the canonical document in the version that was compared. */
    public ComparedDocument comparedCanonical() {
        return ComparedDocument.ofCanonical(canonical().index(), source);
    }

    /** Returns the page to which this page redirects, or itself if others redirect to it; {@code null} if no redirects lead to a page. */
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

    /** Returns the name of the group; {@code null} if the document only stores the dependencies of a redirect. */
    @Nullable
    public String group() {
        return (String) source.get(GroupFields.GROUP);
    }

    public String run() {
        return (String) source.get(GroupFields.RUN);
    }

    /** Returns the number of pages of the group; only the document of the leader has it. */
    public int size() {
        return ((Number) source.get(GroupFields.SIZE)).intValue();
    }

    /** Returns the name of the relation to the canonical document, {@code redirect} if the two were not compared; null if they are one. */
    @Nullable
    public String relation() {
        return (String) source.get(GroupFields.RELATION);
    }

    /** Returns the confidence of that relation; {@code null} if the two were not compared, or are one. */
    @Nullable
    public Number confidence() {
        return (Number) source.get(GroupFields.CONFIDENCE);
    }

    /** Returns the verdict by texts on the page and its canonical document; {@code null} if there is none, as for a page that redirects. */
    @Nullable
    public Verdict verdict() {
        if (isCanonical()) {
            return Verdict.EQUAL;
        }
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

    public Collection<?> canonicalIn() {
        return source.get(GroupFields.CANONICAL_IN) instanceof Collection<?> markets ? markets : List.of();
    }

    public boolean isCanonical() {
        return Boolean.TRUE.equals(source.get(GroupFields.CANONICAL));
    }

    /** Returns whether the page is near its canonical document, or the canonical document itself; a part never is. */
    public boolean isVerified() {
        return Boolean.TRUE.equals(source.get(GroupFields.VERIFIED));
    }

    public boolean hasRole(Role role) {
        return role.value().equals(source.get(GroupFields.ROLE));
    }

    public boolean isLeader() {
        return hasRole(Role.LEADER);
    }

    /** Returns whether the page is in this group only as a part of its leader: it has another group, or none. */
    public boolean isPartOf() {
        return hasRole(Role.PART_OF);
    }

    /** Returns whether the page is part of its canonical document, after which the group is named. */
    public boolean isPartOfCanonical() {
        DocumentName canonical = canonical();
        return isPartOf()
                && canonical.id().equals(source.get(GroupFields.LEADER))
                && List.of(false, true).stream()
                        .map(several -> StoredGroup.name(canonical.index(), canonical.id(), several))
                        .anyMatch(group()::equals);
    }

    /** Returns whether the page redirects to another page of the group. */
    public boolean isRedirect() {
        return GroupFields.REDIRECT.equals(relation());
    }

    /** Returns whether the page is the leader of a group that exists only because of redirects. */
    public boolean isRedirectTarget() {
        return isLeader() && source.containsKey(GroupFields.REDIRECT_VIA);
    }

    /** Returns whether other pages of the group depend on this page. */
    public boolean hasDependents() {
        return isCanonical() || isLeader() || canonicalIn().isEmpty() == false;
    }

    /** Returns whether a market shows another page instead of this one. */
    public boolean isHiddenIn(String market) {
        return isVerified() && canonicalIn().contains(market) == false;
    }

    public boolean isDuplicate() {
        return isCanonical() == false && isVerified();
    }

    /** Returns whether the page is a duplicate that is {@code same} to its canonical document. */
    public boolean isSame() {
        return isDuplicate() && Relation.SAME.value().equals(relation());
    }

    /** Returns whether another document has the same leader and canonical document. */
    public boolean hasGroupOf(GroupDocument other) {
        return Objects.equals(source.get(GroupFields.LEADER), other.source.get(GroupFields.LEADER))
                && comparedCanonical().equals(other.comparedCanonical());
    }

    /** Returns the fields that the changes of a job report, in order. */
    public Map<String, Object> reportedFields() {
        Map<String, Object> reported = new LinkedHashMap<>();
        GroupMapping.REPORTED.forEach(field -> reported.computeIfAbsent(field, source::get));
        return reported;
    }

    /** Returns the fields in the backup of a deleted page, in order. */
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
     * Returns this document, which has a group, with the current versions of the pages.
     *
     * @param current returns the current version of a page whose text was not changed since it was compared, and {@code null} for all
     *     other pages
     */
    public GroupDocument withVersions(Function<DocumentName, ComparedDocument> current) {
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

    /** Returns a document for a page that joins the group of this document, and was compared with the canonical document of this one. */
    public GroupDocument joinedBy(ComparedDocument page, Verdict verdict) {
        Map<String, Object> joined = new HashMap<>(source);
        joined.putAll(fields(verdict, Role.MEMBER));
        joined.put(GroupFields.DOC, page.asDoc());
        joined.remove(GroupFields.SIZE);
        joined.put(GroupFields.ROLE, Role.MEMBER.value());
        joined.put(GroupFields.CANONICAL, false);
        return new GroupDocument(key(page.name(), Role.MEMBER), joined);
    }

    /** Returns this document of a leader with another size of the group. */
    public GroupDocument withSize(int pages) {
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
