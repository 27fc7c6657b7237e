package org.ndd.inspect;

import java.util.List;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.groups.DocumentVersion;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageSource;

/** A requested document or page, and its results so far. Each step of {@link CheckBatch} sets the input of the next. */
final class CheckItem {

    /** The page if the request contains its content; null for a document. */
    final PageSource content;

    /** The document as requested, with its index as soon as that is known; null for a page given by content. */
    DocumentName name;

    ComparablePage page;
    DocumentVersion version;

    /** Its membership in a group; null if it is in no group. */
    StoredGroups.Membership membership;

    /** Pages of which it may be a duplicate, in the order in which they are compared. */
    List<Target> targets = List.of();

    /** Whether the targets are documents that contain it, because no page is near it. */
    boolean ofContainment;

    /** The result; null as long as it is unknown. */
    CheckResult result;

    /**
     * A page of which the item may be a duplicate.
     *
     * @param page name of the page; may be the item itself, which is canonical in this case
     * @param by membership from which the target results; null without a group
     * @param decided decision by which the item is a duplicate of the page, independent of the texts; null for none
     */
    record Target(DocumentName page, StoredGroups.Membership by, DecidedBy decided) {

        Target(DocumentName page, StoredGroups.Membership by) {
            this(page, by, null);
        }
    }

    CheckItem(DocumentName name) {
        this.name = name;
        this.content = null;
    }

    CheckItem(PageSource content) {
        this.content = content;
    }

    boolean isOpen() {
        return result == null;
    }

    /** Returns whether it is in a group without being its canonical document. */
    boolean isDuplicate() {
        return isOpen() && membership != null && membership.document().isCanonical() == false;
    }
}
