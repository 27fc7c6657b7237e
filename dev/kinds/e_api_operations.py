"""Reference pages of the operations of web services in three releases of one library. The title is the name of the operation; the text
describes it and its parameters.

Operations of one service share the paragraphs about common parameters. Siblings (create, delete, list) have one form.
"""

import glob
import gzip
import html
import json
import os
import re
import zlib

from lib.debian import Archive, write

RELEASES = {'bullseye': '1.20.0+repack-1', 'bookworm': '1.29.27+repack-1', 'trixie': '1.37.9+repack-1'}
SHARE = 8  # one service of so many
MIN_CHARS, MAX_CHARS = 300, 12_000


def plain(documentation):
    """Returns the text of documentation with markup; paragraphs and list items are lines."""
    text = re.sub(r'\s+', ' ', documentation)
    text = re.sub(r'</?(p|li|ul|ol|note|important|dl|dt|dd|br|h\d|pre)\b[^>]*>', '\n', text)
    return re.sub(r'\s*\n\s*', '\n', html.unescape(re.sub(r'<[^>]*>', '', text))).strip()


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), list(RELEASES))
    documents = []
    for release, version in RELEASES.items():
        data = os.path.join(archive.extract('python3-botocore', version, release), 'usr/lib/python3/dist-packages/botocore/data')
        newest = {}
        for path in sorted(glob.glob(os.path.join(data, '*', '*', 'service-2.json*'))):
            newest[path[len(data) + 1 :].split('/')[0]] = path
        for service, path in newest.items():
            if zlib.crc32(re.sub(r'v\d$|-', '', service).encode()) % SHARE:
                continue
            with (gzip.open if path.endswith('.gz') else open)(path, 'rt', encoding='utf-8') as file:
                model = json.load(file)
            for name, operation in model['operations'].items():
                members = model['shapes'].get(operation.get('input', {}).get('shape'), {}).get('members', {})
                parts = [plain(operation.get('documentation', ''))]
                parts += [f'{key}: {plain(value["documentation"])}' for key, value in members.items() if 'documentation' in value]
                text = '\n'.join(parts)
                if MIN_CHARS <= len(text) <= MAX_CHARS:
                    documents.append({'id': f'{release}/{service}/{name}', 'title': name, 'text': text})
    write(folder, documents)
