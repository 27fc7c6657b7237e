// Elements are made here and nowhere else. Text is only ever set as text: what a page holds can never become markup.

const SVG = 'http://www.w3.org/2000/svg';
const FORBIDDEN = /^(on|srcdoc$|style$|srcset$|innerhtml$)/i;

/** The most characters of a title or URL that are shown. */
const LONGEST = 240;

/** An element of HTML: properties are attributes; `on` has listeners; false, null and undefined leave one out. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same of SVG. */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name === 'on') {
      Object.entries(value).forEach(([event, listener]) => element.addEventListener(event, listener));
    } else if (value !== false && value !== null && value !== undefined) {
      set(element, name, value);
    }
  }
  element.append(...nodes(children));
  return element;
}

function set(element, name, value) {
  if (FORBIDDEN.test(name)) {
    throw new Error(`[${name}] must not be set`);
  }
  if ((name === 'href' || name === 'src') && String(value).startsWith('#') === false && webAddress(value) === null) {
    throw new Error(`[${name}] must be of this page or of the web`);
  }
  element.setAttribute(name, value === true ? '' : String(value));
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter(child => child !== null && child !== undefined && child !== false)
    .map(child => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** Replaces what an element holds. */
export function put(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** A text of somebody else's: cut where it is long, and kept from turning the direction of what stands around it. */
export function foreign(text, longest = LONGEST) {
  return h('bdi', { class: 'foreign' }, cut(text, longest));
}

/** The beginning of a long text, never half a character. */
export function cut(text, longest = LONGEST) {
  const whole = String(text ?? '');
  if (whole.length <= longest) {
    return whole;
  }
  const last = whole.charCodeAt(longest - 1);
  const end = last >= 0xd800 && last < 0xdc00 ? longest - 1 : longest;
  return whole.slice(0, end) + '…';
}

/** The address where it is one of the web, else null: no `javascript:`, no `data:`. */
export function webAddress(url) {
  try {
    const parsed = new URL(String(url));
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null;
  } catch {
    return null;
  }
}

/** An address as a link, where it is safe to follow; else as text. */
export function address(url) {
  if (!url) {
    return null;
  }
  const href = String(url).length > 2000 ? null : webAddress(url);
  return href === null
    ? foreign(url, 120)
    : h('a', { class: 'address', href, target: '_blank', rel: 'noopener noreferrer nofollow' }, foreign(url, 120));
}

/** A button. */
export function button(label, listener, properties) {
  return h('button', { type: 'button', ...properties, on: { click: listener } }, label);
}

/** A labeled field of a form. */
export function field(label, input) {
  return h('label', { class: 'field' }, h('span', null, label), input);
}

/** A choice; options are [value, words]. */
export function choice(options, chosen, properties) {
  return h('select', properties,
    options.map(([value, words]) => h('option', { value, selected: String(value) === String(chosen ?? '') }, words)));
}

/** Keys that lead to an address or do something, except in fields and dialogs. */
export function keys(known, signal) {
  const here = location.hash;
  addEventListener('keydown', event => {
    if (location.hash !== here) {
      return; // the next view is loading: a key must not act on this one
    }
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
    const what = known[event.key];
    if (!what || typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    if (typeof what === 'string') {
      location.hash = what;
    } else {
      what();
    }
  }, { signal });
}

/** Shows what an action changes, and returns whether the user confirms it. Escape and leaving the view do not. */
export function confirmed(question, words, signal) {
  return new Promise(resolve => {
    const dialog = h('dialog', { 'aria-label': 'Confirm' }, h('div', { class: 'stack' }, question), h('form', { method: 'dialog', class: 'controls' },
      h('button', { value: '', 'data-do': 'keep' }, 'Change nothing'), h('button', { class: 'danger', value: 'yes', 'data-do': 'confirm' }, words)));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes' && !signal.aborted);
    });
    signal.addEventListener('abort', () => dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Says something to who does not see the page. */
export function say(words) {
  document.getElementById('said').textContent = words;
}

/** What went wrong, in words, and below what the node said. */
export function refused(e) {
  const known = e.status !== undefined;
  const words = known ? e.message : 'The explorer itself has failed at this.';
  say(words);
  const reason = known ? e.reason : e.stack;
  return h('div', { class: 'refused', role: 'alert', 'data-status': e.status },
    h('p', null, words),
    reason ? h('p', { class: 'quiet' }, e.status ? `Response of the node (${e.status}): ` : '', foreign(reason, 1000)) : null);
}

/** The element of a part of a view; if its request is rejected, the reason, so that the other parts are shown. */
export async function orRefused(part) {
  try {
    return await part;
  } catch (e) {
    if (e.status === undefined) {
      throw e;
    }
    return refused(e);
  }
}

/** A rejected request in one line. */
export function problem(e) {
  say(e.message);
  return h('span', { class: 'refused', role: 'alert' }, e.message, ' ', foreign(e.reason ?? '', 400));
}

/** What a page is called: its title, else its id. */
export function titleOf(page) {
  return foreign(page.title || page.id, 160);
}
