#!/usr/bin/env bash
# Near-duplicates with curl: indexes three documents, groups them, searches without duplicates, and prints the groups.
#
#   near-duplicates.sh [URL]     URL of a node with ndd (http://localhost:9200)
set -euo pipefail

node=${1:-http://localhost:9200}
index=ndd-example

# send METHOD PATH [BODY]: prints the response. An error ends the script.
send() {
    local response
    response=$(curl --silent --show-error --fail-with-body --request "$1" "$node/$2" \
        --header 'Content-Type: application/json' ${3:+--data-binary "$3"}) || { printf '%s\n' "$response" >&2 && return 1; }
    printf '%s\n' "$response"
}

# Creates a pipeline with the processor near_dup, and an index with this pipeline and the mapping type near_dup.
send PUT "_ingest/pipeline/$index" '
{ "processors": [ { "near_dup": { "field": "html", "url_field": "url" } } ] }' > /dev/null
send PUT "$index" '
{
  "settings": { "default_pipeline": "'"$index"'", "number_of_replicas": 0 },
  "mappings": {
    "properties": {
      "url": { "type": "keyword" },
      "html": { "type": "text" },
      "ndd": { "type": "near_dup" }
    }
  }
}' > /dev/null

# Indexes a report about a storm, an edited copy of it on another site, and a different report.
send POST "$index/_bulk?refresh=true" '
{"index": {"_id": "storm"}}
{"url": "https://times.example.org/storm", "html": "<h1>Storm closes the harbour</h1><p>The harbour of Norrvik was closed on Tuesday because of the storm.</p><p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p><p>Nobody was hurt, but two piers and a crane were damaged by the waves.</p>"}
{"index": {"_id": "storm-wire"}}
{"url": "https://coast.example.com/news/storm", "html": "<h1>Harbour closed by storm</h1><p>By our correspondent.</p><p>The harbour of Norrvik was closed on Tuesday because of the storm.</p><p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p><p>Nobody was hurt, but two piers and one crane were damaged by the waves.</p>"}
{"index": {"_id": "snow"}}
{"url": "https://times.example.org/snow", "html": "<h1>First snow in the mountains</h1><p>Snow fell in the mountains for the first time in this year.</p><p>Three passes are closed, and the railway sends its trains over the southern line.</p><p>The weather service expects more snow before the weekend.</p>"}
' > /dev/null

# Starts a run in the background, and polls its state. A run assigns each document to one group.
run=$(send POST "$index/_ndd/partition?filter_path=id" | sed 's/.*"id":"\([^"]*\)".*/\1/')
while state=$(send GET "_ndd/partition/$run?filter_path=state") && [[ $state == *running* ]]; do sleep 0.5; done
echo 'Run:'
send GET "_ndd/partition/$run?pretty&filter_path=state,documents,groups,duplicates"

# The retriever returns the best document of each group, with the documents that it represents.
echo 'Search without duplicates:'
send POST "$index/_search?pretty&filter_path=hits.hits._id,hits.hits.fields" '
{
  "_source": false,
  "retriever": {
    "near_dup": {
      "retriever": { "standard": { "query": { "match": { "html": "storm or snow" } } } },
      "dest": { "index": "'"$index"'-ndd" }
    }
  }
}'

# Lists the groups with their canonical documents, and the documents of the first group.
echo 'Groups:'
send GET "$index/_ndd/groups?pretty"
group=$(send GET "$index/_ndd/groups?size=1&filter_path=groups.group" | sed 's/.*"group":"\([^"]*\)".*/\1/')
echo 'Documents of the first group:'
send GET "$index/_ndd/groups/$group?pretty&filter_path=documents._id,documents.canonical,documents.relation"
