"""Common parts of the scripts that inject faults into runs: three nodes of ndd-cluster, documents, runs and their results."""
import argparse
import contextlib
import gzip
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NODES = 3
RETRYABLE = (429, 500, 502, 503, 504)
TASK = "indices:data/read/ndd/partition/run"
SENTENCES = 12
PHASES = ["pin", "boilerplate", "digests", "candidates", "decide", "members", "groups", "check", "lists", "publish"]
#: A phase of runs with redirects only.
REDIRECTS = "redirects"
ALL_PHASES = [*PHASES[:-2], REDIRECTS, *PHASES[-2:]]
#: Maximum number of attempts to see a run in a short phase.
MAX_ATTEMPTS = 5


def alive(process):
    """Returns whether a process runs. One that has ended stays in /proc if its parent ignores that, as in containers without init."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Failed(Exception):
    """A failure that ends the script."""


def interrupt(number, _frame):
    print("interrupted: stopping the nodes", file=sys.stderr, flush=True)
    sys.exit(128 + number)


class Cluster:
    """Three nodes of ndd-cluster. Requests are sent to the nodes that are up."""

    def __init__(self, directory, headers=None):
        self.directory = directory
        self.paused = None
        #: The default credentials of requests.
        self.headers = headers or {}

    @contextlib.contextmanager
    def started(self, *options):
        """Starts the nodes, and stops them at the end, also after a failure, Ctrl-C or SIGTERM."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupt)
        try:
            self.command("start", *options)
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            self.resume_node()
            self.command("stop")

    def command(self, name, *options):
        command = [os.path.join(PROJECT, "distribution", "bin", "ndd-cluster"), name, *options, "--dir", self.directory]
        # in a separate session, so that Ctrl-C ends the script, and only the script ends the command
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True) as process:
            try:
                output, _ = process.communicate()
            except BaseException:
                process.terminate()
                process.wait()
                raise
        if process.returncode != 0:
            raise Failed(f"ndd-cluster {name}: {output.strip()}")

    def addresses(self):
        for number in range(1, NODES + 1):
            if str(number) == self.paused:
                continue  # a paused node accepts a request, but does not respond
            try:
                with open(f"{self.directory}/node-{number}/logs/http.ports", encoding="utf-8") as ports:
                    yield "http://" + ports.readline().strip()
            except OSError:
                pass  # this node is not up

    def pause_node(self, number):
        """Stops all threads of a node. Its connections stay open, but it sends no data."""
        self.signal_node(number, signal.SIGSTOP)
        self.paused = number

    def resume_node(self):
        if self.paused:
            number, self.paused = self.paused, None
            self.signal_node(number, signal.SIGCONT)

    def signal_node(self, number, value):
        with open(f"{self.directory}/node-{number}/pid", encoding="utf-8") as pid:
            os.kill(int(pid.read()), value)

    def stop_node(self, number):
        """Shuts a node down, as before an upgrade."""
        with open(f"{self.directory}/node-{number}/pid", encoding="utf-8") as pid:
            process = int(pid.read())
        os.kill(process, signal.SIGTERM)
        self.until(f"the end of node {number}", 120, lambda: not alive(process))

    def request(self, method, path, body=None, timeout=60, headers=None, at=None):
        """Returns the response of the node at an address, or of the first node that responds. Skips nodes that are down or have no master."""
        lines = isinstance(body, bytes)
        data = body if lines or body is None else json.dumps(body).encode()
        kind = "application/x-ndjson" if lines else "application/json"
        failure = Failed("no node is up")
        for address in [at] if at else self.addresses():
            sent = {"Content-Type": kind, **(self.headers if headers is None else headers)}
            request = urllib.request.Request(address + path, data=data, method=method, headers=sent)
            try:
                with urllib.request.urlopen(request, timeout=timeout) as response:
                    return json.loads(response.read() or b"{}")
            except urllib.error.HTTPError as e:
                failure = Failed(f"{method} {path}: {e.code} {e.read()[:1000].decode(errors='replace')}")
                if e.code not in RETRYABLE:
                    raise failure from e
            except (OSError, ValueError) as e:
                failure = Failed(f"{method} {path}: {e}")
        raise failure

    def until(self, what, seconds, condition):
        """Retries until the condition is met, also after failures."""
        end = time.monotonic() + seconds
        problem = ""
        while time.monotonic() < end:
            try:
                value = condition()
                if value:
                    return value
            except Failed as e:
                problem = str(e)
            time.sleep(0.3)
        raise Failed(f"{what} did not happen within {seconds} s {problem}")

    def green(self):
        health = f"/_cluster/health?wait_for_nodes={NODES}&wait_for_status=green&timeout=5s"
        self.until("a green cluster", 300, lambda: self.request("GET", health)["timed_out"] is False)

    def names(self):
        nodes = self.request("GET", "/_nodes/_all/name?filter_path=nodes.*.name")["nodes"]
        return {node: value["name"] for node, value in nodes.items()}

    def coordinator(self, run):
        """Returns the name of the coordinating node of a run, or None if the run has no coordinating node."""
        state = self.request("GET", "/_cluster/state/metadata?filter_path=metadata.persistent_tasks.tasks")
        for task in state.get("metadata", {}).get("persistent_tasks", {}).get("tasks", []):
            if task["task"].get("ndd/partition", {}).get("params", {}).get("run") == run:
                return self.names().get(task["assignment"].get("executor_node"))
        return None

    def master(self):
        return self.request("GET", "/_cat/master?format=json")[0]["node"]


