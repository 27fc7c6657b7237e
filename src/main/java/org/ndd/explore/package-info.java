/**
 * The explorer: a page for the browser that shows what was found. In here are its files and how they are served, and nothing of what it
 * shows: the page asks the public APIs, as the browser's user. Start with {@link org.ndd.explore.RestExploreAction}; the page itself is in
 * the resources of this package, and begins with {@code main.js}.
 */
package org.ndd.explore;
