package org.ndd.pair;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.Signal;

/**
 * Writes and reads the contributions of signals to a verdict, between nodes and in responses. All APIs that explain a verdict use the same
 * format.
 */
public final class ContributionFormat {

    private ContributionFormat() {}

    public static void write(List<Contribution> contributions, StreamOutput out) throws IOException {
        out.writeCollection(contributions, ContributionFormat::write);
    }

    public static List<Contribution> read(StreamInput in) throws IOException {
        return in.readCollectionAsImmutableList(ContributionFormat::readOne);
    }

    private static void write(StreamOutput out, Contribution contribution) throws IOException {
        out.writeEnum(contribution.signal());
        out.writeDouble(contribution.value());
        out.writeDouble(contribution.logOdds());
        out.writeStringCollection(contribution.ofA());
        out.writeStringCollection(contribution.ofB());
    }

    private static Contribution readOne(StreamInput in) throws IOException {
        return new Contribution(
                in.readEnum(Signal.class),
                in.readDouble(),
                in.readDouble(),
                in.readStringCollectionAsList(),
                in.readStringCollectionAsList());
    }

    /** Writes a verdict and its contributions as fields of the current object of the builder. */
    public static void verdict(Comparison comparison, XContentBuilder builder) throws IOException {
        builder.field("relation", comparison.relation().value());
        builder.field("confidence", comparison.confidence());
        builder.field("reason", comparison.reason().value());
        Contribution distinction = comparison.distinction();
        if (distinction != null) {
            builder.startObject("distinction");
            builder.field("kind", distinction.signal().value());
            builder.stringListField("a", distinction.ofA());
            builder.stringListField("b", distinction.ofB());
            builder.endObject();
        }
        builder.field("contributions", asMaps(comparison.contributions()));
    }

    /** Writes the resemblance and the containments of two sides as fields of the current object of the builder. */
    public static void overlap(Comparison comparison, XContentBuilder builder) throws IOException {
        builder.field("resemblance", comparison.shared().resemblance());
        builder.startObject("containment");
        builder.field("a_in_b", comparison.a().containment());
        builder.field("b_in_a", comparison.b().containment());
        builder.endObject();
    }

    /** Returns contributions as objects of a response; words only if a contribution has any. */
    public static List<Map<String, Object>> asMaps(List<Contribution> contributions) {
        return contributions.stream().map(ContributionFormat::asMap).toList();
    }

    private static Map<String, Object> asMap(Contribution contribution) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("signal", contribution.signal().value());
        map.put("value", contribution.value());
        map.put("log_odds", contribution.logOdds());
        if (hasWords(contribution)) {
            map.put("a", contribution.ofA());
            map.put("b", contribution.ofB());
        }
        return map;
    }

    private static boolean hasWords(Contribution contribution) {
        return contribution.ofA().isEmpty() == false || contribution.ofB().isEmpty() == false;
    }

    /** Returns the confidence of a verdict, with one detail per contribution, whose value is its addend of the log-odds. */
    public static Explanation explain(Comparison comparison) {
        return Explanation.match(
                comparison.confidence(),
                "confidence that readers call them near-duplicates, computed as 1 / (1 + exp(-sum of log-odds)) from:",
                comparison.contributions().stream()
                        .map(each -> Explanation.match(each.logOdds(), sentence(each)))
                        .toList());
    }

    private static String sentence(Contribution contribution) {
        String sentence =
                String.format(Locale.ROOT, "%s: log-odds %+.1f", phrase(contribution.signal()), contribution.logOdds());
        return hasWords(contribution)
                ? sentence + " [" + String.join(" ", contribution.ofA()) + " / " + String.join(" ", contribution.ofB())
                        + "]"
                : sentence;
    }

    private static String phrase(Signal signal) {
        return switch (signal) {
            case SHARED_TEXT -> "text is shared";
            case ORDER -> "shared text is in another order";
            case LENGTHS -> "one text is much longer";
            case EDITS -> "differences are many small edits";
            case TITLED -> "both have titles";
            case EQUAL_TITLES -> "titles are equal";
            case TITLES -> "titles differ";
            case TITLE_SUBSTITUTION -> "titles of one form name two things";
            case LEAD_WORDS -> "words of the title or beginning are missing from the other";
            case LEAD_SUBSTITUTION -> "words of the beginning are replaced";
            case SLOTS -> "differ in a place that other documents fill with further words";
            case NUMBERS -> "numbers differ";
            case OWN_WORDS -> "each has words that are missing from the other";
            case REPEATED_WORDS -> "repeated words are missing from the other";
        };
    }
}
