/**
 * The version of ndd, as a header of messages between nodes and of stored data. Independent of their content. Start with
 * {@link org.ndd.version.NddVersion}.
 */
package org.ndd.version;
