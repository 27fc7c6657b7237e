/**
 * Group documents: the documents in the index of a run with the group of each page, and the lists of duplicates. The only package that knows
 * their format. Start with {@link org.ndd.groups.GroupDocument}, which reads and writes one, {@link org.ndd.groups.GroupQueries} and
 * {@link org.ndd.groups.GroupStore}, which find them, and {@link org.ndd.groups.DuplicateList}.
 *
 * <p>Also the groups API, which reads everything with the rights of the reader: groups from the destination, titles from the source. Start
 * with {@link org.ndd.groups.GroupsAction}.
 */
package org.ndd.groups;
