"""Sections of Internet standards and of the standards that they replace: the title is the heading. Revised and renumbered sections, sections of one
form for another message, command or registry, and paragraphs that many standards share.
"""

import collections
import glob
import gzip
import json
import os
import re
import zlib

from lib.debian import Archive, write

RELEASE, VERSION = 'bookworm', '20230121-1'
PACKAGES = ('doc-rfc-std', 'doc-rfc-std-proposed', 'doc-rfc-old-std')
SHARE = 3  # one chain of standards that replace each other of so many
MIN_CHARS, MAX_CHARS = 300, 12_000
HEADING = re.compile(r'^ ? ? ?((?:\d\d?\.)*\d\d?|[A-Z](?:\.\d+)+)\.?:? +([A-Z"<].{1,80})$')
END = re.compile(
    r"(?m)^ {0,3}(\d+\.? +)?(Authors?'?s?'? Address(es)?|Full Copyright Statement|Intellectual Property( Statement)?|Acknowledge?ments?)\s*$"
)
OMITTED = re.compile(r'(?i)copyright|status of|intellectual|author|acknowl|contributor|references|editor')


def sections(text):
    """Yields number, heading and text of the sections, without the lines between pages and what follows the last section."""
    text = re.sub(r'\n[^\n]*\[Page [\divx]+\]\s*\f?\n(RFC[^\n]*\n)?', '\n', text).replace('\f', '')
    ends = [match.start() for match in END.finditer(text) if match.start() > len(text) * 0.5]
    lines = ['', *text[: ends[0] if ends else len(text)].split('\n'), '']
    heading, body = None, []
    for before, line, after in zip(lines, lines[1:], lines[2:]):
        match = HEADING.match(line)
        if match and not before.strip() and not after.strip() and not re.search(r'\. ?\.|\s\d+$', line):
            if heading:
                yield *heading, '\n'.join(body)
            heading, body = (match[1], ' '.join(match[2].split())), []
        else:
            body.append(line)
    if heading:
        yield *heading, '\n'.join(body)


def chains(standards):
    """Returns lists of standards that replace each other."""
    first = {name: name for name in standards}

    def root(name):
        return name if first[name] == name else root(first[name])

    for name, (standard, _) in standards.items():
        for replaced in map(str.strip, standard['obsoletes']):
            if replaced in first:
                earlier, later = sorted((root(name), root(replaced)))
                first[later] = earlier
    members = collections.defaultdict(list)
    for name in standards:
        members[root(name)].append(name)
    return {name: chain for name, chain in members.items() if len(chain) > 1}


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), [RELEASE], components='main non-free')
    standards = {}
    for package in PACKAGES:
        for path in sorted(glob.glob(os.path.join(archive.extract(package, VERSION, RELEASE), 'usr/share/doc/RFC/**/rfc*.json'), recursive=True)):
            text = path[: -len('.json')] + '.txt.gz'
            if not os.path.islink(path) and os.path.exists(text):
                with open(path, encoding='utf-8') as file:
                    standard = json.load(file)
                standards[standard['doc_id'].strip()] = (standard, text)
    documents = {}
    for name, chain in chains(standards).items():
        if zlib.crc32(name.encode()) % SHARE:
            continue
        for member in chain:
            with gzip.open(standards[member][1], 'rt', encoding='utf-8', errors='replace') as file:
                for number, title, body in sections(file.read()):
                    identity, body = f'{member.lower()}/{number}', re.sub(r'\n{3,}', '\n\n', body).strip('\n')
                    if MIN_CHARS <= len(body.strip()) <= MAX_CHARS and not OMITTED.search(title):
                        documents.setdefault(identity, {'id': identity, 'title': title, 'text': body})
    write(folder, list(documents.values()))
