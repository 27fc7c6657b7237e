"""Questions of quizzes, collected from many sites: the same question in other words or with another hint, and questions of one form about another
person, film or place. Very short, without titles.
"""

import os
import zipfile

from packages import maven, write

ARTIFACT = 'io.anserini:anserini:0.13.3:jar'
MIN_WORDS = 8  # shorter ones have few sequences of three words


def fetch(folder):
    path = maven(ARTIFACT, os.path.join(folder, 'packages'))
    documents = {}
    with zipfile.ZipFile(path) as jar:
        for part in ('test', 'dev'):
            lines = jar.read(f'topics-and-qrels/topics.dpr.trivia.{part}.txt').decode('utf-8').split('\n')
            for number, line in enumerate(lines):
                question = line.partition('\t')[0].strip()
                if len(question.split()) >= MIN_WORDS:
                    documents.setdefault(question, {'id': f'{part}/{number}', 'text': question})
    write(list(documents.values()), folder)
