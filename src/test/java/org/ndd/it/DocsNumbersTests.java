package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.test.ESTestCase;
import org.ndd.analysis.HtmlPage;
import org.ndd.core.boilerplate.BoilerplateLearner;
import org.ndd.core.compare.Signal;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.MemberRule;
import org.ndd.partition.node.TermRanges;

/** The numbers in the description of the algorithm equal those in the code. */
public class DocsNumbersTests extends ESTestCase {

    private static final int UNUSED_NUMBER = 1 << 20;

    /** Numbers in the format of the documentation: with a comma for thousands, and without trailing zeros of a fraction. */
    private static String number(double number) {
        return number == Math.rint(number) ? String.format(Locale.ROOT, "%,d", (long) number) : Double.toString(number);
    }

    /** @param numbers in the order of the placeholders {@code {}} */
    private static String statement(String text, double... numbers) {
        String statement = text;
        for (double number : numbers) {
            assertTrue("[" + text + "] has too few places", statement.contains("{}"));
            statement = statement.replaceFirst("\\{}", number(number));
        }
        assertFalse("[" + text + "] has too many places", statement.contains("{}"));
        return statement;
    }

    private static void assertStated(String page, List<String> statements) throws IOException {
        String text = Files.readString(
                NddRestTestCase.projectDirectory().resolve("docs").resolve(page));
        List<String> missing = new ArrayList<>(statements);
        missing.removeIf(text::contains);
        assertEquals(page + " must state the values of the code", List.of(), missing);
    }

    public void testRanges() throws IOException {
        TermRanges ranges = new TermRanges(Settings.EMPTY);
        char format = Scheme.PASSAGES.format();
        long most = TermRanges.NARROW_DOCUMENTS.get(Settings.EMPTY);
        double narrow = ranges.fingerprints(most + 1, format).size();
        double times = Math.rint(narrow / ranges.fingerprints(most, format).size());
        assertStated(
                "reference/settings.md", List.of(statement("divides this work into {} times as many parts", times)));
    }

    public void testCandidates() throws IOException {
        CandidateParameters sets = CandidateParameters.SETS;
        CandidateParameters most = new CandidateParameters(
                CandidateParameters.Mode.NEIGHBORS, CandidateParameters.RELATIVE, 1, 1, UNUSED_NUMBER);
        assertStated(
                "algorithm.md",
                List.of(
                        statement("the first {} different values count", CandidateParameters.DIGEST_KEYS),
                        statement(
                                "the first {} documents are looked through for the {} that are not apart",
                                CandidateParameters.LIST_SCAN,
                                CandidateParameters.LIST_HEAD),
                        statement("1 % of the documents (at least {})", FrequencyRule.relativeCap(0)),
                        statement(
                                "look at the first {} documents (8 · `max_leaders` where that is more, at most {})",
                                CandidateParameters.LIST_HEAD,
                                most.listHead(false)),
                        statement(
                                "only the first {} documents are looked at",
                                CandidateParameters.NEIGHBORS.listHead(true)),
                        statement(
                                "The {} best (2 · `max_leaders` where that is more, at most {})",
                                CandidateParameters.PREDECESSORS,
                                most.predecessors()),
                        statement("fingerprints with df above {}, or above {} with", sets.maxDf(), sets.siteDf())));
        assertStated(
                "internals.md",
                List.of(
                        statement(
                                "first {} of each list, scores; each shard keeps the {} best predecessors",
                                CandidateParameters.LIST_HEAD,
                                CandidateParameters.PREDECESSORS),
                        statement("where `max_leaders` is above {}", CandidateParameters.NEIGHBORS.maxLeaders())));
    }

    public void testGroups() throws IOException {
        assertStated(
                "algorithm.md",
                List.of(
                        statement(
                                "The first {} predecessors that follow one of these are compared with x",
                                MemberRule.MEMBERS),
                        statement("one of the first {} bridges in rank order", MemberRule.MEMBERS),
                        statement("After {} canonical documents", CanonicalRule.MAX_CANONICALS)));
    }

    public void testVerdict() throws IOException {
        SimilarityParameters report = SimilarityParameters.PKU2007;
        SimilarityParameters balanced = SimilarityParameters.BALANCED;
        SimilarityParameters strict = SimilarityParameters.STRICT;
        assertStated(
                "algorithm.md",
                List.of(
                        statement("Near if r ≥ {} or a containment ≥ {}.", report.resemblance(), report.containment()),
                        statement(
                                "`min_confidence` is {} ({} with `strict`)",
                                balanced.minConfidence(),
                                strict.minConfidence()),
                        statement("a containment ≥ {} ({})", balanced.containment(), strict.containment()),
                        statement("up to {}, from which on more makes no difference", Signal.SUFFICIENT_SHARE)));
    }

    /** The table of signals contains every signal, in order and with the sign of its weight. */
    public void testSignals() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Signal signal : Signal.values()) {
            rows.add("| `" + signal.value() + "` | " + (signal.sign() > 0 ? "+" : "−") + " | ");
        }
        assertStated("algorithm.md", rows);
    }

    public void testLimitsOfDocumentsAndBoilerplate() throws IOException {
        assertStated(
                "algorithm.md",
                List.of(
                        statement(
                                "Only the first {} characters or {} tags are read",
                                HtmlPage.MAX_CHARS,
                                HtmlPage.MAX_TAGS),
                        statement(
                                "with at least {} documents, up to {} are looked at",
                                BoilerplateLearner.MIN_PAGES,
                                BoilerplateLearner.SAMPLE),
                        statement(
                                "{} code units per page, {} lines",
                                BoilerplateLearner.PAGE_CHARS,
                                BoilerplateLearner.MAX_LINES)));
    }
}
