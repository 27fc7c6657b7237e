// Creates all elements. Text is always set as text, so the content of a document cannot become markup.

const SVG = 'http://www.w3.org/2000/svg';
const FORBIDDEN = /^(on|srcdoc$|style$|srcset$|innerhtml$)/i;

/** Maximum number of characters of a title or URL that are shown. */
const MAX_LENGTH = 240;

/** Creates an HTML element. Properties are attributes, and `on` has listeners. Omits properties that are false, null or undefined. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Creates an SVG element, with the same kinds of properties. */
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
    throw new Error(`[${name}] must be a fragment or a web address`);
  }
  element.setAttribute(name, value === true ? '' : String(value));
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter(child => child !== null && child !== undefined && child !== false)
    .map(child => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** Replaces the content of an element. */
export function put(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/**
 * Creates text from documents or the node. Truncates long text, and isolates it, so that it cannot change the direction of text around it.
 */
export function untrusted(text, maxLength = MAX_LENGTH) {
  return h('bdi', { class: 'foreign' }, truncate(text, maxLength));
}

/** Returns the beginning of a long text. Does not split surrogate pairs. */
export function truncate(text, maxLength = MAX_LENGTH) {
  const whole = String(text ?? '');
  if (whole.length <= maxLength) {
    return whole;
  }
  const last = whole.charCodeAt(maxLength - 1);
  const end = last >= 0xd800 && last < 0xdc00 ? maxLength - 1 : maxLength;
  return whole.slice(0, end) + '…';
}

/** Returns the URL if it is HTTP or HTTPS, otherwise null, for example for `javascript:` or `data:`. */
function webAddress(url) {
  try {
    const parsed = new URL(String(url));
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null;
  } catch {
    return null;
  }
}

/** Creates a link if the URL is safe to follow, otherwise text. */
export function address(url) {
  if (!url) {
    return null;
  }
  const href = String(url).length > 2000 ? null : webAddress(url);
  return href === null
    ? untrusted(url, 120)
    : h('a', { class: 'address', href, target: '_blank', rel: 'noopener noreferrer nofollow' }, untrusted(url, 120));
}

/** Creates a button. */
export function button(label, listener, properties) {
  return h('button', { type: 'button', ...properties, on: { click: listener } }, label);
}

/** Creates a labeled field of a form. */
export function field(label, input) {
  return h('label', { class: 'field' }, h('span', null, label), input);
}

/** Creates a selection field; options are [value, label]. */
export function choice(options, chosen, properties) {
  return h('select', properties,
    options.map(([value, words]) => h('option', { value, selected: String(value) === String(chosen ?? '') }, words)));
}

/** Binds keys to addresses or functions, except in fields and dialogs. */
export function bindKeys(known, signal) {
  const here = location.hash;
  addEventListener('keydown', event => {
    if (location.hash !== here) {
      return; // while the next view is loading, keys have no effect on this one
    }
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
    const action = known[keyOf(event)];
    if (!action || typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    if (typeof action === 'string') {
      location.hash = action;
    } else {
      action();
    }
  }, { signal });
}

/** Returns the key of an event as if Caps Lock were off: a capital letter has an effect on a whole group. */
function keyOf(event) {
  const { key, shiftKey } = event;
  return key.length > 1 || !event.getModifierState('CapsLock') ? key : shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/**
 * Shows the effect of an action, and returns whether the user confirms it. Escape, or leaving the view, cancels the action. Leaving the view
 * after the confirmation does not.
 */
export function confirmed(question, words, signal) {
  return new Promise(resolve => {
    // the second of two clicks opens no dialog
    if (signal.aborted || document.querySelector('dialog')) {
      resolve(false);
      return;
    }
    const dialog = h('dialog', { 'aria-label': 'Confirm' }, h('div', { class: 'stack' }, question), h('form', { method: 'dialog', class: 'controls' },
      h('button', { value: '', 'data-do': 'keep' }, 'Change nothing'), h('button', { class: 'danger', value: 'yes', 'data-do': 'confirm' }, words)));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    signal.addEventListener('abort', () => dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Returns a function that begins a request, of which only the last one counts: it aborts the previous one, and returns a new signal. */
export function latest(signal) {
  let last = new AbortController();
  signal.addEventListener('abort', () => last.abort());
  return () => {
    last.abort();
    last = new AbortController();
    return last.signal;
  };
}

/** Announces a message to screen readers. */
export function announce(words) {
  document.getElementById('status').textContent = words;
}

export const announced = () => document.getElementById('status').textContent;

/** Creates a view of an error, with the reason that the node returned. */
export function errorView(e) {
  const known = e.status !== undefined;
  const words = known ? e.message : 'The explorer failed.';
  announce(words);
  const reason = known ? e.reason : e.stack;
  return h('div', { class: 'refused', role: 'alert', 'data-status': e.status },
    h('p', null, words),
    reason ? h('p', { class: 'quiet' }, e.status ? `Response of the node (${e.status}): ` : '', untrusted(reason, 1000)) : null);
}

/** Returns the element of a part of a view. If its request failed, returns the error, so that the other parts are shown. */
export async function orErrorView(part) {
  try {
    return await part;
  } catch (e) {
    if (e.status === undefined) {
      throw e;
    }
    return errorView(e);
  }
}

/** Creates a view of a failed request in one line. */
export function errorLine(e) {
  announce(e.message);
  return h('span', { class: 'refused', role: 'alert' }, e.message, ' ', untrusted(e.reason ?? '', 400));
}

/**
 * Shows that a change failed: at its place, or, if the user has left that view, above the current one, with a link back.
 *
 * @param from address of the view of the change
 */
export function showFailure(e, place, from, signal) {
  if (signal.aborted === false) {
    put(place, errorLine(e));
  } else if (e.name !== 'AbortError') {
    const line = h('p', null, h('a', { href: from, on: { click: () => line.remove() } }, 'Failed'), ': ', errorLine(e));
    document.getElementById('failures').append(line);
  }
}

/** Returns the name of a document: its title, or its id without a title. */
export function titleOf(page) {
  return untrusted(page.title || page.id, 160);
}
