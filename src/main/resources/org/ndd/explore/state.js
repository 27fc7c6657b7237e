// What is shown stands in the address behind the `#`, so that it can be sent to others, and Back works.

/** What the address asks for: the name of a view, and what it is to show. */
export function read() {
  const [view, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: view || 'runs', params: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

/** The address of a view. Empty parameters are left out. */
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

/** Shows the same otherwise, as one step of Back. */
export function change(params, changed) {
  go(read().view, { ...params, ...changed });
}

/** Which groups are looked at: the pages and the run, or its destination. They go along from view to view. */
export function groupsOf(params) {
  const { source, dest, field, labels, decisions } = params;
  return { source, dest, field, labels, decisions };
}

/** The address of a pair. */
export function pairLink(known, a, b, more) {
  return link('pair', {
    ...known, a_index: a.index, a: a.id, a_routing: a.routing, b_index: b.index, b: b.id, b_routing: b.routing, ...more,
  });
}

/** What lasts for this tab only: the pairs that somebody goes through. */
export function remember(name, value) {
  try {
    sessionStorage.setItem('ndd.' + name, JSON.stringify(value));
  } catch {
    // without it there is no next and no previous
  }
}

export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem('ndd.' + name));
  } catch {
    return null;
  }
}
