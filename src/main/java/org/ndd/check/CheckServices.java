package org.ndd.check;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MatchRule;
import org.ndd.config.NodeServices;
import org.ndd.decisions.DocumentStates;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.Deadline;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PairJudge;

/** Services for all batches of a request, with the rights of its user. */
final class CheckServices {

    final NodeServices node;
    final ComparisonOptions options;

    final Deadline deadline;
    final BoilerplateLookup boilerplate;
    final NamedPages documents;
    final SourcePages sources;
    final StoredGroups groups;
    final DocumentStates states;
    final NearSearch near;

    /** Searches for documents that contain a page. */
    final NearSearch containing;

    final PairJudge judge;

    /** Decides whether the first of two pages contains enough of the second. */
    final PairJudge containment;

    /**
     * @param boilerplate reads boilerplate; its client has the rights of the user
     */
    CheckServices(
            NodeServices node,
            BoilerplateLookup boilerplate,
            CheckAction.Request request,
            List<String> indices,
            Deadline deadline) {
        Client userClient = boilerplate.client();
        this.node = node;
        this.options = request.options;
        this.deadline = deadline;
        this.boilerplate = boilerplate;
        this.documents = new NamedPages(userClient, request, "ids", options.fields(), options.mustAgree());
        this.sources = new SourcePages(userClient, request, indices, boilerplate);
        this.groups = new StoredGroups(userClient, request);
        this.states = new DocumentStates(userClient, request, options.fields());
        MatchRule relation = new MatchRule(options.match().minRelation());
        this.near = new NearSearch(boilerplate, request, indices, relation);
        this.containing = new NearSearch(boilerplate, request, indices, options.match());
        this.judge = new PairJudge(options.similarity(), relation, new BreakerMemory(node.breaker()));
        this.containment = new PairJudge(options.similarity(), options.match(), new BreakerMemory(node.breaker()));
    }

    /** Executes work on a thread of the plugin. */
    void runOnPluginThread(ActionListener<Void> listener, Runnable work) {
        node.fork(listener, l -> {
            deadline.check();
            work.run();
            l.onResponse(null);
        });
    }
}
