package org.ndd.partition;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.ndd.config.GroupFields;
import org.ndd.line.Calls;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.RunSpec;
import org.ndd.template.TemplateIndex;

/**
 * Checks before a run begins that its user has all privileges that the run needs until its end: for the run's index, its alias, and the
 * indices of templates. Elasticsearch has no request that only checks privileges, so probes are sent: requests that cannot succeed, and
 * that are answered with 403 where the user lacks the privilege, and with another status where not. Nothing is changed.
 */
final class DestinationRights {

    /** A question, and which answers but success say that it is allowed. */
    private record Question(Consumer<ActionListener<ActionResponse>> ask, List<Class<? extends Exception>> allowed) {}

    private final Client client;
    private final RunSpec spec;
    private final String missing;
    private final ClusterState state;

    /**
     * @param client of the user
     * @param missing the name of the run's index while there is none, or another name like it
     */
    DestinationRights(Client client, RunSpec spec, String missing, ClusterState state) {
        this.client = client;
        this.spec = spec;
        this.missing = missing;
        this.state = state;
    }

    /** Fails with the refusal where something is not allowed. */
    void check(ActionListener<Void> listener) {
        List<Question> questions = new ArrayList<>();
        if (spec.templatesOnly() == false) {
            questions.add(read(missing));
            questions.add(
                    missing(l -> client.delete(new DeleteRequest(missing, GroupFields.REPORT_ID), l.map(a -> a))));
            questions.add(write(missing));
            questions.add(missing(l -> client.admin().indices().refresh(new RefreshRequest(missing), l.map(a -> a))));
            questions.add(
                    missing(l -> client.admin().indices().delete(new DeleteIndexRequest(missing), l.map(a -> a))));
            questions.add(missing(l -> client.admin().indices().aliases(noAlias(), l.map(a -> a))));
        }
        questions.addAll(templates());
        ask(questions.iterator(), listener);
    }

    private List<Question> templates() {
        List<Question> questions = new ArrayList<>();
        if (spec.options().dryRun() == false) {
            String templates = TemplateIndex.name(missing);
            questions.add(write(templates));
            questions.add(create(templates));
            for (String owner : LiveTemplates.toBeGiven(spec, state)) {
                IndicesAliasesRequest alias = Calls.aliases()
                        .addAliasAction(TemplateIndex.action(AliasActions.Type.REMOVE, templates, owner));
                questions.add(missing(l -> client.admin().indices().aliases(alias, l.map(a -> a))));
            }
        }
        if (spec.options().templates() == PartitionOptions.Templates.STORED) {
            spec.source().stream()
                    .map(source -> TemplateIndex.owner(state, source.index().getName()))
                    .distinct()
                    .forEach(owner -> questions.add(read(TemplateIndex.alias(owner))));
        }
        return questions;
    }

    private static Question missing(Consumer<ActionListener<ActionResponse>> ask) {
        return new Question(ask, List.of(ResourceNotFoundException.class));
    }

    private Question read(String index) {
        return missing(l -> client.get(new GetRequest(index, GroupFields.REPORT_ID), l.map(answer -> answer)));
    }

    /**
     * To an alias of that name, which is not there whether the index is or not. An update, as security looks at the index of other writes
     * only where they are done.
     */
    private Question write(String index) {
        UpdateRequest request = new UpdateRequest(index, GroupFields.REPORT_ID)
                .setRequireAlias(true)
                .doc(Map.of());
        return missing(l -> client.update(request, l.map(answer -> answer)));
    }

    /** An index without shards cannot be made. */
    private Question create(String index) {
        CreateIndexRequest request = new CreateIndexRequest(
                index,
                Settings.builder()
                        .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 0)
                        .build());
        return new Question(
                l -> client.admin().indices().create(request, l.map(answer -> answer)),
                List.of(IllegalArgumentException.class, ResourceAlreadyExistsException.class));
    }

    private IndicesAliasesRequest noAlias() {
        return Calls.aliases()
                .addAliasAction(
                        AliasActions.remove().index(missing).alias(spec.dest()).mustExist(false));
    }

    private static void ask(Iterator<Question> left, ActionListener<Void> listener) {
        if (left.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        Question question = left.next();
        ActionListener<Void> allowed = listener.delegateFailureAndWrap((l, nothing) -> ask(left, l));
        question.ask().accept(allowed.<ActionResponse>map(answer -> null).delegateResponse((l, e) -> {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            if (question.allowed().stream().anyMatch(type -> type.isInstance(cause))) {
                allowed.onResponse(null);
            } else {
                l.onFailure(e);
            }
        }));
    }
}
