// Entry point: shows the view that the address names.

import { untrusted, h, put, errorView, announce, announced } from './dom.js';
import { groupsOf, link, read } from './state.js';
import * as actions from './actions.js';
import * as compare from './compare.js';
import * as changes from './changes.js';
import * as evaluate from './evaluate.js';
import * as groups from './groups.js';
import * as jobs from './jobs.js';
import * as label from './label.js';
import * as pages from './pages.js';
import * as pair from './pair.js';
import * as run from './run.js';
import * as runs from './runs.js';
import * as start from './start.js';
import * as boilerplate from './boilerplate.js';
import * as consistency from './consistency.js';
import * as decide from './decide.js';
import * as whole from './whole.js';

/** The views. Each has a title, renders itself into an element, and stops when the signal is aborted. */
const VIEWS = { runs, run, groups, group: groups.group, pages, pair, compare, label, evaluate, boilerplate, changes, decide, whole, consistency, actions, start, jobs };

/** Views that are always in the navigation; the others require groups. */
const ALWAYS = [['runs', 'Runs'], ['jobs', 'Jobs'], ['compare', 'Compare texts']];
const WITHIN = [
  ['run', 'Overview'], ['groups', 'Groups'], ['pages', 'Duplicates'], ['decide', 'Decide'], ['label', 'Label'],
  ['evaluate', 'Evaluate'], ['consistency', 'Consistency'], ['boilerplate', 'Boilerplate'], ['changes', 'Changes'], ['actions', 'Actions'],
];
const PARENTS = { start: 'runs', group: 'groups', whole: 'groups', pair: 'pages' };

let leaving = new AbortController();

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { view: name, params } = read();
  const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : runs;
  const main = document.getElementById('main');
  const sameView = main.dataset.shown === name;
  delete main.dataset.shown;
  const control = document.activeElement?.closest('.content') ? document.activeElement.name : null;
  navigation(name, params);
  document.title = `${view.title} – ndd explorer`;
  const heading = h('h1', { tabindex: '-1' }, view.title);
  const content = h('div', { class: 'content' }, h('p', { class: 'quiet' }, 'Loading …'));
  put(main, heading, content);
  if (document.activeElement === document.body || main.contains(document.activeElement) === false) {
    heading.focus({ preventScroll: true });
  }
  window.scrollTo(0, 0);
  announce('');
  try {
    await view.show({ params, content, heading, signal });
    if (sameView && control) {
      content.querySelector(`[name="${CSS.escape(control)}"]`)?.focus();
    }
    if (signal.aborted === false) {
      main.dataset.shown = name;
      announce(`${heading.textContent}: ${announced() || 'shown'}`);
    }
  } catch (e) {
    if (signal.aborted === false) {
      put(content, errorView(e));
      main.dataset.shown = name;
    }
  }
}

function navigation(name, params) {
  const item = (view, words, to) => h('a', {
    href: link(view, to), 'aria-current': view === name || PARENTS[name] === view ? 'page' : null,
  }, words);
  put(document.getElementById('nav'), ALWAYS.map(([view, words]) => item(view, words, {})));
  const context = document.getElementById('context');
  if (params.dest && params.source) {
    const known = groupsOf(params);
    put(context, h('nav', { class: 'within', 'aria-label': 'These groups' },
      h('p', { class: 'quiet' }, 'Groups of ', h('strong', null, untrusted(params.source, 80)), ' in ', untrusted(params.dest, 80)),
      h('div', { class: 'tabs' }, WITHIN.map(([view, words]) => item(view, words, known)))));
  } else {
    put(context);
  }
}

document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  document.getElementById('main').focus();
});
addEventListener('hashchange', show);
show();
