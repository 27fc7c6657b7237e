"""Common parts of the programs that disturb real runs: three nodes of ndd-cluster, documents, runs and their results."""
import gzip
import json
import os
import random
import signal
import subprocess
import time
import urllib.error
import urllib.request

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NODES = 3
BUSY = (429, 500, 502, 503, 504)
TASK = "indices:data/read/ndd/partition/run"
SENTENCES = 12
PHASES = ["pin", "boilerplate", "digests", "candidates", "decide", "members", "groups", "lists", "check", "publish"]
#: The phase that only runs with redirects have.
REDIRECTS = "redirects"
ORDER = [*PHASES[:-1], REDIRECTS, PHASES[-1]]
#: Maximum number of attempts to see a run in a short phase.
TRIES = 5


class Failed(Exception):
    """A failure that ends the program."""


class Cluster:
    """Three nodes of ndd-cluster, and requests to those of them that run."""

    def __init__(self, directory, headers=None):
        self.directory = directory
        self.hanging = None
        #: The default credentials of requests.
        self.headers = headers or {}

    def command(self, name, *options):
        command = [os.path.join(PROJECT, "distribution", "bin", "ndd-cluster"), name, *options, "--dir", self.directory]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            raise Failed(f"ndd-cluster {name}: {done.stdout.strip()}")

    def addresses(self):
        for number in range(1, NODES + 1):
            if str(number) == self.hanging:
                continue  # it would accept the request, and not respond
            try:
                with open(f"{self.directory}/node-{number}/logs/http.ports", encoding="utf-8") as ports:
                    yield "http://" + ports.readline().strip()
            except OSError:
                pass  # this node is not up

    def hang(self, number):
        """Stops all threads of a node: its connections stay open, without data."""
        self.send(number, signal.SIGSTOP)
        self.hanging = number

    def go_on(self):
        if self.hanging:
            number, self.hanging = self.hanging, None
            self.send(number, signal.SIGCONT)

    def send(self, number, what):
        with open(f"{self.directory}/node-{number}/pid", encoding="utf-8") as pid:
            os.kill(int(pid.read()), what)

    def stop_node(self, number):
        """Shuts a node down, as before an upgrade."""
        with open(f"{self.directory}/node-{number}/pid", encoding="utf-8") as pid:
            process = int(pid.read())
        os.kill(process, signal.SIGTERM)
        self.until(f"the end of node {number}", 120, lambda: not os.path.exists(f"/proc/{process}"))

    def ask(self, method, path, body=None, timeout=60, headers=None, at=None):
        """The response of the first node that returns one, or of the node at an address. Skips nodes that are down or have no master."""
        lines = isinstance(body, bytes)
        data = body if lines or body is None else json.dumps(body).encode()
        kind = "application/x-ndjson" if lines else "application/json"
        failure = Failed("no node is up")
        for address in [at] if at else self.addresses():
            sent = {"Content-Type": kind, **(self.headers if headers is None else headers)}
            request = urllib.request.Request(address + path, data=data, method=method, headers=sent)
            try:
                with urllib.request.urlopen(request, timeout=timeout) as answer:
                    return json.loads(answer.read() or b"{}")
            except urllib.error.HTTPError as e:
                failure = Failed(f"{method} {path}: {e.code} {e.read()[:1000].decode(errors='replace')}")
                if e.code not in BUSY:
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
        self.until("a green cluster", 300, lambda: self.ask("GET", health)["timed_out"] is False)

    def names(self):
        nodes = self.ask("GET", "/_nodes/_all/name?filter_path=nodes.*.name")["nodes"]
        return {node: value["name"] for node, value in nodes.items()}

    def leader(self, run):
        """The name of the node that coordinates a run; none while there is no such node. The task has the id of the destination."""
        state = self.ask("GET", "/_cluster/state/metadata?filter_path=metadata.persistent_tasks.tasks")
        for task in state.get("metadata", {}).get("persistent_tasks", {}).get("tasks", []):
            if task["task"].get("ndd/partition", {}).get("params", {}).get("run") == run:
                return self.names().get(task["assignment"].get("executor_node"))
        return None

    def master(self):
        return self.ask("GET", "/_cat/master?format=json")[0]["node"]


