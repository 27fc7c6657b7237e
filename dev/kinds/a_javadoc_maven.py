"""Class pages of the documentation of three Java libraries, two releases of each: classes made from one template for each primitive type (hppc),
decorators of each collection (commons-collections), and classes for each number of arguments (vavr).

The pages have no URLs. Each has a title (<title>).
"""

import os
import re
import zipfile

from packages import maven, pinned, write

# Overviews, lists, usage pages and sources.
NOT_A_CLASS = re.compile(
    r'(^|/)(package-|overview-|allclasses|index|deprecated|help-doc|constant-values|serialized-form)|class-use/|src-html/|^resources/|^META-INF/'
)
# Selects some of hppc's classes for pairs of types, because all of them would be most of the pages.
HPPC = re.compile(r'com/carrotsearch/hppc/(?!.*(?:Byte|Short|Float|Double|Object))')


def fetch(folder):
    docs = []
    for artifact in pinned('javadoc_maven'):
        _, name, version, _, _ = artifact.split(':')
        with zipfile.ZipFile(maven(artifact, os.path.join(folder, 'packages'))) as jar:
            for path in jar.namelist():
                if not path.endswith('.html') or NOT_A_CLASS.search(path) or (name == 'hppc' and not HPPC.match(path)):
                    continue
                docs.append({'id': f'{name}-{version}:{path}', 'html': jar.read(path).decode('utf-8', 'replace')})
    write(docs, folder)
