"""Records of books and articles about typesetting from thirteen bibliographies: books that are in several of them, editions, volumes and
articles of one journal. The title is that of the book or article; the text has the other fields.
"""

import glob
import os
import re

from lib.debian import Archive, write

RELEASE, VERSION = 'bookworm', '2022.20230122-4'
# Fields in their order, without those about the making of the bibliography.
FIELDS = (
    'author editor booktitle journal series volume number chapter pages day month year edition publisher institution school address isbn '
    'issn doi lccn price abstract annote note keywords subject tableofcontents'
).split()
MIN_CHARS = 60


def value(text, names):
    """Returns a value without quotation marks, braces and TeX commands; names of programs such as TeX stay."""
    if '#' in text:
        text = re.sub(r'"([^"]*)"|\b([\w-]+)', lambda part: part[1] if part[1] is not None else names.get(part[2], part[2]), text)
    text = re.sub(r'\\-', '', text).replace(r'{\emdash}', '-').replace(r'{\slash}', '/')
    text = re.sub(r'\\cite\w*\{[^}]*\}|\\(em|it|bf|tt|sc|booktitle|mathcal)\b', '', re.sub(r'\s+', ' ', text))
    text = re.sub(r'\\([\'`"^~=.]|[cvHuk](?=[ {]))\s*\{?\\?(\w)\}?', r'\2', text)
    return re.sub(r'\s+', ' ', re.sub(r'[\\{}$]', '', text)).replace('--', '-').strip(' #",')


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), [RELEASE])
    root = os.path.join(archive.extract('texlive-bibtex-extra', VERSION, RELEASE), 'usr/share/texlive/texmf-dist/bibtex/bib/beebe')
    documents = []
    for path in sorted(glob.glob(os.path.join(root, '*.bib'))):
        with open(path, encoding='latin-1') as file:
            content = file.read()
        names = dict(re.findall(r'(?m)^@String\s*\{([\w-]+)\s*=\s*"([^"]*)"', content))
        for key, body in re.findall(r'(?ms)^@(?!String|Preamble)\w+\{([^,\s]+),\n(.*?)^\}', content):
            fields = {name.lower(): text for name, text in re.findall(r'(?ms)^  ([\w-]+) =\s+(.*?),?(?=\n  [\w-]+ =|\Z)', body)}
            fields = {name: value(names.get(text.strip(), text), names) for name, text in fields.items()}
            lines = [f'{name}: {fields[name]}' for name in FIELDS if fields.get(name, '????') != '????']
            text = '\n'.join(lines)
            if fields.get('title') and len(text) >= MIN_CHARS:
                documents.append({'id': f'{os.path.basename(path)[:-4]}/{key}', 'title': fields['title'], 'text': text})
    write(folder, list({one['id']: one for one in documents}.values()))
