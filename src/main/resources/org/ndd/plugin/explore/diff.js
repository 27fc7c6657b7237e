// Shows two texts side by side: equal, changed and moved text, and ignored boilerplate.

import { button, truncate, h } from './dom.js';
import { count } from './words.js';

const MAX_ROWS = 1500;
const MAX_CELL_LENGTH = 20000;
const CONTEXT_ROWS = 1;
/** Characters of equal text that remain visible at each end of a fold, and the minimum number of folded characters. */
const [EDGE, MIN_FOLD_LENGTH] = [160, 240];
const MIN_MOVE_LENGTH = 25;

/**
 * Returns a table of both texts, with one line per row.
 *
 * @param runs common and different passages from the compare API: `equal`, `only_a`, `only_b`
 * @param masked lines of each side that are boilerplate, as sets
 */
export function sideBySide(runs, masked) {
  const rows = classify(rowsOf(runs), masked);
  const table = h('table', { class: 'diff' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'A'), h('th', { scope: 'col' }, 'B'))));
  const body = h('tbody', null);
  table.append(body);
  let left = MAX_ROWS;
  for (const part of parts(rows)) {
    body.append(...(part.hidden ? [folded(part.rows)] : part.rows.slice(0, left).map(draw)));
    left -= part.hidden ? 1 : part.rows.length;
    if (left <= 0) {
      break;
    }
  }
  return h('div', null, legend(rows), table, left < 0 ? h('p', { class: 'quiet' }, 'The texts have more lines that are not shown.') : null);
}

/** Moves to the next difference of the texts; from the last one to the first. */
export function nextDifference() {
  const all = [...document.querySelectorAll('.diff tr.first')];
  const next = all[all.indexOf(document.activeElement) + 1] ?? all[0];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

/**
 * Returns the differences of a document (A) from its canonical document (B), by paragraph of B.
 *
 * @returns `table`, null without differences; `paragraphs`, the text of B; `kinds`, a list of [number of the paragraph, kind]
 */
export function byParagraph(runs, masked) {
  const rows = classify(rowsOf(runs), masked);
  const [paragraphs, kinds, drawn] = [[], [], []];
  for (const row of rows) {
    if (row.b.length) {
      paragraphs.push(row.b.map(piece => piece.text).join(''));
    }
    if (row.quiet) {
      continue;
    }
    const kind = kindOf(row);
    kinds.push([paragraphs.length, kind]);
    if (drawn.length < 2 * MAX_ROWS) {
      const place = row.b.length ? `Paragraph ${paragraphs.length}` : paragraphs.length ? `After paragraph ${paragraphs.length}` : 'Before paragraph 1';
      drawn.push(h('tr', { class: 'place' }, h('th', { colspan: 2, scope: 'row' }, place, ': ', KINDS[kind])), draw(row));
    }
  }
  const table = drawn.length === 0 ? null : h('table', { class: 'diff' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'This document'), h('th', { scope: 'col' }, 'Canonical document'))), h('tbody', null, drawn));
  return { table, paragraphs, kinds };
}

/** Kinds of differences of a row from the canonical document. */
export const KINDS = { added: 'added', omitted: 'omitted', changed: 'changed', moved: 'in another place' };

function kindOf({ a, b }) {
  const pieces = a.concat(b).filter(piece => piece.kind !== 'equal');
  if (pieces.length && pieces.every(piece => piece.kind === 'moved')) {
    return 'moved';
  }
  return a.length === 0 ? 'omitted' : b.length === 0 ? 'added' : 'changed';
}

