"""Pages of two wikis in two releases, with the header and the footer of the wiki around each page: tips, news, descriptions of plugins, designs with
comments. HTML with URLs, which are the same in both releases, as if a crawler had read the pages twice.
"""

import glob
import os
import re

from lib.debian import Archive, write

SUITES = ('bullseye', 'trixie')
WIKIS = {
    'git-annex': ('https://git-annex.branchable.com/', ('8.20210223-2', '10.20250416-2')),
    'ikiwiki': ('https://ikiwiki.info/', ('3.20200202.3-1', '3.20250501-1')),
}
MIN_BYTES = 2_000  # leaves out pages without content, which have 1,500 bytes of header and footer
MANUAL = r'git-annex-.*'  # pages of the manual are in another kind of documents


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), SUITES)
    documents = []
    for name, (address, versions) in WIKIS.items():
        for suite, version in zip(SUITES, versions):
            root = os.path.join(archive.extract(name, version, suite), 'usr/share/doc', name, 'html')
            for path in sorted(glob.glob(os.path.join(root, '**', '*.html'), recursive=True)):
                page = os.path.relpath(path, root)[: -len('.html')]
                if not os.path.islink(path) and not re.fullmatch(MANUAL, page) and os.path.getsize(path) >= MIN_BYTES:
                    with open(path, encoding='utf-8', errors='replace') as file:
                        documents.append({'id': f'{suite}/{name}/{page}', 'url': f'{address}{page}/', 'html': file.read()})
    write(folder, documents)