def generate_documents(count, seed):
    """Yields documents on sites with boilerplate. Three quarters of them have one or more edited copies."""
    rng = random.Random(seed)
    words = ["".join(rng.choice("aeioubdfgklmnprstvz") for _ in range(rng.randint(3, 9))) for _ in range(5000)]

    def sentence():
        return " ".join(rng.choice(words) for _ in range(rng.randint(8, 16))).capitalize() + "."

    number = 0
    while True:
        story = [sentence() for _ in range(SENTENCES)]
        for _ in range(rng.choice([1, 2, 3, 5])):
            if number == count:
                return
            copy = list(story)
            for _ in range(rng.randint(0, 2)):
                copy[rng.randrange(SENTENCES)] = sentence()
            site = f"site{rng.randrange(20)}.example"
            text = "\n".join([f"Welcome to {site}, the best of all sites.", *copy, f"All rights of {site} are reserved."])
            yield {"id": f"page-{number}", "url": f"https://{site}/{number}", "text": text}
            number += 1


def read(path):
    """Yields the documents of a file, one per line: id, html or text, and optionally url."""
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as lines:
        for number, line in enumerate(lines, start=1):
            try:
                page = json.loads(line)
            except ValueError:
                page = None
            if not isinstance(page, dict) or "id" not in page or not page.keys() & {"html", "text"}:
                raise Failed(f"line {number} of [{path}] must be a JSON object with [id] and [html] or [text], but was [{line[:100].strip()}]")
            yield page


def create(cluster, index, shards, extra=None):
    """Creates an index with a pipeline of the same name."""
    processor = {"near_dup": {"field": "body", "url_field": "url"}}
    cluster.request("PUT", f"/_ingest/pipeline/{index}", {"processors": [processor]})
    settings = {"number_of_shards": shards, "number_of_replicas": 1, "index.unassigned.node_left.delayed_timeout": "0s"}
    fields = {"ndd": {"type": "near_dup"}, "body": {"type": "text", "index": False}, "url": {"type": "keyword"}, **(extra or {})}
    cluster.request("PUT", f"/{index}", {"settings": settings, "mappings": {"properties": fields}})


def source(page):
    """Returns the source of a document to index."""
    return {"body": page.get("html") or page.get("text") or "", "url": page.get("url")}


def index_documents(cluster, index, documents):
    """Indexes documents, given as pairs of id and source, with the pipeline of the index. Returns their number."""
    documents = iter(documents)
    total = 0
    while batch := list(itertools.islice(documents, 300)):
        lines = [json.dumps(line) for one, fields in batch for line in ({"index": {"_id": one}}, fields)]
        body = ("\n".join(lines) + "\n").encode()
        response = cluster.request("POST", f"/{index}/_bulk?pipeline={index}", body, timeout=300)
        if response["errors"]:
            raise Failed(f"documents could not be indexed: {json.dumps(response)[:1000]}")
        total += len(batch)
    cluster.request("POST", f"/{index}/_refresh")
    return total


