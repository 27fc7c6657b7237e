package org.ndd.eval.simulate;

/**
 * The pages of a run.
 *
 * @param documents how many
 * @param sites how many they are on
 * @param boilerplatePages pages that boilerplate is learned from, over all sites
 * @param crowd pages of one more group, beside what the power law makes; 0 for none
 * @param skewed whether groups have sizes; otherwise every node gets as much as every other
 */
public record Pages(double documents, double sites, double boilerplatePages, double crowd, boolean skewed) {

    /** Pages of a site, on average: assumed. */
    public static final double PAGES_A_SITE = 100;

    public Pages {
        if (documents < 1) {
            throw new IllegalArgumentException("[documents] must be at least [1], but was [" + documents + "]");
        }
    }

    /** Pages of the web: boilerplate is learned from all of them, since few sites have more than a sample takes. */
    public static Pages ofTheWeb(double documents) {
        return new Pages(documents, documents / PAGES_A_SITE, documents, 0, true);
    }

    /** The pages of a run that was measured. */
    public static Pages of(MeasuredRun run) {
        return new Pages(run.get("documents"), run.get("sites"), run.get("boilerplate_pages"), 0, true);
    }

    /** The same with a group of so many pages, all of which one node's shard makes. */
    public Pages withCrowd(double pages) {
        return new Pages(documents, sites, boilerplatePages, pages, skewed);
    }

    /** The same as if all groups were small. */
    public Pages even() {
        return new Pages(documents, sites, boilerplatePages, 0, false);
    }
}
