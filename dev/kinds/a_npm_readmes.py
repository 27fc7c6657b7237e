"""README files of npm packages: versions of one package, renamed packages and forks, siblings of one repository, and unrelated packages.

The text is the Markdown as it stands. It has no title: the first line usually names the package.
"""

import os

from packages import members, npm, pinned, write

# A README below this many characters is a stub ("The documentation is at ..."): a reader cannot say from its text what it describes.
SHORTEST = 200


def fetch(folder):
    docs = []
    for spec, path in npm(pinned('npm_readmes'), os.path.join(folder, 'packages')).items():
        texts = sorted(members(path, r'(?i)readme(\.md|\.markdown|\.txt)?'))
        if texts and len(texts[0][1].strip()) >= SHORTEST:
            docs.append({'id': spec, 'text': texts[0][1].strip()})
    write(docs, folder)