def all_hits(cluster, index, search):
    """Yields all hits of a sorted search."""
    while True:
        hits = cluster.request("POST", f"/{index}/_search", search, timeout=120)["hits"]["hits"]
        if not hits:
            return
        yield from hits
        search = {**search, "search_after": hits[-1]["sort"]}


def groups(cluster, run):
    """Returns all documents of groups, without the name of the run."""
    cluster.request("POST", f"/{run}/_refresh")
    search = {"size": 5000, "sort": ["doc.id", "role"], "query": {"exists": {"field": "group"}}}
    sources = (hit["_source"] for hit in all_hits(cluster, run, search))
    return sorted(json.dumps({key: value for key, value in one.items() if key != "run"}, sort_keys=True) for one in sources)


def phase(cluster, run):
    """Returns the current phase of a run, or None if it has no coordinating node."""
    for node in cluster.request("GET", f"/_tasks?actions={TASK}&detailed")["nodes"].values():
        for task in node["tasks"].values():
            if task.get("status", {}).get("id") == run:
                return task["status"]["phase"]
    return None


def await_phase(cluster, wanted, start):
    """Starts a run and waits for a phase. Returns the run and its phase, which is a later phase if each attempt missed the wanted one."""
    for attempts_left in reversed(range(MAX_ATTEMPTS)):
        run = start()
        while True:
            seen = phase(cluster, run)
            if seen == wanted:
                return run, seen
            missed = seen in ALL_PHASES and ALL_PHASES.index(seen) > ALL_PHASES.index(wanted)
            if missed and attempts_left == 0:
                return run, seen
            if missed or (seen is None and report(cluster, run)["state"] != "running"):
                await_end(cluster, run, 600)
                break
    raise Failed(f"no run was seen in [{wanted}]: increase [--documents]")


def report(cluster, run, verbose=True):
    return cluster.request("GET", f"/_ndd/partition/{run}" + ("?verbose=true" if verbose else ""), timeout=20)


def await_end(cluster, run, seconds, verbose=True):
    def condition():
        now = report(cluster, run, verbose)
        return now if now["state"] != "running" else None

    return cluster.until(f"the end of run {run}", seconds, condition)


def positive(value):
    """Parses an option that is a number of at least 1."""
    if not value.isdecimal() or int(value) == 0:
        raise argparse.ArgumentTypeError(f"must be at least [1], but was [{value}]")
    return int(value)


def whole(value):
    """Parses an option that is an integer."""
    try:
        return int(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be an integer, but was [{value}]") from None


def some_of(known):
    """Returns a parser of an option with comma-separated names."""

    def parse(value):
        values = value.split(",")
        for name in values:
            if name not in known:
                raise argparse.ArgumentTypeError(f"must be some of [{','.join(known)}], but was [{name}]")
        return values

    return parse


def file(value):
    """Parses an option that is the name of a file."""
    if not os.path.isfile(value):
        raise argparse.ArgumentTypeError(f"must be a file, but was [{value}]")
    return value


def add_cluster_options(parser, name, heap="700m"):
    parser.add_argument("--dir", default=os.path.join(PROJECT, "build", name), help="directory of the cluster; its data is deleted")
    parser.add_argument("--heap", default=heap, help=f"heap of each node ({heap})")
    parser.add_argument("--http-port", metavar="PORT", default="0", help="as for ndd-cluster (0, any free port)")


def add_plugin_option(parser):
    parser.add_argument("--plugin", metavar="ZIP", type=file, help="the plugin to install (the one in target, built if missing or outdated)")


def start_options(args, nodes=NODES):
    """Returns the options of ndd-cluster to start the cluster of a script."""
    options = ["--nodes", str(nodes), "--heap", args.heap, "--http-port", args.http_port, "--fresh"]
    return options + (["--plugin", os.path.abspath(args.plugin)] if getattr(args, "plugin", None) else [])
