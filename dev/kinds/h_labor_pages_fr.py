"""Pages of a ministry of labor in French, in three releases with a new design of the site between two of them: revised and moved pages, questions and
answers, and pages of one form about another contract, leave or institution. HTML with URLs, as the packages have it: the main content of each page.
"""

import html
import json
import os
import tarfile

from packages import npm, write

PACKAGES = [f'@socialgouv/fiches-travail-data@{version}' for version in ('4.61.0', '4.486.0', '4.1174.0')]
MIN_CHARS = 500  # leaves out pages that only link to others


def page(record):
    """Returns a record of the package as a page of HTML."""
    title = html.escape(record['title'])
    parts = [f'<h2>{html.escape(section["title"])}</h2>\n{section["html"]}' for section in record['sections']]
    body = '\n'.join([f'<h1>{title}</h1>', record.get('intro') or '', *parts])
    return f'<!DOCTYPE html>\n<html lang="fr"><head><meta charset="utf-8"><title>{title}</title></head><body>\n{body}\n</body></html>'


def fetch(folder):
    documents = {}
    for spec, path in npm(PACKAGES, os.path.join(folder, 'packages')).items():
        with tarfile.open(path) as tar:
            for record in json.load(tar.extractfile('package/data/fiches-travail.json')):
                text = page(record)
                if len(text) >= MIN_CHARS:
                    identity = f'{spec.rpartition("@")[2]}/{record["pubId"]}'
                    documents.setdefault(identity, {'id': identity, 'url': record['url'], 'html': text})
    write(list(documents.values()), folder)
