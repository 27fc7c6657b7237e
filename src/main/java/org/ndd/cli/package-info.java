/**
 * The command {@code ndd}: groups and compares documents of files without a cluster, with the options and results of the APIs. Parses
 * options and files, and prints results; everything else is in other packages. {@code distribution/bin/ndd --help} documents it.
 *
 * <p>Runs in a separate process, never in a node. Start with {@link org.ndd.cli.Ndd}.
 */
package org.ndd.cli;
