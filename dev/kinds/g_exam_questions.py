"""Questions of the exams for radio amateurs with their four answers, in two releases: revised and renumbered questions, the same question in two
exams, and questions of one form. No titles.
"""

import glob
import os

from lib.debian import Archive, write

RELEASES = {'bookworm': '1.7.0-3', 'trixie': '1.11.2-1'}


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), list(RELEASES))
    documents = []
    for release, version in RELEASES.items():
        root = os.path.join(archive.extract('hamexam', version, release), 'usr/share/hamexam')
        for path in sorted(glob.glob(os.path.join(root, '[TGE]', '[TGE]*'))):
            with open(path, encoding='utf-8', errors='replace') as file:
                # The first line has the number and the letter of the correct answer.
                text = file.read().partition('\n')[2].strip()
            if text:
                documents.append({'id': f'{release}/{os.path.basename(path)}', 'text': text})
    write(folder, documents)
