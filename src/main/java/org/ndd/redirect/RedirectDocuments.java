package org.ndd.redirect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.RedirectPath;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupFields;
import org.ndd.groups.GroupKey;

/** Makes the documents of a run's index that exist because of redirects. */
final class RedirectDocuments {

    /** Fields that a page that redirects takes from its target page. */
    private static final List<String> OF_GROUP = List.of(
            GroupFields.GROUP,
            GroupFields.LEADER,
            GroupFields.CANONICAL_ID,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_INDEX_UUID,
            GroupFields.CANONICAL_ROUTING,
            GroupFields.CANONICAL_SEQ_NO,
            GroupFields.CANONICAL_PRIMARY_TERM);

    private final RedirectedRun run;

    /** @param run run with the index of the documents */
    RedirectDocuments(RedirectedRun run) {
        this.run = run;
    }

    /** The id of the document of a page. */
    static String key(DocumentName page) {
        return GroupKey.of(page.index(), page.id(), Role.REDIRECT);
    }

    /** The key that marks a dependency on a page. */
    static String viaPage(DocumentName page) {
        return "p" + key(page);
    }

    /** The key that marks a dependency on the page that has an address; of fixed length, as addresses may be longer than terms. */
    static String viaAddress(String address) {
        return "a" + GroupKey.of("", address, Role.REDIRECT);
    }

    /** All keys on which a way depends. */
    static Set<String> via(RedirectPath<DocumentName> path, Function<DocumentName, RedirectPage> pages) {
        Set<String> via = new TreeSet<>();
        for (DocumentName name : path.pages()) {
            via.add(viaPage(name));
            RedirectPage page = pages.apply(name);
            if (page.redirects()) {
                via.add(viaAddress(page.address()));
            }
        }
        return via;
    }

    /** The document of a page whose redirects lead nowhere: in no group. */
    RedirectDocument alone(RedirectPage page, Collection<String> via) {
        return document(page, via, new HashMap<>());
    }

    /**
     * The document of a page that redirects to another.
     *
     * @param group fields of the target's document
     */
    RedirectDocument attached(
            RedirectPage page, Collection<String> via, DocumentName target, Map<String, Object> group) {
        Map<String, Object> fields = new HashMap<>();
        for (String field : OF_GROUP) {
            if (group.get(field) != null) {
                fields.put(field, group.get(field));
            }
        }
        fields.put(GroupFields.CANONICAL, false);
        fields.put(GroupFields.ROLE, Role.REDIRECT.value());
        fields.put(GroupFields.VERIFIED, true);
        fields.put(GroupFields.RELATION, GroupFields.REDIRECT);
        fields.put(GroupFields.REDIRECT_TARGET, Map.of(GroupFields.INDEX, target.index(), GroupFields.ID, target.id()));
        return document(page, via, fields);
    }

    /**
     * The document of a page to which others redirect and that is in no group by its text: leader, canonical document and only text of a
     * group of redirects.
     *
     * @param group name of the group
     */
    RedirectDocument target(RedirectPage page, Collection<String> via, String group) {
        Map<String, Object> fields = new HashMap<>();
        DocumentName name = page.name();
        fields.put(GroupFields.GROUP, group);
        fields.put(GroupFields.LEADER, name.id());
        fields.put(GroupFields.CANONICAL, true);
        if (run.markets().isEmpty() == false) {
            fields.put(GroupFields.CANONICAL_IN, List.copyOf(run.markets()));
        }
        fields.putAll(page.version().asCanonical(name.index(), page.routing()));
        fields.put(GroupFields.ROLE, Role.LEADER.value());
        fields.put(GroupFields.SIZE, 1);
        fields.put(GroupFields.VERIFIED, true);
        fields.put(GroupFields.RELATION, Relation.SAME.value());
        fields.put(GroupFields.CONFIDENCE, 1.0);
        fields.put(GroupFields.RESEMBLANCE, 1.0);
        fields.put(GroupFields.CONTAINMENT, Map.of(GroupFields.IN_CANONICAL, 1.0, GroupFields.OF_CANONICAL, 1.0));
        fields.put(GroupFields.REDIRECT_TARGET, Map.of(GroupFields.INDEX, name.index(), GroupFields.ID, name.id()));
        return document(page, via, fields);
    }

    private RedirectDocument document(RedirectPage page, Collection<String> via, Map<String, Object> fields) {
        DocumentName name = page.name();
        fields.put(GroupFields.DOC, page.version().asDoc(name.index(), page.routing()));
        fields.put(GroupFields.REDIRECT_VIA, new ArrayList<>(new TreeSet<>(via)));
        fields.put(GroupFields.RUN, run.index());
        return new RedirectDocument(key(name), fields);
    }
}
