package org.ndd.bulk;

/** The kinds of bulk tasks, with their names in paths. */
public enum BulkTaskKind {
    BACKFILL("backfill"),
    /** Deletes duplicates, or restores them. */
    DELETE("delete"),
    /** Marks duplicates, or takes marks away. */
    MARK("mark");

    private final String path;

    BulkTaskKind(String path) {
        this.path = path;
    }

    /** The part of paths that names the kind. */
    public String path() {
        return path;
    }
}
