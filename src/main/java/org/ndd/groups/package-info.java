/**
 * Reads the groups that a partition run found, without the reader having to know the mapping of the destination. Everything is read with
 * the reader's own rights: groups from the destination, titles from the source. Start with {@link org.ndd.groups.GroupsAction}.
 */
package org.ndd.groups;
