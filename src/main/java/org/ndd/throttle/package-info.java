/**
 * Limits the number of documents per second, and waits without blocking a thread. Independent of the work that it limits. Start with
 * {@link org.ndd.throttle.Throttle}.
 */
package org.ndd.throttle;
