/**
 * What a run over more pages and nodes than anybody here has would take, from what runs on real nodes were measured to take.
 *
 * <p>What lives here: figures of measured runs, costs fitted to them, and a model of who waits for whom in each phase. What must not:
 * nodes, pages, reports. All figures that come out of it are modelled; what it assumes is in {@link
 * org.ndd.eval.simulate.Machine}, {@link org.ndd.eval.simulate.Nodes} and {@link
 * org.ndd.eval.simulate.Pages}. Deterministic: whatever is drawn comes from a seed. Start reading at {@link
 * org.ndd.eval.simulate.Simulation}.
 */
package org.ndd.eval.simulate;
