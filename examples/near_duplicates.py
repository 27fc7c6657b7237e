"""Near-duplicates with Elasticsearch's Python client: indexes three documents, groups them, searches without duplicates, and prints the groups.

    near_duplicates.py [URL]     URL of a node with ndd (http://localhost:9200)

Supports versions 7.17, 8 and 9 of the client: `pip install elasticsearch`, or Debian's package python3-elasticsearch.
"""

import sys
import time

from elasticsearch import Elasticsearch, helpers

INDEX = "ndd-example"

# A report about a storm, an edited copy of it on another site, and a different report.
DOCUMENTS = {
    "storm": (
        "https://times.example.org/storm",
        "<h1>Storm closes the harbour</h1><p>The harbour of Norrvik was closed on Tuesday because of the storm.</p>"
        "<p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p>"
        "<p>Nobody was hurt, but two piers and a crane were damaged by the waves.</p>",
    ),
    "storm-wire": (
        "https://coast.example.com/news/storm",
        "<h1>Harbour closed by storm</h1><p>By our correspondent.</p>"
        "<p>The harbour of Norrvik was closed on Tuesday because of the storm.</p>"
        "<p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p>"
        "<p>Nobody was hurt, but two piers and one crane were damaged by the waves.</p>",
    ),
    "snow": (
        "https://times.example.org/snow",
        "<h1>First snow in the mountains</h1><p>Snow fell in the mountains for the first time in this year.</p>"
        "<p>Three passes are closed, and the railway sends its trains over the southern line.</p>"
        "<p>The weather service expects more snow before the weekend.</p>",
    ),
}


def send(client, method, path, body=None):
    """Sends a request to ndd, for which the client has no method. Before version 8 of the client, its transport sends such requests."""
    sender = client if hasattr(client, "perform_request") else client.transport
    headers = {"accept": "application/json", "content-type": "application/json"}
    return sender.perform_request(method, path, headers=headers, body=body)


def index_documents(client):
    """Creates a pipeline with the processor near_dup, an index with this pipeline and the mapping type near_dup, and indexes documents."""
    processor = {"near_dup": {"field": "html", "url_field": "url"}}
    client.ingest.put_pipeline(id=INDEX, body={"processors": [processor]})
    properties = {"url": {"type": "keyword"}, "html": {"type": "text"}, "ndd": {"type": "near_dup"}}
    settings = {"default_pipeline": INDEX, "number_of_replicas": 0}
    client.indices.create(index=INDEX, settings=settings, mappings={"properties": properties})
    documents = ({"_index": INDEX, "_id": name, "url": url, "html": html} for name, (url, html) in DOCUMENTS.items())
    helpers.bulk(client, documents, refresh=True)


def run_partition(client):
    """Starts a run in the background, and polls its state. A run assigns each document to one group."""
    run = send(client, "POST", f"/{INDEX}/_ndd/partition")["id"]
    while (report := send(client, "GET", f"/_ndd/partition/{run}"))["state"] == "running":
        time.sleep(0.5)
    print(f"Run {report['state']}: {report['documents']} documents, {report['groups']} group, {report['duplicates']} duplicate")


def search(client, words):
    """Prints the best document of each group, with the documents that it represents. Sends JSON, because clients before 8.14 have no retrievers."""
    query = {"standard": {"query": {"match": {"html": words}}}}
    retriever = {"near_dup": {"retriever": query, "dest": {"index": f"{INDEX}-ndd"}}}
    response = send(client, "POST", f"/{INDEX}/_search", {"_source": False, "retriever": retriever})
    print(f"Search for [{words}]")
    for hit in response["hits"]["hits"]:
        others = [other["_id"] for other in hit["fields"]["near_dup"][0].get("similar", [])]
        print(f"  {hit['_id']}" + (f", also {', '.join(others)}" if others else ""))


def print_groups(client):
    """Prints the groups. Each duplicate has its relation to the canonical document."""
    for group in send(client, "GET", f"/{INDEX}/_ndd/groups")["groups"]:
        print(f"Group of {group['size']} documents")
        for document in send(client, "GET", f"/{INDEX}/_ndd/groups/{group['group']}")["documents"]:
            print(f"  {document['_id']}: " + ("canonical" if document["canonical"] else document["relation"]))


if __name__ == "__main__":
    node = Elasticsearch(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:9200")
    index_documents(node)
    run_partition(node)
    search(node, "storm or snow")
    print_groups(node)
