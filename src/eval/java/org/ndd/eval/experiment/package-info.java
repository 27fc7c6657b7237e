/**
 * The experiments of the PKU report (section 5) and of its slides, on any labeled corpus: the effect of its parameters.
 *
 * <p>Contains one class per experiment, from documents and labeled pairs to results. Must not access files or plots. All experiments use
 * the code of preset {@code pku2007}. Samples are chosen by hash, so experiments are reproducible. Start with {@link
 * org.ndd.eval.experiment.FingerprintExperiment}.
 */
package org.ndd.eval.experiment;
