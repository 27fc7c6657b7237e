package org.ndd.status;

import java.util.List;
import org.ndd.groups.DocumentVersion;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.DocumentName;
import org.ndd.pair.PageSource;

/** A document or page that is asked for, and what is known of it so far. Each step of {@link StatusBatch} fills in what the next needs. */
final class Asked {

    /** What the user said of a page that is given whole; null for a document. */
    final PageSource given;

    /** The document as it was asked for, and with its index once that is known; null for a page that is given whole. */
    DocumentName name;

    ComparablePage page;
    DocumentVersion version;

    /** Where it is in a group; null where it is in none. */
    Membership membership;

    /** Pages that it may be a duplicate of, the one to be taken first. */
    List<Target> targets = List.of();

    /** Null as long as it is open. */
    PageStatus status;

    /**
     * A page that another may be a duplicate of.
     *
     * @param page may be the other itself, which is to be kept then
     * @param by says so; null where no group does
     */
    record Target(DocumentName page, Membership by) {}

    Asked(DocumentName name) {
        this.name = name;
        this.given = null;
    }

    Asked(PageSource given) {
        this.given = given;
    }

    boolean isOpen() {
        return status == null;
    }

    /** A document that a group has, and that is not the one to keep. */
    boolean isLoser() {
        return isOpen() && membership != null && membership.wins() == false;
    }
}
