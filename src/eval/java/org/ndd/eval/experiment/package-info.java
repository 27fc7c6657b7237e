/**
 * The experiments of the technical report (section 5) and of its slides, on any labeled corpus: what its parameters do.
 *
 * <p>What lives here: one class an experiment, from pages and labeled pairs to figures. What must not: files and plots. All is measured
 * with our own code of preset {@code pku2007}. Samples are chosen by hashes, so an experiment gives the same again. Start reading at
 * {@link org.ndd.eval.experiment.FingerprintExperiment}.
 */
package org.ndd.eval.experiment;
