// Creates links to download all documents of a view.

import { path, absoluteUrl } from './api.js';
import { h } from './dom.js';

const FORMATS = { csv: 'CSV', ndjson: 'NDJSON' };

/**
 * Creates links to the documents of a view as a file, with the filters of the view. Omits empty filters. The address contains the query,
 * because a link has no body.
 */
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
