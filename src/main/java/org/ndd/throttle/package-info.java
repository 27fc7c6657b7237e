/**
 * Limits the number of documents per second, and waits without holding a thread. Knows nothing of the work that it slows down. Start with
 * {@link org.ndd.throttle.Throttle}.
 */
package org.ndd.throttle;
