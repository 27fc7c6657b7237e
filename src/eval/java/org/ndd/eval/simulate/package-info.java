/**
 * Estimates runs over more documents and nodes than are available from measured runs.
 *
 * <p>Contains measurements of runs, costs fitted to them, and a model of work and waiting times in each phase. Must not access nodes,
 * documents or reports. All results are modeled. Assumptions are in {@link org.ndd.eval.simulate.Machine}, {@link
 * org.ndd.eval.simulate.Nodes} and {@link org.ndd.eval.simulate.Pages}. Deterministic: random values are generated from a seed. Start with
 * {@link org.ndd.eval.simulate.Simulation}.
 */
package org.ndd.eval.simulate;
