package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.BoilerplateLearner;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.RankedDocuments.Ranked;

/**
 * Boilerplate that is learned from documents in memory, as a run learns that of an index: of each family the first documents in rank order.
 * Thread-safe.
 */
public final class InMemoryBoilerplate implements Function<String, SiteBoilerplate> {

    private final Map<String, SiteBoilerplate> byFamily = new ConcurrentHashMap<>();
    private final Map<String, Optional<SiteBoilerplate>> bySite = new ConcurrentHashMap<>();

    private InMemoryBoilerplate() {}

    /**
     * Learns the boilerplate of all families of some documents, several at a time.
     *
     * @param fingerprints how those of the documents are made
     * @param salt of the order of the documents, see {@link PartitionParameters#salt}
     * @param samplePercent part of the documents of a family that may be looked at, 0 to 100; 100 for that of a run
     * @param cancellationCheck called periodically, on any thread; may throw, which ends the work
     */
    public static InMemoryBoilerplate learn(
            Collection<PartitionDocument> documents,
            FingerprintParameters fingerprints,
            String salt,
            int samplePercent,
            Runnable cancellationCheck) {
        Map<String, List<Ranked>> families = new TreeMap<>();
        for (PartitionDocument document : documents) {
            Ranked ranked = new Ranked(document, Rank.of(document.id(), salt));
            for (String family : BoilerplateFamilies.of(document.site())) {
                families.computeIfAbsent(family, name -> new ArrayList<>()).add(ranked);
            }
        }
        BoilerplateLearner learner = new BoilerplateLearner(new SampleGroups(cancellationCheck), fingerprints);
        InMemoryBoilerplate boilerplate = new InMemoryBoilerplate();
        families.entrySet().parallelStream().forEach(family -> {
            cancellationCheck.run();
            long sample =
                    Math.min(BoilerplateLearner.SAMPLE, (long) family.getValue().size() * samplePercent / 100);
            SiteBoilerplate learned = learn(learner, family.getKey(), family.getValue(), sample);
            if (learned != null) {
                boilerplate.byFamily.put(family.getKey(), learned);
            }
        });
        return boilerplate;
    }

    private static SiteBoilerplate learn(BoilerplateLearner learner, String family, List<Ranked> of, long sample) {
        List<String> texts = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        of.sort(Ranked.ORDER);
        long chars = 0;
        for (int i = 0; i < sample && chars < BoilerplateLearner.SAMPLE_CHARS; i++) {
            String text = of.get(i).document().text();
            texts.add(text.substring(0, Math.min(BoilerplateLearner.PAGE_CHARS, text.length())));
            titles.add(of.get(i).document().title());
            chars += texts.get(i).length();
        }
        return learner.learn(family, texts, titles);
    }

    /** The boilerplate of the documents of a site, which may be null; {@code null} if none is known. */
    @Override
    public SiteBoilerplate apply(String site) {
        return bySite.computeIfAbsent(
                        site == null ? BoilerplateFamilies.NO_HOST : site,
                        name -> Optional.ofNullable(BoilerplateFamilies.boilerplate(site, byFamily::get)))
                .orElse(null);
    }
}
