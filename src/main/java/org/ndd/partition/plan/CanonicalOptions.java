package org.ndd.partition.plan;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;

/** Reads and writes the rules for the documents to keep, in requests, responses and messages between nodes. */
public final class CanonicalOptions {

    public static final String CANONICAL = "canonical";
    public static final String MARKETS = "markets";

    private CanonicalOptions() {}

    /** Reads one rule: a name, or an object with one field. */
    public static CanonicalRule ruleFromXContent(XContentParser parser) throws IOException {
        if (parser.currentToken() == XContentParser.Token.VALUE_STRING) {
            return CanonicalRule.of(parser.text());
        }
        if (parser.currentToken() != XContentParser.Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[canonical] must be a list of names and of objects, but was [" + parser.currentToken() + "]");
        }
        Map<String, Object> rules = parser.map();
        if (rules.size() != 1) {
            throw new IllegalArgumentException(
                    "[canonical] must be a list of names and of objects with one field, but was an object with ["
                            + rules.size() + "]");
        }
        Map.Entry<String, Object> rule = rules.entrySet().iterator().next();
        if (rule.getValue() instanceof List<?> values) {
            for (Object value : values) {
                if (value == null || value instanceof Map || value instanceof List) {
                    throw new IllegalArgumentException("[canonical] must prefer values of [" + rule.getKey()
                            + "] that are strings, numbers or booleans, but was [" + value + "]");
                }
            }
            return CanonicalRule.preferring(
                    rule.getKey(), values.stream().map(String::valueOf).toList());
        }
        return new CanonicalRule(rule.getKey(), CanonicalRule.Order.of(String.valueOf(rule.getValue())));
    }

    /** Reads an object with the rules of the canonical document for each market: {@code {"de": {"canonical": [...]}}}. */
    public static SortedMap<String, List<CanonicalRule>> marketsFromXContent(XContentParser parser) throws IOException {
        SortedMap<String, List<CanonicalRule>> markets = new TreeMap<>();
        while (parser.nextToken() != XContentParser.Token.END_OBJECT) {
            String market = parser.currentName();
            if (parser.nextToken() != XContentParser.Token.START_OBJECT
                    || parser.nextToken() != XContentParser.Token.FIELD_NAME
                    || parser.currentName().equals(CANONICAL) == false) {
                throw invalidMarket(market);
            }
            parser.nextToken();
            markets.put(market, BodyFields.list(parser, CanonicalOptions::ruleFromXContent));
            CanonicalRules.checkMarkets(markets.keySet());
            if (parser.nextToken() != XContentParser.Token.END_OBJECT) {
                throw invalidMarket(market);
            }
        }
        return markets;
    }

    private static IllegalArgumentException invalidMarket(String market) {
        return new IllegalArgumentException("[markets." + market + "] must be an object with [canonical] only");
    }

    public static CanonicalRules readFrom(StreamInput in) throws IOException {
        return new CanonicalRules(rules(in), new TreeMap<>(in.readMap(CanonicalOptions::rules)));
    }

    private static List<CanonicalRule> rules(StreamInput in) throws IOException {
        return in.readCollectionAsList(i -> new CanonicalRule(
                i.readString(), CanonicalRule.Order.valueOf(i.readString()), i.readStringCollectionAsList()));
    }

    public static void writeTo(CanonicalRules canonicals, StreamOutput out) throws IOException {
        write(out, canonicals.rules());
        out.writeMap(canonicals.markets(), CanonicalOptions::write);
    }

    private static void write(StreamOutput out, List<CanonicalRule> rules) throws IOException {
        out.writeCollection(rules, (o, rule) -> {
            o.writeString(rule.name());
            o.writeString(rule.order().name());
            o.writeStringCollection(rule.preferred());
        });
    }

    static void toXContent(CanonicalRules canonicals, XContentBuilder builder) throws IOException {
        toXContent(CANONICAL, canonicals.rules(), builder);
        if (canonicals.markets().isEmpty() == false) {
            builder.startObject(MARKETS);
            for (Map.Entry<String, List<CanonicalRule>> market :
                    canonicals.markets().entrySet()) {
                builder.startObject(market.getKey());
                toXContent(CANONICAL, market.getValue(), builder);
                builder.endObject();
            }
            builder.endObject();
        }
    }

    private static void toXContent(String name, List<CanonicalRule> rules, XContentBuilder builder) throws IOException {
        builder.startArray(name);
        for (CanonicalRule rule : rules) {
            Object best = rule.preferred().isEmpty() ? rule.order().value() : rule.preferred();
            builder.startObject().field(rule.name(), best).endObject();
        }
        builder.endArray();
    }
}
