package org.ndd.partition.shard;

import org.ndd.core.template.SiteTemplate;

/** The templates of a run's sites. */
public interface SiteTemplates {

    /** No site has a template: every pair is compared unmasked. */
    SiteTemplates NONE = site -> null;

    /**
     * The template of a site.
     *
     * @param site of a document; {@code null} if none is known, for text that documents without a host repeat
     * @return {@code null} if none is known
     */
    SiteTemplate of(String site);
}
