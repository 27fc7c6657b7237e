"""Records of companies that registered identifiers of network devices: the title is the name of the company, the text its address. One company
in several spellings, and companies of one street, town or building.
"""

import csv
import os

from lib.debian import Archive, write

RELEASE, VERSION = 'trixie', '20240722'
REGISTRIES = ('oui', 'mam', 'oui36', 'iab')
MIN_CHARS = 20


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), [RELEASE])
    root = os.path.join(archive.extract('ieee-data', VERSION, RELEASE), 'usr/share/ieee-data')
    documents, records = {}, set()
    for registry in REGISTRIES:
        with open(os.path.join(root, registry + '.csv'), encoding='utf-8') as file:
            for row in csv.DictReader(file):
                name, address = (' '.join(row['Organization ' + field].split()) for field in ('Name', 'Address'))
                record, identity = (name.lower(), address.lower()), f'{row["Registry"]}/{row["Assignment"]}'
                if name != 'Private' and len(address) >= MIN_CHARS and record not in records:
                    records.add(record)
                    documents.setdefault(identity, {'id': identity, 'title': name, 'text': address})
    write(folder, list(documents.values()))
