package org.ndd.partition.shard;

import org.ndd.core.boilerplate.SiteBoilerplate;

/** The boilerplate of a run's sites. */
public interface RunBoilerplate {

    /** No site has boilerplate: every pair is compared unmasked. */
    RunBoilerplate NONE = site -> null;

    /**
     * The boilerplate of a site.
     *
     * @param site of a document; {@code null} if none is known, for text that documents without a host repeat
     * @return {@code null} if none is known
     */
    SiteBoilerplate of(String site);
}
