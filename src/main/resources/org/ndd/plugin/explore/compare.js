// Compares two pages that the user pastes, or analyzes one. Nothing is stored.

import { post } from './api.js';
import { choice, field, untrusted, h, latest, put, errorView, announce } from './dom.js';
import { sideBySide } from './diff.js';
import { verdictOf } from './verdict.js';
import { count, reason } from './words.js';

export const title = 'Compare texts';

const FORMATS = [['auto', 'detect HTML or text'], ['html', 'HTML'], ['text', 'text']];
const PRESETS = [['balanced', 'balanced'], ['strict', 'strict'], ['pku2007', 'pku2007']];
const MAX_SENTENCES = 500;

export async function show({ content, signal }) {
  const a = box('Page A');
  const b = box('Page B (leave it empty to analyze A)');
  const preset = choice(PRESETS, 'balanced');
  const result = h('div', { id: 'result', class: 'stack' });
  const begin = latest(signal);
  const submit = async event => {
    event.preventDefault();
    const own = begin();
    put(result, h('p', { class: 'quiet' }, 'Comparing …'));
    try {
      put(result, b.text().trim() ? await comparison(a.page(), b.page(), preset.value, own) : await analysis(a.page(), preset.value, own));
    } catch (e) {
      if (own.aborted === false) {
        put(result, errorView(e));
      }
    }
  };
  put(content,
    h('p', null, 'Paste two pages to compare them, or one page to analyze it. Nothing is stored.'),
    h('form', { class: 'form', on: { submit } }, h('div', { class: 'sides' }, a.element, b.element),
      h('div', { class: 'controls' }, field('Preset', preset), h('button', { class: 'primary' }, 'Compare'))),
    result);
}

/** Creates the input fields of a page. */
function box(name) {
  const text = h('textarea', { rows: 9, spellcheck: 'false', 'aria-label': name });
  const url = h('input', { type: 'text', inputmode: 'url', placeholder: 'https://… (determines the site)', autocomplete: 'off', spellcheck: 'false' });
  const format = choice(FORMATS, 'auto');
  return {
    element: h('fieldset', null, h('legend', null, name), text, h('div', { class: 'controls' }, field('URL', url), field('Format', format))),
    text: () => text.value,
    page: () => ({ input: text.value, format: format.value, ...(url.value.trim() ? { url: url.value.trim() } : {}) }),
  };
}

async function comparison(a, b, preset, signal) {
  const found = await post('_ndd/compare', { a, b, preset, diff: true }, signal);
  announce(reason(found));
  return [verdictOf(found), sideBySide(found.diff, { a: new Set(), b: new Set() })];
}

async function analysis(page, preset, signal) {
  const options = preset === 'pku2007' ? { preset } : {};
  const found = await post('_ndd/analyze', { ...page, ...options }, signal);
  announce(`${found.sentences.length} sentences`);
  return h('section', { class: 'panel', 'aria-label': 'Analysis of the page' },
    h('p', null, `Read as ${found.format}: ${count(found.length)} bytes of text, ${count(found.sentences.length)} sentences, ${count(found.fingerprints.length)} fingerprints.`),
    found.title ? h('p', null, 'Title: ', untrusted(found.title)) : null, found.site ? h('p', null, 'Site: ', untrusted(found.site)) : null,
    h('ol', { class: 'sentences' }, found.sentences.slice(0, MAX_SENTENCES).map(sentence => h('li', {
      class: sentence.eligible ? null : 'masked', dir: 'auto',
    }, untrusted(sentence.text, 1000), sentence.eligible ? null : h('span', { class: 'tag' }, 'too short to count')))),
    found.sentences.length > MAX_SENTENCES ? h('p', { class: 'quiet' }, `${count(found.sentences.length - MAX_SENTENCES)} more are not shown.`) : null);
}
