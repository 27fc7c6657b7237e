package org.ndd.core.partition;

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
import org.ndd.core.group.Rank;
import org.ndd.core.partition.RankedDocuments.Ranked;

/**
 * Learns boilerplate from documents in memory, as a run learns that of an index: for each family from the first documents in rank order.
 * Families can be learned by several threads; the result is used afterwards. Thread-safe.
 */
public final class InMemoryBoilerplate implements Function<String, SiteBoilerplate> {

    /** Value of {@code samplePercent} for all documents of a family. */
    public static final int ALL = 100;

    private final List<Family> families = new ArrayList<>();
    private final BoilerplateLearner learner;
    private final int samplePercent;
    private final Map<String, SiteBoilerplate> byFamily = new ConcurrentHashMap<>();
    private final Map<String, Optional<SiteBoilerplate>> bySite = new ConcurrentHashMap<>();

    private record Family(String name, List<Ranked> documents) {}

    /**
     * Collects the families. No boilerplate is learned yet.
     *
     * @param fingerprints parameters of the fingerprints of the documents
     * @param samplePercent maximum percentage of the documents of a family that are read, 0 to 100; a run uses 100
     * @param cancellationCheck called periodically, by all threads; throws to cancel
     */
    public InMemoryBoilerplate(
            Collection<PartitionDocument> documents,
            FingerprintParameters fingerprints,
            int samplePercent,
            Runnable cancellationCheck) {
        Map<String, List<Ranked>> byName = new TreeMap<>();
        for (PartitionDocument document : documents) {
            Ranked ranked = new Ranked(document, Rank.of(document.id()));
            for (String family : BoilerplateFamilies.of(document.site())) {
                byName.computeIfAbsent(family, name -> new ArrayList<>()).add(ranked);
            }
        }
        byName.forEach((name, of) -> families.add(new Family(name, of)));
        this.learner = new BoilerplateLearner(new SampleGroups(cancellationCheck), fingerprints);
        this.samplePercent = samplePercent;
    }

    /** Returns the number of families. Each family must be learned once, in any order. */
    public int families() {
        return families.size();
    }

    /**
     * Learns the boilerplate of a family.
     *
     * @param number number of the family, 0 or more, less than {@link #families}
     */
    public void learn(int number) {
        Family family = families.set(number, null);
        long sample =
                Math.min(BoilerplateLearner.SAMPLE, (long) family.documents().size() * samplePercent / ALL);
        List<String> texts = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        family.documents().sort(Ranked.ORDER);
        long chars = 0;
        for (int i = 0; i < sample && chars < BoilerplateLearner.SAMPLE_CHARS; i++) {
            PartitionDocument document = family.documents().get(i).document();
            String text = document.content().text();
            texts.add(text.substring(0, Math.min(BoilerplateLearner.PAGE_CHARS, text.length())));
            titles.add(document.content().title());
            chars += texts.get(i).length();
        }
        SiteBoilerplate learned = learner.learn(family.name(), texts, titles);
        if (learned != null) {
            byFamily.put(family.name(), learned);
        }
    }

    /** Returns the boilerplate of the documents of a site, which may be null; {@code null} if none is known. */
    @Override
    public SiteBoilerplate apply(String site) {
        return bySite.computeIfAbsent(
                        site == null ? BoilerplateFamilies.NO_HOST : site,
                        name -> Optional.ofNullable(BoilerplateFamilies.boilerplate(site, byFamily::get)))
                .orElse(null);
    }
}