def generated(count, seed):
    """Documents, three quarters of them with one or more edited copies, on sites with boilerplate."""
    dice = random.Random(seed)
    words = ["".join(dice.choice("aeioubdfgklmnprstvz") for _ in range(dice.randint(3, 9))) for _ in range(5000)]

    def sentence():
        return " ".join(dice.choice(words) for _ in range(dice.randint(8, 16))).capitalize() + "."

    number = 0
    while True:
        story = [sentence() for _ in range(SENTENCES)]
        for _ in range(dice.choice([1, 2, 3, 5])):
            if number == count:
                return
            copy = list(story)
            for _ in range(dice.randint(0, 2)):
                copy[dice.randrange(SENTENCES)] = sentence()
            site = f"site{dice.randrange(20)}.example"
            text = "\n".join([f"Welcome to {site}, the best of all sites.", *copy, f"All rights of {site} are reserved."])
            yield {"id": f"page-{number}", "url": f"https://{site}/{number}", "text": text}
            number += 1


def read(path):
    """Documents of a file, one per line: id, html or text, and optionally url."""
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as lines:
        for line in lines:
            yield json.loads(line)


def create(cluster, index, shards, extra=None):
    """Creates an index with a pipeline of the same name."""
    processor = {"near_dup": {"field": "body", "url_field": "url"}}
    cluster.ask("PUT", f"/_ingest/pipeline/{index}", {"processors": [processor]})
    settings = {"number_of_shards": shards, "number_of_replicas": 1, "index.unassigned.node_left.delayed_timeout": "0s"}
    fields = {"ndd": {"type": "near_dup"}, "body": {"type": "text", "index": False}, "url": {"type": "keyword"}, **(extra or {})}
    cluster.ask("PUT", f"/{index}", {"settings": settings, "mappings": {"properties": fields}})


def source(page):
    """The source to index of a document."""
    return {"body": page.get("html") or page.get("text") or "", "url": page.get("url")}


def groups(cluster, run):
    """All documents of groups, without the name of the run."""
    cluster.ask("POST", f"/{run}/_refresh")
    lines = []
    search = {"size": 5000, "sort": ["doc.id", "role"], "query": {"exists": {"field": "group"}}}
    while True:
        hits = cluster.ask("POST", f"/{run}/_search", search)["hits"]["hits"]
        if not hits:
            return sorted(lines)
        for hit in hits:
            lines.append(json.dumps({key: value for key, value in hit["_source"].items() if key != "run"}, sort_keys=True))
        search["search_after"] = hits[-1]["sort"]


def phase(cluster, run):
    """The current phase of a run; none while no node coordinates it."""
    for node in cluster.ask("GET", f"/_tasks?actions={TASK}&detailed")["nodes"].values():
        for task in node["tasks"].values():
            if task.get("status", {}).get("id") == run:
                return task["status"]["phase"]
    return None


def run_in(cluster, wanted, start):
    """Starts a run and awaits a phase; returns the run and the phase, which is a later one if the run was always faster."""
    for left in reversed(range(TRIES)):
        run = start()
        while True:
            seen = phase(cluster, run)
            if seen == wanted:
                return run, seen
            late = seen in ORDER and ORDER.index(seen) > ORDER.index(wanted)
            if late and left == 0:
                return run, seen
            if late or (seen is None and report(cluster, run)["state"] != "running"):
                ended(cluster, run, 600)
                break
    raise Failed(f"no run was seen in [{wanted}]: increase [--documents]")


def report(cluster, run, verbose=True):
    return cluster.ask("GET", f"/_ndd/partition/{run}" + ("?verbose=true" if verbose else ""), timeout=20)


def ended(cluster, run, seconds, verbose=True):
    def condition():
        now = report(cluster, run, verbose)
        return now if now["state"] != "running" else None

    return cluster.until(f"the end of run {run}", seconds, condition)
