package org.ndd.plugin;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.Table;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestResponseListener;
import org.elasticsearch.rest.action.cat.AbstractCatAction;
import org.elasticsearch.rest.action.cat.RestTable;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.JobPattern;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.GetPartitionAction.RunFilter;

/** Handles {@code GET /_cat/ndd}: a table of the runs and jobs that the user has the right to see. */
public final class RestCatNddAction extends AbstractCatAction {

    @Override
    public String getName() {
        return "cat_ndd_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, "/_cat/ndd"), new Route(GET, "/_cat/ndd/{id}"));
    }

    @Override
    protected void documentation(StringBuilder sb) {
        sb.append("/_cat/ndd\n");
        sb.append("/_cat/ndd/{id}\n");
    }

    @Override
    protected RestChannelConsumer doCatRequest(RestRequest request, NodeClient nodeClient) {
        String[] ids = Strings.splitStringByCommaToArray(request.param("id", "*"));
        return channel -> {
            Client client = new RestCancellableNodeClient(nodeClient, request.getHttpChannel());
            GetPartitionAction.Request runs = new GetPartitionAction.Request(null, RunFilter.ALL, false);
            SubscribableListener.<BodyResponse<GetPartitionAction.Reports>>newForked(
                            l -> client.execute(GetPartitionAction.TYPE, runs, l))
                    .<Table>andThen((l, found) -> client.execute(
                            GetJobStatsAction.TYPE,
                            new GetJobAction.Request(JobPattern.of("*", true)),
                            l.map(jobs -> table(request, ids, jobs.body(), found.body()))))
                    .addListener(new RestResponseListener<>(channel) {
                        @Override
                        public RestResponse buildResponse(Table table) throws Exception {
                            return RestTable.buildResponse(table, channel);
                        }
                    });
        };
    }

    @Override
    protected Table getTableWithHeader(RestRequest request) {
        Table table = new Table();
        table.startHeaders();
        table.addCell("type", "alias:t;desc:run or job");
        table.addCell("id", "desc:id of the run or the job");
        table.addCell("source", "alias:s;desc:indices whose documents are compared");
        table.addCell("dest", "alias:d;desc:destination of the groups");
        table.addCell("state", "alias:st;desc:state of the run or the job");
        table.addCell("phase", "default:false;alias:p;desc:phase of the run");
        table.addCell("documents", "alias:dc;text-align:right;desc:documents of the run");
        table.addCell("groups", "alias:g;text-align:right;desc:groups of two or more documents");
        table.addCell("duplicates", "alias:dup;text-align:right;desc:near-duplicates of canonical documents");
        table.addCell("start_time", "alias:start;desc:start of the run, or of the last checkpoint of the job");
        table.addCell("took", "alias:tk;text-align:right;desc:duration of the run, or of the last checkpoint");
        table.addCell(
                "operations_behind",
                "alias:ob;text-align:right;desc:operations on the source since the run or the last checkpoint");
        table.addCell(
                "consecutive_failures",
                "default:false;alias:cf;text-align:right;desc:consecutive failed attempts of the job");
        table.addCell("reason", "default:false;alias:f;desc:reason of a failure");
        table.endHeaders();
        return table;
    }

    /** @throws ResourceNotFoundException if an id without wildcards matches no row, as in other cat APIs */
    private Table table(RestRequest request, String[] ids, GetJobAction.JobList jobs, GetPartitionAction.Reports runs) {
        Table table = getTableWithHeader(request);
        Set<String> missing = new TreeSet<>(Arrays.asList(ids));
        missing.removeIf(Regex::isSimpleMatchPattern);
        for (Map<String, Object> job : jobs.jobs()) {
            if (Regex.simpleMatch(ids, (String) job.get("id"))) {
                addJob(table, job);
            }
            missing.remove(job.get("id"));
        }
        for (Map<String, Object> run : runs.reports()) {
            if (Regex.simpleMatch(ids, (String) run.get("id"))) {
                addRun(table, run);
            }
            missing.remove(run.get("id"));
        }
        if (missing.isEmpty() == false) {
            throw new ResourceNotFoundException("{} must be ids of jobs or runs", missing);
        }
        return table;
    }

    private static void addRun(Table table, Map<String, Object> run) {
        table.startRow();
        table.addCell("run");
        table.addCell(run.get("id"));
        table.addCell(join(index(run.get("source"))));
        table.addCell(index(run.get("dest")));
        table.addCell(run.get("state"));
        table.addCell(run.get("phase"));
        table.addCell(run.get("documents"));
        table.addCell(run.get("groups"));
        table.addCell(run.get("duplicates"));
        table.addCell(run.get("start_time_in_millis") instanceof Long start ? Instant.ofEpochMilli(start) : null);
        table.addCell(time(run.get("took")));
        table.addCell(run.get("operations_since"));
        table.addCell(null);
        table.addCell(join(run.get("failures")));
        table.endRow();
    }

    private static void addJob(Table table, Map<String, Object> job) {
        Map<?, ?> last = job.get("last_checkpoint") instanceof Map<?, ?> map ? map : Map.of();
        table.startRow();
        table.addCell("job");
        table.addCell(job.get("id"));
        table.addCell(join(index(job.get("source"))));
        table.addCell(index(job.get("dest")));
        table.addCell(job.get("state"));
        table.addCell(null);
        table.addCell(null);
        table.addCell(null);
        table.addCell(null);
        table.addCell(last.get("timestamp"));
        table.addCell(time(last.get("took")));
        table.addCell(job.get("operations_behind"));
        table.addCell(job.get("consecutive_failures"));
        table.addCell(job.get("failure"));
        table.endRow();
    }

    private static Object index(Object named) {
        return named instanceof Map<?, ?> object ? object.get("index") : null;
    }

    private static TimeValue time(Object millis) {
        return millis instanceof Number number ? TimeValue.timeValueMillis(number.longValue()) : null;
    }

    /** Returns the values of a list, or {@code null} if there are none. */
    private static String join(Object list) {
        return list instanceof List<?> values && values.isEmpty() == false
                ? String.join(",", values.stream().map(Objects::toString).toList())
                : null;
    }
}
