"""README files of npm packages: versions of one package, renamed packages and forks, siblings of one repository, and unrelated packages.

The text is the unchanged Markdown. It has no title, because the first line usually names the package.
"""

import os

from packages import members, npm, pinned, write

# Characters. Shorter READMEs are stubs ("The documentation is at ...") that do not describe the package.
MIN_CHARS = 200


def fetch(folder):
    docs = []
    for spec, path in npm(pinned('npm_readmes'), os.path.join(folder, 'packages')).items():
        texts = sorted(members(path, r'(?i)readme(\.md|\.markdown|\.txt)?'))
        if texts and len(texts[0][1].strip()) >= MIN_CHARS:
            docs.append({'id': spec, 'text': texts[0][1].strip()})
    write(docs, folder)
