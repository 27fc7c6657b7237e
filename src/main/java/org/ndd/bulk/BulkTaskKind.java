package org.ndd.bulk;

/** The kinds of bulk tasks, with their names in paths and responses. */
public enum BulkTaskKind {
    BACKFILL("backfill", "backfills"),
    /** Deletes duplicates, or restores them. */
    DELETE("delete", "deletions"),
    /** Marks duplicates, or takes marks away. */
    MARK("mark", "markings");

    private final String path;
    private final String plural;

    BulkTaskKind(String path, String plural) {
        this.path = path;
        this.plural = plural;
    }

    /** The last part of the path of the request that begins one. */
    public String path() {
        return path;
    }

    /** The key of a list of them. */
    String plural() {
        return plural;
    }
}
