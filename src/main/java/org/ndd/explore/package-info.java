/**
 * The explorer: a web page that displays groups, runs and comparisons. This package contains its files and serves them. The page reads all
 * data from the public APIs, with the rights of the user of the browser. Start with {@link org.ndd.explore.RestExploreAction}; the page
 * itself is in the resources of this package, and starts with {@code main.js}.
 */
package org.ndd.explore;
