/**
 * Group documents: the documents in the index of a run with the group of each page, and the lists of duplicates. Only this package reads
 * and writes their format. Start with {@link org.ndd.groups.GroupDocument}, which reads and writes one, {@link org.ndd.groups.GroupQueries}
 * and {@link org.ndd.groups.GroupStore}, which find them, and {@link org.ndd.groups.DuplicateList}.
 *
 * <p>Also implements the groups API. It reads groups from the destination and titles from the source, both with the rights of the reader.
 * Start with {@link org.ndd.groups.GroupsAction}.
 */
package org.ndd.groups;
