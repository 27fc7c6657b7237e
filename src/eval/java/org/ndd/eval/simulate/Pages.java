package org.ndd.eval.simulate;

/**
 * The documents of a run.
 *
 * @param documents number of documents
 * @param sites number of sites
 * @param boilerplatePages number of documents in boilerplate samples, over all sites
 * @param crowd size of an additional group, or 0
 * @param skewed whether group sizes vary; otherwise all nodes have equal load
 */
public record Pages(double documents, double sites, double boilerplatePages, double crowd, boolean skewed) {

    /** Assumed mean number of documents per site. */
    public static final double PAGES_PER_SITE = 100;

    public Pages {
        if (documents < 1) {
            throw new IllegalArgumentException("[documents] must be at least [1], but was [" + documents + "]");
        }
    }

    /** Creates web pages: boilerplate is learned from all of them, because few sites exceed the sample size. */
    public static Pages webPages(double documents) {
        return new Pages(documents, documents / PAGES_PER_SITE, documents, 0, true);
    }

    /** Returns the documents of a measured run. */
    public static Pages of(MeasuredRun run) {
        return new Pages(run.get("documents"), run.get("sites"), run.get("boilerplate_pages"), 0, true);
    }

    /** Returns the documents with an additional group, which is built by the shard of one node. */
    public Pages withCrowd(double pages) {
        return new Pages(documents, sites, boilerplatePages, pages, skewed);
    }

    /** Returns the documents with small groups only. */
    public Pages even() {
        return new Pages(documents, sites, boilerplatePages, 0, false);
    }
}
