package org.ndd.eval;

import org.ndd.eval.score.LabeledPair;

/**
 * Recall of the copies with errors of a {@link NoisyCorpus}.
 *
 * @param copies number of copies
 * @param candidates copies that share a fingerprint with their document
 * @param near candidates that are near their document
 * @param grouped copies in the group of their document
 */
record CopyRecall(long copies, long candidates, long near, long grouped) {

    /** Compares each copy with its document, and groups the corpus. */
    static CopyRecall of(Evaluation evaluation, NddMethod method) {
        GroupedCorpus corpus = GroupedCorpus.of(evaluation, method);
        long copies = 0;
        long candidates = 0;
        long near = 0;
        long grouped = 0;
        for (LabeledPair pair : evaluation.pairs()) {
            if (pair.kind().equals(NoisyCorpus.KIND_COPY)) {
                String document = pair.first();
                String copy = pair.second();
                boolean candidate = corpus.sharesFingerprint(document, copy);
                copies++;
                candidates += candidate ? 1 : 0;
                near += candidate && corpus.relation(document, copy).isNear() ? 1 : 0;
                grouped +=
                        corpus.leaders().get(document).equals(corpus.leaders().get(copy)) ? 1 : 0;
            }
        }
        return new CopyRecall(copies, candidates, near, grouped);
    }

    @Override
    public String toString() {
        return "of " + copies + " copies with errors, " + candidates + " share a fingerprint with their document, "
                + near + " are near it, and " + grouped + " are in its group";
    }
}
