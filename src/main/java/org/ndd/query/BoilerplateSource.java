package org.ndd.query;

import java.util.Collection;
import java.util.Map;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.pair.IndexedSite;

/** Where a search on a shard gets boilerplate from. */
interface BoilerplateSource {

    /**
     * The boilerplate that is known of some sites; may wait.
     *
     * @param check called periodically; may throw, which ends the waiting
     */
    Map<IndexedSite, SiteBoilerplate> of(Collection<IndexedSite> sites, Runnable check);
}
