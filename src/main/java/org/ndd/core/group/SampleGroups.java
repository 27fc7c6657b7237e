package org.ndd.core.group;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.template.TemplateLearner;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Sentences;

/**
 * Groups the sample that a site's template is learned from: a partition of its own, of at most 500 pages, that finds a little more than the
 * usual one, because what is left unfound here may be taken for template.
 */
public final class SampleGroups implements TemplateLearner.SampleGrouping {

    private static final SimilarityParameters SIMILARITY =
            SimilarityParameters.BALANCED.withContainment(0.8).withFigures(false);

    private final Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
    private final Runnable cancellationCheck;

    /** @param cancellationCheck called now and then; may throw, which ends the work */
    public SampleGroups(Runnable cancellationCheck) {
        this.cancellationCheck = cancellationCheck;
    }

    @Override
    public int[] leaders(List<String> texts) {
        List<PartitionDocument> pages = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            String id = String.format(Locale.ROOT, "%03d", i);
            places.put(id, i);
            pages.add(page(id, texts.get(i)));
        }
        PartitionParameters parameters =
                new PartitionParameters(CandidateParameters.NEIGHBOURS, SIMILARITY, WinnerRule.DEFAULT, "");
        Partition partition = new InMemoryPartition(parameters).run(pages, site -> null, cancellationCheck);
        int[] leaders = new int[texts.size()];
        for (Group group : partition.groups()) {
            for (Group.Page page : group.pages()) {
                leaders[places.get(page.document().id())] = places.get(group.leader().id());
            }
        }
        return leaders;
    }

    private PartitionDocument page(String id, String text) {
        return new PartitionDocument(
                "",
                id,
                text,
                null,
                null,
                text.getBytes(StandardCharsets.UTF_8).length,
                ContentDigest.of(text, null),
                fingerprinter.fingerprints(Sentences.split(text)),
                List.of());
    }
}
