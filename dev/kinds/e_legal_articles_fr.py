"""Articles of two French codes of law (labor, agriculture) in two releases: amended and renumbered articles, and articles that apply one
rule to another institution, product or territory. The title has the code and the number of the article.
"""

import json
import os
import tarfile
import zlib

from packages import npm, pinned, write

CODES = {'LEGITEXT000006072050': 'travail', 'LEGITEXT000022197698': 'rural'}
SHARE = 5  # one chapter of so many
MIN_CHARS, MAX_CHARS = 250, 8_000


def articles(node, place=()):
    """Yields the articles below a node, each with the titles of the sections above it."""
    if node['type'] == 'article':
        yield node['data'], place
    for child in node.get('children', ()):
        yield from articles(child, (*place, node['data'].get('title') or ''))


def fetch(folder):
    docs = {}
    for spec, path in npm(pinned('legal_articles_fr'), os.path.join(folder, 'packages')).items():
        with tarfile.open(path) as tar:
            for code, name in CODES.items():
                tree = json.load(tar.extractfile(f'package/data/{code}.json'))
                for article, place in articles(tree):
                    text = ' '.join((article.get('texte') or '').split())
                    chapter = (article.get('num') or '').rpartition('-')[0]
                    if chapter and not zlib.crc32(chapter.encode()) % SHARE and MIN_CHARS <= len(text) <= MAX_CHARS:
                        title = f'{place[0]}, article {article["num"]}'
                        docs[f'{spec.rpartition("@")[2]}/{name}/{article["num"]}'] = {'title': title, 'text': text}
    write([{'id': key, **doc} for key, doc in docs.items()], folder)
