package org.ndd.partition.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.core.group.WinnerRule;
import org.ndd.core.group.Winners;

/** External form of the rules for the pages to keep, in requests, on the wire and in responses. */
public final class WinnerOptions {

    /** The rules of the winner. */
    public static final String WINNER = "winner";

    /** Those of the markets, by name. */
    public static final String WINNERS = "winners";

    private WinnerOptions() {}

    /** Reads one rule: a name, or an object with one field. */
    public static WinnerRule ruleFromXContent(XContentParser parser) throws IOException {
        if (parser.currentToken() == XContentParser.Token.VALUE_STRING) {
            return WinnerRule.of(parser.text());
        }
        if (parser.currentToken() != XContentParser.Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[winner] must be a list of names and of objects, but was [" + parser.currentToken() + "]");
        }
        Map<String, Object> rules = parser.map();
        if (rules.size() != 1) {
            throw new IllegalArgumentException(
                    "[winner] must be a list of names and of objects with one field, but was an object with ["
                            + rules.size() + "]");
        }
        Map.Entry<String, Object> rule = rules.entrySet().iterator().next();
        if (rule.getValue() instanceof List<?> values) {
            return WinnerRule.preferring(
                    rule.getKey(), values.stream().map(String::valueOf).toList());
        }
        return new WinnerRule(rule.getKey(), WinnerRule.Order.of(String.valueOf(rule.getValue())));
    }

    /** Reads an object with a list of rules for each market; one rule needs no list. */
    public static SortedMap<String, List<WinnerRule>> marketsFromXContent(XContentParser parser) throws IOException {
        SortedMap<String, List<WinnerRule>> markets = new TreeMap<>();
        while (parser.nextToken() != XContentParser.Token.END_OBJECT) {
            String market = parser.currentName();
            List<WinnerRule> rules = new ArrayList<>();
            if (parser.nextToken() == XContentParser.Token.START_ARRAY) {
                while (parser.nextToken() != XContentParser.Token.END_ARRAY) {
                    rules.add(ruleFromXContent(parser));
                }
            } else {
                rules.add(ruleFromXContent(parser));
            }
            markets.put(market, rules);
        }
        return markets;
    }

    static Winners readFrom(StreamInput in) throws IOException {
        return new Winners(rules(in), new TreeMap<>(in.readMap(WinnerOptions::rules)));
    }

    private static List<WinnerRule> rules(StreamInput in) throws IOException {
        return in.readCollectionAsList(i -> new WinnerRule(
                i.readString(), WinnerRule.Order.valueOf(i.readString()), i.readStringCollectionAsList()));
    }

    static void writeTo(Winners winners, StreamOutput out) throws IOException {
        write(out, winners.rules());
        out.writeMap(winners.markets(), WinnerOptions::write);
    }

    private static void write(StreamOutput out, List<WinnerRule> rules) throws IOException {
        out.writeCollection(rules, (o, rule) -> {
            o.writeString(rule.name());
            o.writeString(rule.order().name());
            o.writeStringCollection(rule.preferred());
        });
    }

    static void toXContent(Winners winners, XContentBuilder builder) throws IOException {
        toXContent(WINNER, winners.rules(), builder);
        if (winners.markets().isEmpty() == false) {
            builder.startObject(WINNERS);
            for (Map.Entry<String, List<WinnerRule>> market : winners.markets().entrySet()) {
                toXContent(market.getKey(), market.getValue(), builder);
            }
            builder.endObject();
        }
    }

    private static void toXContent(String name, List<WinnerRule> rules, XContentBuilder builder) throws IOException {
        builder.startArray(name);
        for (WinnerRule rule : rules) {
            Object best = rule.preferred().isEmpty() ? rule.order().value() : rule.preferred();
            builder.startObject().field(rule.name(), best).endObject();
        }
        builder.endArray();
    }
}
