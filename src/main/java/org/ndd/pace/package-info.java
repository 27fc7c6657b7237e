/**
 * Keeping to a number of documents a second, and waiting, without holding a thread. Knows nothing of what it slows down. Start with
 * {@link org.ndd.pace.Throttle}.
 */
package org.ndd.pace;