/** Returns rows with the lines of both texts; equal text is in the same row. */
function rowsOf(runs) {
  const rows = [];
  let lines = { a: [[]], b: [[]] };
  const end = () => {
    for (let i = 0; i < Math.max(lines.a.length, lines.b.length); i++) {
      const row = { a: lines.a[i] ?? [], b: lines.b[i] ?? [] };
      if (row.a.length || row.b.length) {
        rows.push(row);
      }
    }
    lines = { a: [[]], b: [[]] };
  };
  for (const run of runs) {
    const sides = run.type === 'equal' ? ['a', 'b'] : [run.type === 'only_a' ? 'a' : 'b'];
    run.text.split('\n').forEach((text, i) => {
      if (i > 0 && run.type === 'equal') {
        end();
      } else if (i > 0) {
        lines[sides[0]].push([]);
      }
      if (text && run.type === 'equal') {
        align(lines);
      }
      if (text) {
        sides.forEach(side => lines[side].at(-1).push({ kind: run.type === 'equal' ? 'equal' : 'changed', text }));
      }
    });
  }
  end();
  return rows;
}

/** Aligns the last lines of both sides, unless the last line of the shorter side is already next to equal text. */
function align({ a, b }) {
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  if (fewer.at(-1).some(piece => piece.kind === 'equal') === false) {
    fewer.splice(fewer.length - 1, 0, ...Array.from({ length: more.length - fewer.length }, () => []));
  }
}

const plain = pieces => norm(pieces.map(piece => piece.text).join(''));

/** Moves boilerplate of one side to a separate row, so that it is not next to a line of the other side. */
function apart(row, masked) {
  const [a, b] = [plain(row.a), plain(row.b)];
  const [aMasked, bMasked] = [masked.a.has(a), masked.b.has(b)];
  if (!a || !b || a === b || aMasked === bMasked) {
    return [row];
  }
  const whole = text => [{ kind: 'changed', text }];
  return aMasked ? [{ a: row.a, b: [] }, { a: [], b: whole(b) }] : [{ a: [], b: row.b }, { a: whole(a), b: [] }];
}

function classify(joined, masked) {
  const rows = joined.flatMap(row => apart(row, masked));
  const lines = side => new Set(rows.map(row => plain(row[side])).filter(line => line.length >= MIN_MOVE_LENGTH));
  const only = side => new Set(rows.flatMap(row => row[side].filter(piece => piece.kind === 'changed').flatMap(piece => sentences(piece.text).map(norm))));
  const [inA, inB] = [{ lines: lines('a'), only: only('a') }, { lines: lines('b'), only: only('b') }];
  return rows.map(row => {
    const [aMasked, bMasked] = [masked.a.has(plain(row.a)), masked.b.has(plain(row.b))];
    const same = plain(row.a) === plain(row.b);
    const marked = (pieces, other) => (!same && other.lines.has(plain(pieces)) ? [{ kind: 'moved', text: plain(pieces) }] : moved(pieces, other.only));
    return {
      a: aMasked ? row.a : marked(row.a, inB), b: bMasked ? row.b : marked(row.b, inA), aMasked, bMasked,
      // no difference: equal text, or boilerplate, which is ignored
      quiet: same || ((aMasked || row.a.length === 0) && (bMasked || row.b.length === 0)),
    };
  });
}

function sentences(text) {
  return text.split(/(?<=[.!?。！？])\s+/);
}

function norm(text) {
  return text.trim().replace(/\s+/g, ' ');
}

/** Marks text that the other side has in another place. */
function moved(pieces, others) {
  return pieces.flatMap(piece => (piece.kind !== 'changed' ? [piece] : sentences(piece.text).map((text, i, all) => ({
    kind: norm(text).length >= MIN_MOVE_LENGTH && others.has(norm(text)) ? 'moved' : 'changed',
    text: i < all.length - 1 ? text + ' ' : text,
  }))));
}

