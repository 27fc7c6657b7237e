"""Near-duplicates with Elasticsearch's Python client: indexes three pages, groups them, searches without duplicates, and shows the groups.

    near_duplicates.py [URL]     URL of a node with ndd (http://localhost:9200)

Runs with the client of versions 7.17, 8 and 9: `pip install elasticsearch`, or Debian's package python3-elasticsearch.
"""

import sys
import time

from elasticsearch import Elasticsearch, helpers

INDEX = "ndd-example"

# A report about a storm, the same on another site with other words here and there, and another report.
PAGES = {
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
    """Sends a request of ndd, for which the client has no method of its own. Until version 8 it is the transport that sends one."""
    sender = client if hasattr(client, "perform_request") else client.transport
    headers = {"accept": "application/json", "content-type": "application/json"}
    return sender.perform_request(method, path, headers=headers, body=body)


def index_pages(client):
    """A pipeline that fingerprints each page, an index that uses it and maps what comes of it, and pages."""
    processor = {"near_dup": {"field": "html", "url_field": "url"}}
    client.ingest.put_pipeline(id=INDEX, body={"processors": [processor]})
    properties = {"url": {"type": "keyword"}, "html": {"type": "text"}, "ndd": {"type": "near_dup"}}
    settings = {"default_pipeline": INDEX, "number_of_replicas": 0}
    client.indices.create(index=INDEX, settings=settings, mappings={"properties": properties})
    pages = ({"_index": INDEX, "_id": name, "url": url, "html": html} for name, (url, html) in PAGES.items())
    helpers.bulk(client, pages, refresh=True)


def partition(client):
    """Puts each page into one group. A run goes on by itself, and is asked how far it is."""
    run = send(client, "POST", f"/{INDEX}/_ndd/partition")["id"]
    while (report := send(client, "GET", f"/_ndd/partition/{run}"))["state"] == "running":
        time.sleep(0.5)
    print(f"Partition {report['state']}: {report['documents']} pages, {report['groups']} group, {report['duplicates']} duplicate")


def search(client, words):
    """Shows the best page of each group, and which pages it stands for. Clients before 8.14 know no retrievers, so the request is plain."""
    query = {"standard": {"query": {"match": {"html": words}}}}
    retriever = {"near_dup": {"retriever": query, "dest": {"index": f"{INDEX}-ndd"}}}
    answer = send(client, "POST", f"/{INDEX}/_search", {"_source": False, "retriever": retriever})
    print(f"Search for [{words}]")
    for hit in answer["hits"]["hits"]:
        others = [other["_id"] for other in hit["fields"]["near_dup"][0].get("similar", [])]
        print(f"  {hit['_id']}" + (f", also {', '.join(others)}" if others else ""))


def show_groups(client):
    """The groups, with what each page is to the one to keep."""
    for group in send(client, "GET", f"/{INDEX}/_ndd/groups")["groups"]:
        print(f"Group of {group['size']} documents")
        for page in send(client, "GET", f"/{INDEX}/_ndd/groups/{group['group']}")["documents"]:
            print(f"  {page['_id']}: " + ("to keep" if page["canonical"] else page["relation"]))


if __name__ == "__main__":
    node = Elasticsearch(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:9200")
    index_pages(node)
    partition(node)
    search(node, "storm or snow")
    show_groups(node)
