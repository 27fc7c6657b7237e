"""Notes about corrections and features of a web server in four maintained versions: one correction in two versions, with other words or names, and
notes of one form about another component, library or number. Short, without titles.
"""

import hashlib
import html
import os
import re
import zipfile

from packages import maven, write

RELEASES = ('8.5.100', '9.0.98', '10.1.34', '11.0.2')
MIN_WORDS = 12


def plain(markup):
    return ' '.join(html.unescape(re.sub(r'<[^>]+>', '', markup)).split())


def fetch(folder):
    documents = {}
    for release in RELEASES:
        with zipfile.ZipFile(maven(f'org.apache.tomcat:tomcat:{release}:zip', os.path.join(folder, 'packages'))) as archive:
            page = archive.read(f'apache-tomcat-{release}/webapps/docs/changelog.html').decode('utf-8')
            for note in re.findall(r'(?s)<li>(.*?)</li>', page):
                text = re.sub(r'\s*\(\w[\w./ -]*\)$', '', plain(note))  # without the name of the author
                if len(text.split()) >= MIN_WORDS:
                    identity = f'{release}/{hashlib.md5(text.encode()).hexdigest()[:8]}'
                    documents[identity] = {'id': identity, 'text': text}
    write(list(documents.values()), folder)
