package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.boilerplate.BoilerplateLearner;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.VerdictWeights;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Sentences;

/**
 * Groups the sample from which a site's boilerplate is learned: mode neighbors, resemblance of at least half, independent of the topics of
 * the documents. This finds slightly more near-duplicates than the usual partition, because duplicates missed here may be taken for
 * boilerplate. It does not depend on the parameters of a run, so a site always has the same boilerplate. At most 8 comparisons per
 * document.
 */
public final class SampleGroups implements BoilerplateLearner.SampleGrouping {

    private static final SimilarityParameters SIMILARITY = SimilarityParameters.BALANCED.withResemblance(0.5);

    private static final String SITE = "";

    /** Texts are already masked: an empty boilerplate means that it is known, and that no further lines must be masked. */
    private static final SiteBoilerplate MASKED_ALREADY = new SiteBoilerplate(SITE, List.of());

    private final Runnable cancellationCheck;

    public SampleGroups(Runnable cancellationCheck) {
        this.cancellationCheck = cancellationCheck;
    }

    @Override
    public int[] leaders(List<String> texts) {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        Map<String, long[]> fingerprints = new HashMap<>();
        List<PartitionDocument> pages = new ArrayList<>(texts.size());
        for (String text : texts) {
            cancellationCheck.run();
            pages.add(new PartitionDocument(
                    "",
                    Integer.toString(pages.size()),
                    SITE,
                    null,
                    new DocumentContent(
                            text,
                            "",
                            text.length(), // texts of one site are equal if their digests are equal
                            ContentDigest.isEmpty(text) ? null : text,
                            fingerprints.computeIfAbsent(
                                    text, same -> fingerprinter.fingerprints(Sentences.forFingerprints(same))))));
        }
        RankedDocuments documents = RankedDocuments.inGivenOrder(pages, site -> MASKED_ALREADY);
        int[] originals = documents.originals();
        CandidateParameters rules = CandidateParameters.NEIGHBORS;
        FrequencyRule frequencies = rules.frequencyRule(pages.size());
        PostingLists lists = new PostingLists(documents, originals, frequencies, true);
        LeaderClustering clustering = new LeaderClustering(
                documents,
                originals,
                new NeighborCandidates(documents, lists, rules),
                new PairComparator(SIMILARITY, VerdictWeights.SHARED_TEXT_ONLY),
                cancellationCheck);
        clustering.run();
        return clustering.leaders();
    }
}
