package org.ndd.eval;

import java.util.List;
import org.ndd.eval.experiment.FingerprintExperiment;
import org.ndd.eval.experiment.SlopeExperiment;
import org.ndd.eval.experiment.StagesExperiment;
import org.ndd.eval.experiment.WindowExperiment;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;

/**
 * The experiments of the PKU report on one corpus.
 *
 * @param corpus name
 * @param fingerprints figure 5
 * @param window figure 6
 * @param slope figure 7
 * @param stages table 2 of the slides
 */
record Experiments(
        String corpus,
        FingerprintExperiment.Rates fingerprints,
        WindowExperiment.Rates window,
        SlopeExperiment.Precision slope,
        StagesExperiment.Stages stages) {

    static Experiments run(Evaluation evaluation) {
        List<Page> pages = evaluation.pages();
        List<LabeledPair> pairs = evaluation.pairs();
        return new Experiments(
                evaluation.corpus().name(),
                new FingerprintExperiment(pages, pairs).run(),
                WindowExperiment.run(pages, pairs),
                SlopeExperiment.run(pages, pairs),
                StagesExperiment.run(pages, pairs));
    }
}
