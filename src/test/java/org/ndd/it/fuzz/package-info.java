/**
 * Malformed requests: those of the YAML tests with random mutations. Each must succeed or fail with a client error; internal errors and
 * leftover resources fail the test. Start with {@link org.ndd.it.RequestFuzzIT}.
 */
package org.ndd.it.fuzz;
