"""Common functions of the kinds: download packages with the clients of the registries, and write documents in the format of the evaluation."""

import concurrent.futures
import gzip
import json
import os
import re
import subprocess
import tarfile
import tempfile

# Packages per call of a client, because its start takes a second.
BATCH = 25
# Concurrent clients, which mostly wait for the network.
CLIENTS = 4


def pinned(kind):
    """Returns the lines of KIND.list except blank lines and comments: one package with its version per line."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), kind + '.list')
    with open(path, encoding='utf-8') as lines:
        return [line.strip() for line in lines if line.strip() and not line.startswith('#')]


def npm(specs, folder):
    """Downloads the packages NAME@VERSION that are not in the folder. Returns the path of each tarball by its NAME@VERSION."""
    os.makedirs(folder, exist_ok=True)
    paths = {spec: os.path.join(folder, re.sub(r'^@', '', spec).replace('/', '-').replace('@', '-') + '.tgz') for spec in specs}
    missing = [spec for spec in specs if not os.path.exists(paths[spec])]

    def download(batch):
        # Downloads to a temporary folder first, so that all tarballs in the folder are complete.
        with tempfile.TemporaryDirectory(dir=folder) as fresh:
            subprocess.run(
                ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', fresh, *batch], stdout=subprocess.DEVNULL, check=True
            )
            for name in os.listdir(fresh):
                os.replace(os.path.join(fresh, name), os.path.join(folder, name))

    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(download, (missing[i : i + BATCH] for i in range(0, len(missing), BATCH))))
    return paths


def maven(artifact, folder):
    """Downloads GROUP:ARTIFACT:VERSION:PACKAGING[:CLASSIFIER] if it is not in the folder. Returns its path."""
    os.makedirs(folder, exist_ok=True)
    _, name, version, packaging, *classifier = artifact.split(':')
    path = os.path.join(folder, '-'.join([name, version, *classifier]) + '.' + packaging)
    if not os.path.exists(path):
        subprocess.run(
            ['mvn', '-q', '-B', '-ntp', 'dependency:copy', '-Dartifact=' + artifact, '-DoutputDirectory=' + os.path.abspath(folder)],
            cwd=folder,
            check=True,
        )
    return path


def members(tarball, wanted):
    """Yields path and text of the files in a tarball whose path, without its first folder, matches the expression."""
    with tarfile.open(tarball) as tar:
        for member in tar:
            path = member.name.partition('/')[2]
            if member.isfile() and re.fullmatch(wanted, path):
                yield path, tar.extractfile(member).read().decode('utf-8', 'replace')


def write(docs, folder):
    """Writes FOLDER/docs.ndjson.gz: one document per line, ordered by id. Equal documents result in equal bytes."""
    os.makedirs(folder, exist_ok=True)
    docs = sorted(docs, key=lambda doc: doc['id'])
    if len({doc['id'] for doc in docs}) < len(docs):
        raise ValueError('two documents have the same id')
    path = os.path.join(folder, 'docs.ndjson.gz')
    with open(path, 'wb') as file, gzip.GzipFile(filename='', mode='wb', fileobj=file, mtime=0) as out:
        for doc in docs:
            out.write((json.dumps(doc, ensure_ascii=False) + '\n').encode('utf-8'))
    print(f'{path}: {len(docs)} documents')
