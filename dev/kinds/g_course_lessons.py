"""Lessons and exercises of courses in programming for beginners, in seven languages and two releases: revised lessons, lessons that repeat parts of
the lesson before, and exercises of one form. The text is that of the lesson, without the tests of its exercise.
"""

import html
import json
import os
import re

from packages import members, npm, write

PACKAGES = ('@freecodecamp/curriculum@3.2.1', '@freecodecamp/curriculum@1.2.1')
MIN_WORDS = 30


def plain(lines):
    """Returns the text of lines of HTML, without tags."""
    return html.unescape(re.sub(r'<[^>]+>', '', re.sub(r'<(br|hr|/p|/div|/li)\b[^>]*>', '\n', '\n'.join(lines)))).strip()


def fetch(folder):
    documents, texts = {}, set()
    for spec, path in npm(list(PACKAGES), os.path.join(folder, 'packages')).items():
        release = spec.rpartition('@')[2]
        for _, content in members(path, r'dist/challenges/.*\.json'):
            for lesson in json.loads(content).get('challenges', []):
                for language, version in {'en': lesson, **lesson.get('translations', {})}.items():
                    title, lines = version.get('title', ''), version.get('description', [])
                    if not all(isinstance(line, str) for line in lines):
                        continue
                    text = plain(lines)
                    if len(text.split()) >= MIN_WORDS and (title, text) not in texts:
                        texts.add((title, text))
                        identity = f'{release}/{language}/{lesson["id"]}'
                        documents.setdefault(identity, {'id': identity, 'title': title, 'text': text})
    write(list(documents.values()), folder)
