/**
 * Settings and options that several parts of ndd share: thread pools, names of the written fields, and the parameters of fingerprints and
 * of similarity as users type them.
 *
 * <p>The classes only parse, check and print. Start with {@link org.ndd.config.DocumentFields} and {@link
 * org.ndd.config.SimilarityOptions}.
 */
package org.ndd.config;
