package org.ndd.query;

import java.util.Collection;
import java.util.Map;
import org.ndd.core.template.SiteTemplate;
import org.ndd.pair.IndexedSite;

/** Where a search on a shard gets templates from. */
interface TemplateSource {

    /**
     * The templates that are known of some sites; may wait.
     *
     * @param check called periodically; may throw, which ends the waiting
     */
    Map<IndexedSite, SiteTemplate> of(Collection<IndexedSite> sites, Runnable check);
}
