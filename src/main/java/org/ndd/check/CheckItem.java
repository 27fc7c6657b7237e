package org.ndd.check;

import java.util.List;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.groups.DocumentVersion;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageSource;

/** A requested document or page, and the results for it so far. Each step of {@link CheckBatch} fills in the input of the next. */
final class CheckItem {

    /** The page that is given by content, as in the request; null for a document. */
    final PageSource content;

    /** The document as requested, and with its index once that is known; null for a page that is given whole. */
    DocumentName name;

    ComparablePage page;
    DocumentVersion version;

    /** Its membership in a group; null if it is in none. */
    StoredGroups.Membership membership;

    /** Pages that it may be a duplicate of, the one to be taken first. */
    List<Target> targets = List.of();

    /** Whether the targets are documents that contain it, because nothing is near it. */
    boolean ofContainment;

    /** The result; null until it is known. */
    CheckResult result;

    /**
     * A page that another may be a duplicate of.
     *
     * @param page may be the other itself, which is to be kept then
     * @param by source of that decision; null without a group
     * @param decided decision of a person by which the other is a duplicate of it, independent of the texts; null for none
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

    /** A document that a group has, and that is not the one to keep. */
    boolean isDuplicate() {
        return isOpen() && membership != null && membership.document().isCanonical() == false;
    }
}
