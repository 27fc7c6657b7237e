package org.ndd.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.decisions.DecisionsAction;
import org.ndd.decisions.DecisionsRequest;
import org.ndd.decisions.DecisionsRequest.Operation;

/** Decisions of one user about documents of an index, by their ids. */
public final class TestDecisions {

    /** Options of a request with these decisions. */
    public static final ComparisonOptions COMPARISON = new ComparisonOptions(
            new DocumentFields("ndd"),
            SimilarityParameters.BALANCED,
            MatchRule.DEFAULT,
            MustAgree.NONE,
            TestDecisions.INDEX);

    /** The index with the decisions. */
    public static final String INDEX = "decided";

    private TestDecisions() {}

    /** Two documents, and whether they are duplicates. */
    public record Pair(String a, String b, boolean duplicates) {

        DecidedPair decided(String index) {
            return new DecidedPair(index, a, index, b, duplicates, new DecidedBy("kim", 0, null));
        }
    }

    public static void put(Client client, String index, List<Pair> pairs) throws IOException {
        change(
                client,
                Operation.PUT,
                index,
                pairs,
                pair -> String.format(
                        Locale.ROOT,
                        ", \"decision\": \"%s\", \"user\": \"kim\"",
                        pair.duplicates() ? "duplicates" : "not_duplicates"));
    }

    /** Decides about two documents of the indices of an alias. */
    public static void put(
            Client client, String alias, String indexA, String a, String indexB, String b, boolean duplicates)
            throws IOException {
        put(
                client,
                alias,
                List.of(new DecidedPair(indexA, a, indexB, b, duplicates, new DecidedBy("kim", 0, null))),
                "");
    }

    /**
     * Decides about documents of several indices.
     *
     * @param alias of all of them
     * @param suffix of the names of the indices in {@code pairs}
     */
    static void put(Client client, String alias, Collection<DecidedPair> pairs, String suffix) throws IOException {
        String body = pairs.stream()
                .map(pair -> String.format(
                        Locale.ROOT,
                        "{\"a\": {\"_index\": \"%s\", \"_id\": \"%s\"}, \"b\": {\"_index\": \"%s\", \"_id\": \"%s\"},"
                                + " \"decision\": \"%s\", \"user\": \"kim\"}",
                        pair.indexA() + suffix,
                        pair.idA(),
                        pair.indexB() + suffix,
                        pair.idB(),
                        pair.duplicates() ? "duplicates" : "not_duplicates"))
                .collect(Collectors.joining(", ", "{\"decisions\": [", "]}"));
        send(client, Operation.PUT, alias, body);
    }

    public static void delete(Client client, String index, List<Pair> pairs) throws IOException {
        change(client, Operation.DELETE, index, pairs, pair -> "");
    }

    private static void change(
            Client client, Operation operation, String index, List<Pair> pairs, Function<Pair, String> more)
            throws IOException {
        String body = pairs.stream()
                .map(pair -> String.format(
                        Locale.ROOT, "{\"a\": \"%s\", \"b\": \"%s\"%s}", pair.a(), pair.b(), more.apply(pair)))
                .collect(Collectors.joining(", ", "{\"decisions\": [", "]}"));
        send(client, operation, index, body);
    }

    private static void send(Client client, Operation operation, String index, String body) throws IOException {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, body)) {
            DecisionsRequest request =
                    new DecisionsRequest(operation, index, INDEX, "ndd", DecisionsRequest.Body.parse(parser), null);
            client.execute(DecisionsAction.TYPE, request).actionGet();
        }
    }

    /** 10 to 80 pairs of one group, of two, and of any documents. */
    static List<Pair> pairs(Random random, Partition partition) {
        List<List<String>> groups = new ArrayList<>();
        for (Group group : partition.groups()) {
            groups.add(group.pages().stream().map(page -> page.document().id()).toList());
        }
        List<List<String>> large =
                groups.stream().filter(group -> group.size() > 1).toList();
        Set<Set<String>> known = new HashSet<>();
        List<Pair> pairs = new ArrayList<>();
        for (int i = RandomNumbers.randomIntBetween(random, 10, 80); i > 0; i--) {
            List<String> group = RandomPicks.randomFrom(random, large.isEmpty() ? groups : large);
            List<String> other = random.nextBoolean()
                    ? group
                    : RandomPicks.randomFrom(random, random.nextBoolean() ? groups : large);
            String a = RandomPicks.randomFrom(random, group);
            String b = RandomPicks.randomFrom(random, other);
            if (a.equals(b) == false && known.add(Set.of(a, b))) {
                pairs.add(new Pair(a, b, random.nextBoolean()));
            }
        }
        return pairs;
    }
}
