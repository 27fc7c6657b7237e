"""Comments of the sources of Java libraries that document a class, method or field, with their tags and markup: one comment in two versions of a
library, also under another package, and comments of one form for another type, method or parameter. Short, without titles.
"""

import hashlib
import os
import re
import textwrap
import zipfile

from packages import maven, write

SOURCES = (
    'commons-lang:commons-lang:2.6:jar:sources',
    'org.apache.commons:commons-lang3:3.14.0:jar:sources',
    'commons-collections:commons-collections:3.2.2:jar:sources',
    'org.apache.commons:commons-collections4:4.4:jar:sources',
    'commons-io:commons-io:2.4:jar:sources',
    'commons-io:commons-io:2.15.1:jar:sources',
    'org.springframework:spring-web:4.3.30.RELEASE:jar:sources',
    'org.springframework:spring-web:6.1.14:jar:sources',
    'joda-time:joda-time:2.12.7:jar:sources',
)
MIN_WORDS = 25


def comments(source):
    """Yields the text of the comments that document something, without the marks of the comment at the beginning of lines."""
    for comment in re.findall(r'(?s)/\*\*\s(.*?)\*/', source):
        yield textwrap.dedent(re.sub(r'(?m)^[ \t]*\* ?', '', comment)).strip()


def fetch(folder):
    documents = {}
    for artifact in SOURCES:
        library = '-'.join(artifact.split(':')[1:3])
        with zipfile.ZipFile(maven(artifact, os.path.join(folder, 'packages'))) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith('.java'):
                    for text in comments(archive.read(name).decode('utf-8', 'replace')):
                        if len(text.split()) >= MIN_WORDS:
                            identity = f'{library}/{os.path.basename(name)[:-5]}/{hashlib.md5(text.encode()).hexdigest()[:8]}'
                            documents.setdefault(identity, {'id': identity, 'text': text})
    write(list(documents.values()), folder)
