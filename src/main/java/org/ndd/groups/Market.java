package org.ndd.groups;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.CanonicalRules;

/** The option {@code market} of searches: the audience whose canonical document is shown. */
public final class Market {

    public static final ParseField PARAMETER = new ParseField("market");

    private Market() {}

    /**
     * Rejects an invalid market. Also rejects a relation that is not known between the canonical document of a market and its duplicates.
     *
     * @param market {@code null} for none
     * @param minRelation the farthest requested relation
     * @throws IllegalArgumentException if it is rejected
     */
    public static void check(String market, Relation minRelation) {
        if (market == null) {
            return;
        }
        CanonicalRules.checkName(PARAMETER.getPreferredName(), market);
        if (minRelation != Relation.NEAR) {
            throw new IllegalArgumentException("[" + MatchRule.MIN_RELATION.getPreferredName() + "] must be [near] if ["
                    + PARAMETER.getPreferredName() + "] is specified, but was [" + minRelation.value() + "]");
        }
    }

    /**
     * Rejects a market that is not in the report of a run; calls the listener immediately if no market is requested.
     *
     * @param client client with the rights of the user
     * @param destination index or alias of a run
     * @param market {@code null} for none
     */
    public static void require(Client client, String destination, String market, ActionListener<Void> listener) {
        if (market == null) {
            listener.onResponse(null);
            return;
        }
        StoredReport.value(client, destination, StoredReport.PARAMETERS + ".markets", listener.map(value -> {
            Set<String> markets = new TreeSet<>();
            if (value instanceof Map<?, ?> rules) {
                rules.keySet().forEach(name -> markets.add((String) name));
            }
            if (markets.contains(market) == false) {
                throw new IllegalArgumentException("[" + PARAMETER.getPreferredName() + "] must be one of those of ["
                        + destination + "], which are " + markets + ", but was [" + market + "]");
            }
            return null;
        }));
    }
}
