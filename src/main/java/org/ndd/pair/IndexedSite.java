package org.ndd.pair;

/**
 * A site in one index. Each index has separate boilerplate.
 *
 * @param index concrete index; null if unknown, in which case there is no boilerplate
 * @param site the site, or null if unknown
 */
public record IndexedSite(String index, String site) {}
