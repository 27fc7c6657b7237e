"""What the kinds share: packages of the registries by their ordinary clients, and documents in the format of the evaluation."""

import concurrent.futures
import gzip
import json
import os
import re
import subprocess
import tarfile
import tempfile

# One run of a client takes this many packages: its start costs a second, and a command line has room for a few hundred names.
BATCH = 25
# Clients at work together: they wait for the network most of the time.
CLIENTS = 4


def pinned(kind):
    """The lines of KIND.list that are neither blank nor comments: one package with its version a line."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), kind + '.list')
    with open(path, encoding='utf-8') as lines:
        return [line.strip() for line in lines if line.strip() and not line.startswith('#')]


def npm(specs, folder):
    """Downloads the packages NAME@VERSION that the folder lacks; returns the path of each tarball by its NAME@VERSION."""
    os.makedirs(folder, exist_ok=True)
    paths = {spec: os.path.join(folder, re.sub(r'^@', '', spec).replace('/', '-').replace('@', '-') + '.tgz') for spec in specs}
    missing = [spec for spec in specs if not os.path.exists(paths[spec])]

    def download(batch):
        # Into a folder of its own first: a tarball that lies beside the others is complete.
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
    """Downloads GROUP:ARTIFACT:VERSION:PACKAGING:CLASSIFIER if the folder lacks it; returns its path."""
    os.makedirs(folder, exist_ok=True)
    _, name, version, packaging, classifier = artifact.split(':')
    path = os.path.join(folder, f'{name}-{version}-{classifier}.{packaging}')
    if not os.path.exists(path):
        subprocess.run(
            ['mvn', '-q', '-B', '-ntp', 'dependency:copy', '-Dartifact=' + artifact, '-DoutputDirectory=' + os.path.abspath(folder)],
            cwd=folder,
            check=True,
        )
    return path


def members(tarball, wanted):
    """The text of the files of a tarball whose path, less its first folder, fits the expression, as pairs of path and text."""
    with tarfile.open(tarball) as tar:
        for member in tar:
            path = member.name.partition('/')[2]
            if member.isfile() and re.fullmatch(wanted, path):
                yield path, tar.extractfile(member).read().decode('utf-8', 'replace')


def write(docs, folder):
    """Writes FOLDER/docs.ndjson.gz: one document a line in the order of ids, the same bytes for the same documents."""
    os.makedirs(folder, exist_ok=True)
    docs = sorted(docs, key=lambda doc: doc['id'])
    if len({doc['id'] for doc in docs}) < len(docs):
        raise ValueError('two documents have the same id')
    path = os.path.join(folder, 'docs.ndjson.gz')
    with open(path, 'wb') as file, gzip.GzipFile(filename='', mode='wb', fileobj=file, mtime=0) as out:
        for doc in docs:
            out.write((json.dumps(doc, ensure_ascii=False) + '\n').encode('utf-8'))
    print(f'{path}: {len(docs)} documents')