/** Splits rows into sections. Folds long sections without a difference, except one line of context around each difference. */
function parts(rows) {
  const shown = rows.map((row, i) => rows.slice(Math.max(0, i - CONTEXT_ROWS), i + CONTEXT_ROWS + 1).some(near => near.quiet === false));
  const found = [];
  rows.forEach((row, i) => {
    const last = found[found.length - 1];
    row.first = row.quiet === false && rows[i - 1]?.quiet !== false;
    if (last && last.hidden === !shown[i]) {
      last.rows.push(row);
    } else {
      found.push({ hidden: !shown[i], rows: [row] });
    }
  });
  // without differences, all rows are shown; only sections with more than two rows are folded
  return found.map(part => ({ ...part, hidden: part.hidden && found.length > 1 && part.rows.length > 2 }));
}

function folded(rows) {
  const boilerplate = rows.filter(row => row.aMasked || row.bMasked).length;
  const words = [[rows.length - boilerplate, 'equal lines'], [boilerplate, 'lines of boilerplate']].filter(([number]) => number)
    .map(([number, name]) => `${count(number)} ${name}`).join(', ');
  const row = h('tr', { class: 'folded' }, h('td', { colspan: 2 }, button(words, () => {
    row.before(...rows.slice(0, MAX_ROWS).map(draw));
    if (rows.length > MAX_ROWS) {
      row.replaceWith(folded(rows.slice(MAX_ROWS)));
    } else {
      row.remove();
    }
  })));
  return row;
}

const MARKS = {
  a: { changed: ['del', 'only in A'], moved: ['span', 'in B in another place'] },
  b: { changed: ['ins', 'only in B'], moved: ['span', 'in A in another place'] },
};

function draw(row) {
  return h('tr', row.first ? { class: 'first', tabindex: '-1' } : null, cell(row, 'a', row.aMasked), cell(row, 'b', row.bMasked));
}

function cell(row, side, masked) {
  let left = MAX_CELL_LENGTH;
  const pieces = row[side];
  // an ignored line is neither equal nor changed
  const content = pieces.map((piece, i) => {
    if (left <= 0) {
      return null;
    }
    if (piece.kind === 'equal' && row.quiet === false && piece.text.length > 2 * EDGE + MIN_FOLD_LENGTH) {
      left -= 2 * EDGE;
      return stretch(piece.text, i === 0 ? 0 : EDGE, i === pieces.length - 1 ? 0 : EDGE);
    }
    const text = truncate(piece.text, left);
    left -= text.length;
    if (piece.kind === 'equal' || masked) {
      return text;
    }
    const [tag, title] = MARKS[side][piece.kind];
    return h(tag, { class: piece.kind, title }, text);
  });
  return h('td', { class: masked ? 'masked' : null, 'data-side': side.toUpperCase(), dir: 'auto', title: masked ? 'ignored: the site repeats this line' : null },
    masked ? h('span', { class: 'tag' }, 'ignored') : null, content);
}

/** Folds a long equal text within a line that differs, except its ends. Does not split characters. */
function stretch(text, head, tail) {
  const whole = at => (text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) < 0xe000 ? at + 1 : at);
  const [from, to] = [whole(head), whole(text.length - tail)];
  const fold = button(`${count(to - from)} equal characters`, () => fold.replaceWith(truncate(text.slice(from, to), MAX_CELL_LENGTH)), { class: 'fold' });
  return [text.slice(0, from), fold, text.slice(to)];
}

function legend(rows) {
  const has = kind => rows.some(row => row.a.concat(row.b).some(piece => piece.kind === kind));
  const entries = [h('li', null, 'equal')];
  if (has('changed')) {
    entries.push(h('li', null, h('del', { class: 'changed' }, 'only in A')), h('li', null, h('ins', { class: 'changed' }, 'only in B')));
  }
  if (has('moved')) {
    entries.push(h('li', null, h('span', { class: 'moved' }, 'in both, in another place')));
  }
  if (rows.some(row => row.aMasked || row.bMasked)) {
    entries.push(h('li', { class: 'masked' }, 'ignored: the site repeats it'));
  }
  return h('ul', { class: 'legend', 'aria-label': 'Colors' }, entries);
}
