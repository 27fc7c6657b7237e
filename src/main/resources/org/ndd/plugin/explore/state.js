// Stores the state of the view in the fragment of the address, so that users can share it, and the Back button works.

/** Reads the address: the name of a view, and its parameters. */
export function read() {
  const [view, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: view || 'runs', params: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

/** Returns the address of a view. Omits empty parameters. */
export function link(view, params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== null && value !== undefined && value !== '') {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return `#/${view}${text ? '?' + text : ''}`;
}

export function go(view, params) {
  location.hash = link(view, params);
}

/** Shows the same view with changed parameters, as one step of the history. */
export function change(params, changed) {
  go(read().view, { ...params, ...changed });
}

/** Returns the parameters that name the current groups: source, and run or destination. Links pass them from view to view. */
export function groupsOf(params) {
  const { source, dest, field, labels, decisions } = params;
  return { source, dest, field, labels, decisions };
}

/** Proposes the name of an index about a source. The source may be a pattern, or an alias with characters that no index may have. */
export function indexFor(source, suffix) {
  const name = source.replace(/[^a-z0-9_-]+/g, '-').replace(/^[_-]+/, '');
  return name ? `${name}-${suffix}` : suffix;
}

/** Returns the address of a pair. */
export function pairLink(known, a, b, more) {
  return link('pair', {
    ...known, a_index: a.index, a: a.id, a_routing: a.routing, b_index: b.index, b: b.id, b_routing: b.routing, ...more,
  });
}

/** Stores a value for this tab, such as the current list of pairs. */
export function remember(name, value) {
  try {
    sessionStorage.setItem('ndd.' + name, JSON.stringify(value));
  } catch {
    // without storage, links to the next and previous pair are omitted
  }
}

export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem('ndd.' + name));
  } catch {
    return null;
  }
}
