"""Changelogs of npm packages: the same one in several versions, each of which adds entries, and changelogs of the packages of one repository, of
which many entries are equal ("Version bump only"). The text is the unchanged Markdown, without a title.
"""

import os

from packages import members, npm, pinned, write

# Characters. Shorter changelogs contain only a link; longer changelogs are too long for a person to compare.
MIN_CHARS, MAX_CHARS = 300, 60_000


def fetch(folder):
    docs = []
    for spec, path in npm(pinned('npm_changelogs'), os.path.join(folder, 'packages')).items():
        texts = sorted(members(path, r'(?i)(changelog|changes|history)(\.md|\.markdown|\.txt)?'))
        if texts and MIN_CHARS <= len(texts[0][1].strip()) <= MAX_CHARS:
            docs.append({'id': spec, 'text': texts[0][1].strip()})
    write(docs, folder)
