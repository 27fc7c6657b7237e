/**
 * Requests that nobody would write: those of the YAML tests, changed by chance. What may come of them is an answer or a refusal; never an
 * internal error, and nothing that is left behind. {@link org.ndd.it.fuzz.RequestFuzzIT} is where to start reading.
 */
package org.ndd.it.fuzz;
