package org.ndd.job.update;

import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.CanonicalCandidate;
import org.ndd.core.group.DocumentContent;
import org.ndd.core.group.PartitionDocument;
import org.ndd.groups.ComparedDocument;
import org.ndd.pair.ComparablePage;

/**
 * A document of the source, with all values that decide on its group.
 *
 * @param compared the version in which it was read
 * @param page its text, and the keys that keep it apart from others
 * @param candidate the values that canonical document rules compare
 */
record SourceDocument(ComparedDocument compared, ComparablePage page, CanonicalCandidate candidate) {

    /** As the partition takes it. Linear in the text, of which the fingerprints are made again. */
    PartitionDocument prepared() {
        return new PartitionDocument(
                page.place().index(),
                page.id(),
                page.place().site(),
                candidate.url(),
                new DocumentContent(
                        page::text,
                        page.title(),
                        Math.toIntExact(candidate.length()),
                        page.digest(),
                        page.fingerprintNumbers(),
                        FingerprintParameters.isOfNoise(page.version())),
                candidate.fields(),
                page.apart());
    }
}
