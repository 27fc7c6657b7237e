package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.Nullable;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;

/**
 * A group as the index of a run stores it: a document for each member. The only place that makes these documents from decisions, for runs
 * and for checkpoints; they are a function of the group and the member, byte for byte.
 *
 * @param run whose index it is in
 * @param name of the group
 * @param leader id of the leader
 * @param size number of documents, without those that are only part of the leader
 */
public record StoredGroup(String run, String name, String leader, int size) {

    /**
     * A document of the source in the version that was compared.
     *
     * @param index name of its index
     * @param routing with which it was indexed, or {@code null}
     */
    public record Compared(String index, @Nullable String routing, DocumentVersion version) {}

    /** The name of a group: the id of the leader, prefixed with its index if ids alone may not identify documents. */
    public static String name(String index, String leader, boolean severalIndices) {
        return severalIndices ? index + "/" + leader : leader;
    }

    /**
     * The document about a member.
     *
     * @param canonical the canonical document, which may be the member itself
     * @param verdict on the member and the canonical document
     * @param canonicalIn markets that keep the member
     * @return its fields in order, with the types that JSON parsing returns
     */
    public Map<String, Object> document(
            Compared member, Role role, Compared canonical, Verdict verdict, List<String> canonicalIn) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(GroupFields.DOC, member.version().asDoc(member.index(), member.routing()));
        document.put(GroupFields.GROUP, name);
        document.put(GroupFields.LEADER, leader);
        document.put(GroupFields.CANONICAL, member.equals(canonical));
        document.putAll(canonical.version().asCanonical(canonical.index(), canonical.routing()));
        if (canonicalIn.isEmpty() == false) {
            document.put(GroupFields.CANONICAL_IN, canonicalIn);
        }
        document.put(GroupFields.ROLE, role.value());
        if (role == Role.LEADER) {
            document.put(GroupFields.SIZE, size);
        }
        document.putAll(fields(verdict, role));
        document.put(GroupFields.RUN, run);
        return document;
    }

    /** The fields of a verdict on a member and its canonical document. */
    public static Map<String, Object> fields(Verdict verdict, Role role) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(GroupFields.VERIFIED, verdict.verifies(role));
        fields.put(GroupFields.RELATION, verdict.relation().value());
        fields.put(GroupFields.CONFIDENCE, verdict.confidence());
        fields.put(GroupFields.RESEMBLANCE, verdict.resemblance());
        Map<String, Object> containment = new LinkedHashMap<>();
        containment.put(GroupFields.IN_CANONICAL, verdict.containmentInCanonical());
        containment.put(GroupFields.OF_CANONICAL, verdict.containmentOfCanonical());
        fields.put(GroupFields.CONTAINMENT, containment);
        return fields;
    }

    /** The verdict that a document holds; {@code null} if there is none, as in documents of a build of ndd that knew no relations. */
    @Nullable
    public static Verdict verdict(Map<String, Object> document) {
        return document.get(GroupFields.RELATION) instanceof String relation
                        && document.get(GroupFields.CONTAINMENT) instanceof Map<?, ?> containment
                ? new Verdict(
                        Relation.of(relation),
                        number(document.get(GroupFields.CONFIDENCE)),
                        number(document.get(GroupFields.RESEMBLANCE)),
                        number(containment.get(GroupFields.IN_CANONICAL)),
                        number(containment.get(GroupFields.OF_CANONICAL)))
                : null;
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
