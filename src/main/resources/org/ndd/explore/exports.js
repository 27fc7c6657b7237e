// Links to download all documents of a view.

import { path, absoluteUrl } from './api.js';
import { h } from './dom.js';

const FORMATS = { csv: 'CSV', ndjson: 'NDJSON' };

/** The documents of a view as a file, filtered as the view is; empty filters are left out. A query goes along in the address: a link has no body. */
export function downloads(known, filters, query) {
  const body = query ? { source: JSON.stringify({ query }), source_content_type: 'application/json' } : {};
  return h('p', { class: 'links', id: 'downloads' }, 'Download all: ', Object.entries(FORMATS).map(([format, words]) => [
    h('a', {
      download: true,
      'data-format': format,
      href: absoluteUrl(path([known.source, '_ndd', 'export'], { format, dest: known.dest, target_field: known.field, ...filters, ...body })),
    }, words), ' ',
  ]));
}
