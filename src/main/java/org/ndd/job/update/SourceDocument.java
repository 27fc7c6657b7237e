package org.ndd.job.update;

import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.DocumentContent;
import org.ndd.core.group.PartitionDocument;
import org.ndd.groups.ComparedDocument;
import org.ndd.pair.ComparablePage;

/**
 * A document of the source, with all values that determine its group.
 *
 * @param compared version of the document that was read
 * @param page text of the document, and its keys of {@code must_agree}
 * @param candidate values that rules for the canonical document compare
 */
record SourceDocument(ComparedDocument compared, ComparablePage page, CanonicalCandidate candidate) {

    /** Returns the document in the form for a partition. Linear in the text, whose fingerprints are computed again. */
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
                page.mustAgreeKeys());
    }
}
